from castlecards.cli import main

raise SystemExit(main())
