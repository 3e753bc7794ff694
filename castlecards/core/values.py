"""Immutable value classes: the `value` decorator and the `Value` base with `with_`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Self, TypeVar, dataclass_transform

T = TypeVar("T")


class Value:
    """Base of value classes with a fast copy-and-replace, `with_`."""

    __slots__ = ()

    def with_(self, **fields: Any) -> Self:
        """Copy with these fields replaced. Raises TypeError for an unknown field."""
        cls = type(self)
        cls.with_ = _with(cls)  # type: ignore[method-assign]
        return cls.with_(self, **fields)


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Decorator for a value class: slots, equality and hash; frozen for mypy only, for speed."""
    made = dataclass(slots=True, unsafe_hash=True)(cls)
    if hasattr(made, "with_"):
        made.with_ = Value.with_  # type: ignore[attr-defined]  # not the base class's compiled one
    return made


def _with(cls: type[Any]) -> Callable[..., Any]:
    """Generated `with_` for the fields of this class, as fast as naming all fields by hand."""
    names = [field.name for field in fields(cls)]
    given = ", ".join(f"{name}=same" for name in names)
    lines = [f" new.{name} = self.{name} if {name} is same else {name}" for name in names]
    text = "\n".join([f"def with_(self, *, {given}):", " new = make(cls)", *lines, " return new"])
    scope: dict[str, Any] = {"make": object.__new__, "cls": cls, "same": object()}
    exec(text, scope)
    return scope["with_"]  # type: ignore[no-any-return]
