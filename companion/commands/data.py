"""What commands on all data share: which database, whether it is there, and a new file that is whole or not there."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.engine import Message, MessageError
from companion.paths import is_address
from companion.storage.sqlite_files import read_tables
from companion.storage.store import back_end

FORCE = Message("take the place of a file that is there")


class FileError(MessageError):
    """A file cannot be written or read; `message` is one sentence for people."""


def check_database(database: str | Path) -> None:
    """Raise `FileError` or `StoreError` if a path or address is not that of a database of the companion."""
    if is_address(database):
        back_end(str(database)).check_address(str(database))
        return
    path = Path(database)
    if not path.is_file():
        raise FileError("There is no database at {path}; name it with --database.", path=str(path))
    try:
        read_tables(path)
    except sqlite3.Error as error:
        raise FileError(
            "{path} is not a database of the companion: {reason}.", path=str(path), reason=str(error)
        ) from None


@contextmanager
def new_file(target: Path, force: bool = False) -> Iterator[Path]:
    """A context with a temporary file, its owner's alone, that becomes `target` at the end; raises `FileError`."""
    if target.exists() and not (force and target.is_file()):
        raise _exists_error(target)
    try:
        number, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        os.close(number)
        try:
            yield Path(name)
            with open(name, "rb+") as file:
                os.fsync(file.fileno())
            if os.path.lexists(target) and not force:  # by now; also a link to what is not there
                raise _exists_error(target)
            os.replace(name, target)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError("{path} cannot be written: {reason}.", path=str(target), reason=reason) from None


def _exists_error(target: Path) -> FileError:
    if target.is_dir():
        return FileError("{path} is a folder; name a file in it.", path=str(target))
    return FileError("{path} is there already; choose another name, or add --force.", path=str(target))
