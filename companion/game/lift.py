"""Lift: converts entries and options of an earlier version of a game's rules to the current version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game.message import Message
from companion.game.strict import Json, RuleError

FIRST_VERSION = 1
"""The version of the rules where none is stored."""


def _same_options(options: Mapping[str, Any], version: int) -> Mapping[str, Any]:
    """Return options as they are."""
    return options


@dataclass(frozen=True)
class Lift:
    """How a game converts what was entered under earlier rules; `version` is the version of those rules.

    `entry(entry, options, version)` returns the entry for the current rules; `options` are the table's options under
    the earlier rules. It is never called with `{"end": true}`. `options(options, version)` returns the options for the
    current rules: all options of a table, or those that changed while it ran. Both may raise `RuleError` with a
    sentence that says why the value cannot be converted.
    """

    entry: Callable[[Any, Mapping[str, Any], int], Any]
    options: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = _same_options


def lifted_entry(lift: Lift | None, entry: Any, options: Mapping[str, Any], version: int) -> Any:
    """Return an entry for the current rules; raise `RuleError` if it cannot be lifted. It may be any JSON value."""
    if lift is None or (type(entry) is dict and "end" in entry):
        return entry
    return _call(lift.entry, entry, options, version)


def lifted_options(lift: Lift | None, options: Any, version: int) -> Json:
    """Return options for the current rules; raise `RuleError` if they cannot be lifted. They may be any JSON value."""
    lifted: Json = options if lift is None else _call(lift.options, options, version)
    return lifted


def _call(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except RuleError:
        raise
    except Exception as error:  # a value that the earlier rules did not allow can raise anything
        version = args[-1]
        raise RuleError(Message("it is not as the rules of version {version} had it", version=version)) from error
