"""Atomic creation of a file, which replaces an existing one only on request."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.game import Message
from companion.transfer.fields import TransferError


@contextmanager
def new_file(target: Path, force: bool = False) -> Iterator[Path]:
    """A context with a temporary path, which is moved to `target` at the end. Raises `TransferError`.

    Only the owner may read the file. Without `force`, an existing target is an error.
    """
    if target.exists() and not (force and target.is_file()):
        raise _exists_error(target)
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
        raise _exists_error(target) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise TransferError(Message("{path} cannot be written: {reason}.", path=str(target), reason=reason)) from None


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


def _exists_error(target: Path) -> TransferError:
    if target.is_dir():
        return TransferError(Message("{path} is a folder; name a file in it.", path=str(target)))
    return TransferError(Message("{path} is there already; choose another name, or add --force.", path=str(target)))
