"""The mark that ties a test to the numbered rules whose breach it would notice."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(*ids)
