"""What small values have in common: fields, equality, the same with another value in a field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Self, TypeVar, dataclass_transform

T = TypeVar("T")


class Value:
    """The base of value classes that are often changed in a field or two."""

    __slots__ = ()

    def with_(self, **fields: Any) -> Self:
        """The same with other values of these fields. TypeError for a field that there is not."""
        cls = type(self)
        cls.with_ = _with(cls)  # type: ignore[method-assign]
        return cls.with_(self, **fields)


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A small value class: slots, equality, hash; frozen for mypy, cheap to make at run time."""
    made = dataclass(slots=True, unsafe_hash=True)(cls)
    if hasattr(made, "with_"):
        made.with_ = Value.with_  # type: ignore[attr-defined]  # not the base's own
    return made


def _with(cls: type[Any]) -> Callable[..., Any]:
    """`with_` for the fields of this class, written out: as quick as naming them all."""
    names = [field.name for field in fields(cls)]
    given = ", ".join(f"{name}=same" for name in names)
    lines = [f" new.{name} = self.{name} if {name} is same else {name}" for name in names]
    text = "\n".join([f"def with_(self, *, {given}):", " new = make(cls)", *lines, " return new"])
    scope: dict[str, Any] = {"make": object.__new__, "cls": cls, "same": object()}
    exec(text, scope)
    return scope["with_"]  # type: ignore[no-any-return]
