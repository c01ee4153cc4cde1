"""The parts that need packages beyond those of the table itself: which packages, and whether they are installed."""

from functools import cache
from importlib.util import find_spec

from companion.game import Message

# As in pyproject.toml, where each is an extra of the package.
EXTRAS = {
    "announce": ("ifaddr", "zeroconf"),
    "metrics": ("prometheus_client",),
    "past": ("ijson",),
    "postgres": ("psycopg", "psycopg_pool"),
    "webhooks": ("urllib3",),
}


@cache
def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are installed."""
    return all(find_spec(module) is not None for module in EXTRAS[extra])


def how_to_install(extra: str) -> Message:
    """Return the sentence that says what brings an extra that is not installed."""
    return Message(
        "This needs packages that are not installed here. Whoever runs this companion brings them with"
        ' pip install "tabletop-companion[{extra}]".',
        extra=extra,
    )


def missing(extra: str) -> Message | None:
    """Return how to install an extra; None if it is installed."""
    return None if is_installed(extra) else how_to_install(extra)
