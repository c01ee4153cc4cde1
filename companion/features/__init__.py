"""The installed features: the folders of this package, and those of other installed packages."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pkgutil import iter_modules, resolve_name
from typing import TYPE_CHECKING, Any

from companion.extras import OF_THE_CORE

if TYPE_CHECKING:
    from companion.engine import Message
    from companion.feature import EventKind, ExportLines, Feature, LivePage, Room
    from companion.storage.records import Extension

ENTRY_POINTS = "companion.features"
"""The entry point group in which an installed package registers its `Feature`."""


@cache
def has_server() -> bool:
    """Whether a server answers other devices; COMPANION_SERVER=0 says that the companion runs for one phone alone."""
    return os.environ.get("COMPANION_SERVER", "1") != "0"


@cache
def all_features() -> Sequence[Feature]:
    """Return the features in the order in which pages show them, without a server those that need none."""
    from importlib.metadata import entry_points  # slow to import

    own = [importlib.import_module(f"{__name__}.{name}").FEATURE for _, name, _ in iter_modules(__path__)]
    found = [*own, *(point.load() for point in entry_points(group=ENTRY_POINTS))]
    usable = [feature for feature in found if has_server() or not feature.needs_server]
    return _complete(sorted(usable, key=lambda feature: (feature.order, feature.name)))


def _complete(features: Sequence[Feature]) -> Sequence[Feature]:
    """Return the features that have all which they require."""
    names = {feature.name for feature in features}
    complete = [feature for feature in features if names.issuperset(feature.requires)]
    return features if len(complete) == len(features) else _complete(complete)


@cache
def event_kinds() -> Mapping[str, EventKind]:
    """Return the kinds of events that features define, by name."""
    return {kind.name: kind for feature in all_features() for kind in feature.events}


def event_kind(name: str) -> EventKind | None:
    """Return a feature's kind of event by name; None for a kind of the core or of a feature that is not installed."""
    return event_kinds().get(name)


@cache
def extensions() -> Sequence[Extension]:
    """Return what features keep in the database, for who opens it."""
    from companion.storage.records import Extension  # scoring does without the database

    return [
        Extension(
            feature.name,
            feature.tables,
            {path.rpartition(":")[2]: resolve_name(path) for path in feature.migrations},
            feature.derive,
            {kind.name: kind.write for kind in feature.events if kind.write is not None},
        )
        for feature in all_features()
    ]


@cache
def sheet_keys() -> tuple[str, ...]:
    """Return the keys that features add to a scoresheet."""
    return tuple(key for feature in all_features() for key in feature.sheet_keys)


@cache
def pages() -> Mapping[str, LivePage]:
    """Return the live pages that features add to a table, by name."""
    return {name: resolve_name(page) for feature in all_features() for name, page in feature.pages.items()}


@cache
def shared_pages() -> Mapping[str, str]:
    """Return the endpoints of the pages that features share by a link, by name."""
    return {name: endpoint for feature in all_features() for name, endpoint in feature.shared.items()}


def feature_commands() -> Mapping[str, tuple[str, Message]]:
    """Return the commands that features add to the command line, by name."""
    return {name: command for feature in all_features() for name, command in feature.commands.items()}


def extras() -> Mapping[str, Sequence[str]]:
    """Return the modules that each extra brings, by its name; pyproject.toml has the same."""
    found = OF_THE_CORE | {feature.name: tuple(feature.extra) for feature in all_features() if feature.extra}
    return dict(sorted(found.items()))


@cache
def slot(place: str) -> Sequence[str]:
    """Return the templates of features for a place of the core's pages."""
    return [feature.slots[place] for feature in all_features() if place in feature.slots]


@cache
def handlers(place: str) -> Sequence[Any]:
    """Return the code of features for a place of another feature, in their order."""
    return [resolve_name(feature.handlers[place]) for feature in all_features() if place in feature.handlers]


@cache
def rooms() -> Mapping[str, Room]:
    """Return the rooms of features, by name."""
    return {feature.room.name: feature.room for feature in all_features() if feature.room is not None}


@cache
def export_lines() -> Mapping[str, ExportLines]:
    """Return the lines that features add to an export of all data, by the key that counts them."""
    return {lines.key: lines for feature in all_features() for lines in feature.export}
