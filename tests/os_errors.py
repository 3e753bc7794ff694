"""Failing calls of the operating system."""

import os
from unittest.mock import Mock


def failing(code: int) -> Mock:
    """Substitute for a function of `os`; it fails with this `errno`."""
    return Mock(side_effect=OSError(code, os.strerror(code)))
