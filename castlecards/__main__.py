import sys

if getattr(sys, "frozen", False):  # a packaged program is the Python of the processes it starts
    from multiprocessing import freeze_support

    freeze_support()

from castlecards.cli import main

raise SystemExit(main())
