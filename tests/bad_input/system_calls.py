"""Fault injection into system calls: those of Python and those that SQLite makes itself.

One run of a scenario without a fault lists its calls; then the scenario is run again for each of
them, and that call fails. SQLite's calls are replaced by `xSetSystemCall`, as its own tests do it
(https://www.sqlite.org/vfs.html), where the library can be reached.
"""

from __future__ import annotations

import _posixsubprocess
import ctypes
import errno
import fcntl
import io
import os
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EMFILE, errno.EINTR)
SHORT = 0  # instead of an error: only half of the bytes are written
CALLS = (
    "open", "read", "write", "fsync", "close", "stat", "fstat", "listdir", "mkdir", "rename",
    "replace", "link", "unlink", "ftruncate", "fchmod",
)  # fmt: skip
SPAWN = ((os, "pipe"), (socket, "socketpair"), (_posixsubprocess, "fork_exec"))
LOCKS = (fcntl.F_SETLK, fcntl.F_SETLKW)
PLACES = 2  # number of program functions that identify a call within a scenario


@dataclass(frozen=True)
class Call:
    """System call of a scenario, with the program functions that led to it."""

    name: str
    place: tuple[str, ...]

    @property
    def errors(self) -> tuple[int, ...]:
        """Possible errors of the call; without EINTR for SQLite, which tries again then."""
        if self.name == "sqlite fcntl":
            return (*ERRORS[:4], errno.ENOLCK)
        if self.name == "write":
            return (*ERRORS, SHORT)
        return ERRORS[:4] if self.name.startswith("sqlite") else ERRORS


class SystemCalls:
    """Recorder of system calls while it is `armed`; it can make one of them fail."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._number = -1
        self._error = 0
        self._armed = False

    @contextmanager
    def failing_call(self, number: int = -1, error: int = 0) -> Iterator[None]:
        """Make call `number` fail with `error`, or write too little if SHORT; -1: no call."""
        self.calls, self._number, self._error, self._armed = [], number, error, True
        try:
            yield
        finally:
            self._armed = False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Context manager for calls of the test itself: they are not counted and do not fail."""
        armed, self._armed = self._armed, False
        try:
            yield
        finally:
            self._armed = armed

    def fails(self, name: str) -> bool:
        """Count a call. Return True if it has to fail."""
        if not self._armed:
            return False
        self.calls.append(Call(name, _place(1 if name.startswith("sqlite") else PLACES)))
        return len(self.calls) - 1 == self._number

    def error(self) -> OSError:
        """Return the exception that the failing call raises."""
        return OSError(self._error, os.strerror(self._error))

    def wrap(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a wrapper of a function of Python's `os` that fails on demand."""

        def run(*args: Any, **options: Any) -> Any:
            if not self.fails(name):
                return call(*args, **options)
            if name == "write":  # even if it fails, a part is on the disk
                handle, raw = args
                size = call(handle, raw[: len(raw) // 2])
                if self._error == SHORT:
                    return size
            if name == "close":  # it fails, but the handle is closed
                call(*args)
            raise self.error()

        return run

    def open_faulty(self, handle: int, mode: str) -> io.BufferedIOBase:
        """Return a file whose reads may fail, in place of `os.fdopen`."""
        assert mode == "rb"
        return io.BufferedReader(_Raw(self, handle))

    def in_sqlite(self, name: str, call: Any) -> Callable[..., int]:
        """Return a wrapper of a system call of SQLite that fails on demand."""

        def run(*args: Any) -> int:
            # Unlocking never fails on a local disk; if it failed, SQLite would wait 10 s for
            # itself.
            unlocks = name == "fcntl" and args[1] in LOCKS and _short(args[2]) == fcntl.F_UNLCK
            if unlocks or not self.fails(f"sqlite {name}"):
                return int(call(*args))
            ctypes.set_errno(self._error)
            return -1

        return run


class _Raw(io.FileIO):
    def __init__(self, calls: SystemCalls, handle: int) -> None:
        super().__init__(handle)
        self.system = calls

    def readinto(self, buffer: Any) -> int | None:
        self._check()
        return super().readinto(buffer)

    def readall(self) -> bytes:
        self._check()
        return super().readall() or b""

    def _check(self) -> None:
        if self.system.fails("read"):
            raise self.system.error()


def _place(most: int) -> tuple[str, ...]:
    """Return the innermost functions of the program on the stack of this thread."""
    found: list[str] = []
    frame = sys._getframe(2)
    while frame is not None and len(found) < most:
        module = frame.f_globals.get("__name__", "")
        if module.startswith(("castlecards.", "filelock")):
            found.append(f"{module.removeprefix('castlecards.')}.{frame.f_code.co_name}")
        frame = frame.f_back  # type: ignore[assignment]
    return tuple(found)


@contextmanager
def replace_system_calls() -> Iterator[SystemCalls]:
    """Context manager: replace the system calls of Python and of SQLite."""
    calls = SystemCalls()
    with pytest.MonkeyPatch.context() as patch, _sqlite(calls):
        for name in CALLS:
            if name != "read":
                patch.setattr(os, name, calls.wrap(name, getattr(os, name)))
        patch.setattr(os, "fdopen", calls.open_faulty)
        for module, name in SPAWN:
            patch.setattr(module, name, calls.wrap(name, getattr(module, name)))
        yield calls


# SQLite

_INT, _LONG, _POINTER = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p
_NAME = ctypes.c_char_p
SYSTEM_CALLS: dict[str, tuple[Any, ...]] = {  # arguments, as the unix VFS of SQLite passes them
    "open": (_NAME, _INT, _INT),
    "access": (_NAME, _INT),
    "fstat": (_INT, _POINTER),
    "ftruncate": (_INT, _LONG),
    "fcntl": (_INT, _INT, _POINTER),
    "pread": (_INT, _POINTER, _LONG, _LONG),
    "pread64": (_INT, _POINTER, _LONG, _LONG),
    "pwrite": (_INT, _POINTER, _LONG, _LONG),
    "pwrite64": (_INT, _POINTER, _LONG, _LONG),
    "unlink": (_NAME,),
}


def _short(address: int) -> int:
    """Return the first 16-bit number of a struct: `l_type` of a flock."""
    return int(ctypes.c_short.from_address(address).value)


class _Vfs(ctypes.Structure):
    """Struct sqlite3_vfs, version 3."""

    _fields_ = [
        ("version", _INT), ("file_size", _INT), ("longest", _INT), ("next", _POINTER),
        ("name", _NAME), ("data", _POINTER), *((f"method{n}", _POINTER) for n in range(13)),
        ("set", ctypes.CFUNCTYPE(_INT, _POINTER, _NAME, _POINTER)),
        ("get", ctypes.CFUNCTYPE(_POINTER, _POINTER, _NAME)),
    ]  # fmt: skip


@contextmanager
def _sqlite(calls: SystemCalls) -> Iterator[None]:
    vfs = _vfs()
    if vfs is None:
        yield
        return
    kept = []
    for name, kinds in SYSTEM_CALLS.items():
        if (address := vfs.contents.get(vfs, name.encode())) is None:
            continue
        result = _LONG if name.startswith("p") else _INT
        kind = ctypes.CFUNCTYPE(result, *kinds, use_errno=True)
        run = kind(calls.in_sqlite(name, kind(address)))
        kept.append(run)
        vfs.contents.set(vfs, name.encode(), ctypes.cast(run, _POINTER))
    try:
        yield
    finally:
        vfs.contents.set(vfs, None, None)  # restore all original calls


def _vfs() -> Any:
    """Return the VFS of the SQLite that Python uses; None if its calls cannot be replaced."""
    if sys.platform != "linux":
        return None
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libsqlite3.so.0", mode=os.RTLD_NOW | os.RTLD_NOLOAD)
        library.sqlite3_libversion.restype = _NAME
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        vfs = library.sqlite3_vfs_find(None)
        if library.sqlite3_libversion().decode() == sqlite3.sqlite_version:
            return vfs if vfs and vfs.contents.version >= 3 else None
    return None
