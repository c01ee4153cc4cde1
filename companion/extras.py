"""The packages that some parts need beyond those of the table itself, and whether they are installed."""

import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from companion.engine import Message

OF_THE_CORE = {"postgres": ("psycopg", "psycopg_pool")}
"""The modules that each extra of the core brings, by its name."""


@cache
def is_installed(modules: Sequence[str]) -> bool:
    """Whether all modules of an extra are installed."""
    return all(find_spec(module) is not None for module in modules)


def pip() -> str:
    """Return what installs packages here: pipx keeps the companion's packages where no other pip looks."""
    is_of_pipx = (Path(sys.prefix) / "pipx_metadata.json").exists()
    return "pipx runpip tabletop-companion" if is_of_pipx else "pip"


def install_command(extra: str) -> str:
    """Return the command that installs an extra here."""
    return f'{pip()} install "tabletop-companion[{extra}]"'


def how_to_install(extra: str) -> Message:
    """Return the sentence that says what brings an extra that is not installed."""
    return Message(
        "This needs packages that are not installed here. Whoever runs this companion brings them with {command}.",
        command=install_command(extra),
    )


def missing(extra: str, modules: Sequence[str]) -> Message | None:
    """Return how to install an extra; None if its modules are installed."""
    return None if is_installed(modules) else how_to_install(extra)
