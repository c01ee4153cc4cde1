"""A new file that is there whole or not at all, and that takes nobody's place unless it should."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.game import Message
from companion.transfer.fields import PortableError


@contextmanager
def new_file(target: Path, force: bool = False) -> Iterator[Path]:
    """Where to write a file that is put in its place at the end; `PortableError` where it cannot be.

    Only its owner may read it. Without `force`, a file that is there stays and is a fault.
    """
    if target.exists() and not (force and target.is_file()):
        raise _taken(target)
    try:
        number, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        os.close(number)
        try:
            yield Path(name)
            _to_disk(name)
            _place(name, target, force)
        finally:
            Path(name).unlink(missing_ok=True)
    except FileExistsError:
        raise _taken(target) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise PortableError(Message("{path} cannot be written: {reason}.", path=str(target), reason=reason)) from None


def _to_disk(name: str) -> None:
    with open(name, "rb+") as file:
        os.fsync(file.fileno())


def _place(name: str, target: Path, force: bool) -> None:
    if force:
        os.replace(name, target)
        return
    try:
        os.link(name, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        os.rename(name, target)


def _taken(target: Path) -> PortableError:
    if target.is_dir():
        return PortableError(Message("{path} is a folder; name a file in it.", path=str(target)))
    return PortableError(Message("{path} is there already; choose another name, or add --force.", path=str(target)))
