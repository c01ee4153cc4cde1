"""The folder in which `companion serve` keeps its database."""

from __future__ import annotations

import os
from pathlib import Path

from companion.commands.serving.serve_error import ServeError
from companion.game import Message


def prepare_folder(database: Path) -> None:
    """Make the database's folder if only that one is missing; raises `ServeError` if either cannot be written."""
    folder = database.parent
    try:
        folder.mkdir(exist_ok=True)
        if database.is_dir():
            raise ServeError(Message("{path} is a folder; --database needs the name of a file.", path=str(database)))
    except FileExistsError:
        fault = Message("{folder} is not a folder, so the database cannot be kept in it.", folder=str(folder))
        raise ServeError(fault) from None
    except FileNotFoundError:
        fault = Message(
            "The database cannot be kept in {folder}, because {missing} does not exist.",
            folder=str(folder),
            missing=str(folder.parent),
        )
        raise ServeError(fault) from None
    except OSError as error:
        fault = Message("The database cannot be kept in {folder}: {reason}.", folder=str(folder), reason=error.strerror)
        raise ServeError(fault) from None
    for path in (folder, database):
        if path.exists() and not os.access(path, os.W_OK):
            fault = Message(
                "The database cannot be kept in {folder}: {path} cannot be written.",
                folder=str(database),
                path=str(path),
            )
            raise ServeError(fault)
