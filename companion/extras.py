"""The packages that some parts need beyond those of the table itself, and whether they are installed."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec

from companion.engine import Message
from companion.features import all_features

_OF_THE_CORE = {"metrics": ("prometheus_client",), "postgres": ("psycopg", "psycopg_pool")}


def extras() -> Mapping[str, Sequence[str]]:
    """Return the modules that each extra brings, by its name; pyproject.toml has the same."""
    found = _OF_THE_CORE | {feature.name: tuple(feature.extra) for feature in all_features() if feature.extra}
    return dict(sorted(found.items()))


@cache
def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are installed."""
    return all(find_spec(module) is not None for module in _OF_THE_CORE.get(extra) or extras()[extra])


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
