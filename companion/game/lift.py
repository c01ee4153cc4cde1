"""Lift: what was entered under an earlier version of a game's rules, made into what its rules take today."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game.message import Message
from companion.game.strict import Json, RuleError

FIRST_VERSION = 1
"""The version of the rules of whatever does not name one."""


def _same_options(options: Mapping[str, Any], version: int) -> Mapping[str, Any]:
    """Return options as they are."""
    return options


@dataclass(frozen=True)
class Lift:
    """How a game takes what was entered under earlier rules; both functions get the version of those rules.

    `entry(entry, options, version)` returns the entry for the rules of today; `options` are those of then. It is never
    given `{"end": true}`. `options(options, version)` returns the options for today: all of a table, or those that were
    changed while it ran. Both may raise `RuleError` with a sentence why that cannot be.
    """

    entry: Callable[[Any, Mapping[str, Any], int], Any]
    options: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = _same_options


def lifted_entry(lift: Lift | None, entry: Any, options: Mapping[str, Any], version: int) -> Any:
    """Return an entry for the rules of today; `RuleError` where it cannot be lifted, whatever it is."""
    if lift is None or (type(entry) is dict and "end" in entry):
        return entry
    return _called(lift.entry, entry, options, version)


def lifted_options(lift: Lift | None, options: Any, version: int) -> Json:
    """Return options for the rules of today; `RuleError` where they cannot be lifted, whatever they are."""
    lifted: Json = options if lift is None else _called(lift.options, options, version)
    return lifted


def _called(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except RuleError:
        raise
    except Exception as error:  # what is not as it was then can break a game's function in any way
        version = args[-1]
        raise RuleError(Message("it is not as the rules of version {version} had it", version=version)) from error
