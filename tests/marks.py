"""Mark `rule`, which ties a test to the numbered rules that it tests."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(*ids)
