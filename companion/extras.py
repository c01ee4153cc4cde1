"""The packages that some parts need beyond those of the table itself, and whether they are installed."""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec

from companion.engine import Message

OF_THE_CORE = {"metrics": ("prometheus_client",), "postgres": ("psycopg", "psycopg_pool")}
"""The modules that each extra of the core brings, by its name."""


@cache
def is_installed(modules: Sequence[str]) -> bool:
    """Whether all modules of an extra are installed."""
    return all(find_spec(module) is not None for module in modules)


def how_to_install(extra: str) -> Message:
    """Return the sentence that says what brings an extra that is not installed."""
    return Message(
        "This needs packages that are not installed here. Whoever runs this companion brings them with"
        ' pip install "tabletop-companion[{extra}]".',
        extra=extra,
    )


def missing(extra: str, modules: Sequence[str]) -> Message | None:
    """Return how to install an extra; None if its modules are installed."""
    return None if is_installed(modules) else how_to_install(extra)
