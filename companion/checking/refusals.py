"""Check that each refusal is a sentence: try entries and form fields with one wrong value at a time."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.checking.engine import UNREADABLE
from companion.checking.finding import Finding, fault, place_of_error, short
from companion.checking.sheets import Sheet
from companion.game import Message, MessageError, RuleError, State
from companion.game.pages.form import Filled, FormError
from companion.scoring.scoresheet import play

_WRONG: tuple[Any, ...] = (None, "?", -1, 10**9, 0.5, [], {})
_TYPED = ("", "?", "-1", "99999", "٣")
_TRIES = 80  # wrong entries and forms of a sheet
_SEPARATOR = re.compile(r"[,、，;]\s*\S")
MOST_CHOICES = 12
"""How many choices a refusal may list; a longer list is not a sentence."""


def check_refusals(sheet: Sheet, seed: int) -> Iterator[Finding]:
    """Play invalid entries and post invalid forms; each must be refused with a sentence, or allowed."""
    game, random = sheet.game, Random(seed)
    states = [game.engine.start(sheet.setup)]
    for entry in sheet.played:
        states.append(play(game, states[-1], entry).state)
    attempts: list[tuple[Message, Callable[[], Any]]] = []
    for state, entry in zip(states, sheet.played, strict=False):
        attempts += [(_A_WRONG_ENTRY, partial(play, game, state, changed)) for changed in wrong_entries(entry)]
        attempts += _wrong_forms(sheet, state, entry)
    for action, attempt in random.sample(attempts, min(_TRIES, len(attempts))):
        try:
            attempt()
        except (RuleError, FormError) as error:
            yield from _check_sentence(sheet, error)
        except Exception as error:  # a game can raise anything
            yield fault(error, action, game)


_A_WRONG_ENTRY, _A_WRONG_FORM = Message("A wrong entry"), Message("A form with a wrong value")


def wrong_entries(entry: Any) -> Iterator[Any]:
    """Return variants of an entry with one value replaced, one key missing, or one unknown key added."""
    for path in _paths(entry):
        for value in _WRONG:
            changed = copy.deepcopy(entry)
            inner = changed
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = value
            yield changed
    if isinstance(entry, dict):
        yield from ({key: value for key, value in entry.items() if key != missing} for missing in entry)
        yield {**entry, "no such key": 1}


def _paths(value: Any) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (key,)
        yield from ((key, *path) for path in _paths(inner))


def _wrong_forms(sheet: Sheet, state: State, entry: Any) -> Iterator[tuple[Message, Callable[[], Any]]]:
    """Return attempts to read an entry's form with one wrong field; none if the form cannot be filled."""
    form = sheet.game.form
    try:
        draft, filled = form.draft_from_entry(state, entry)
    except Exception:  # check_forms reports it
        return
    for name in {*filled, *form.fields}:
        for text in _TYPED:
            posted: MultiDict[str, str] = MultiDict([*_pairs(filled, name), (name, text)])
            yield _A_WRONG_FORM, partial(form.read, posted, state, draft)


def _pairs(filled: Filled, omitted: str) -> Iterator[tuple[str, str]]:
    """Return the fields of a filled form except one."""
    for name, value in filled.items():
        if name != omitted:
            yield from ((name, text) for text in (value if isinstance(value, list) else [value]))


def _check_sentence(sheet: Sheet, error: MessageError) -> Iterator[Finding]:
    place = place_of_error(error, sheet.game.folder)
    try:
        text = error.message.text(names=sheet.setup.players)
    except Exception as inner:  # a game can raise anything
        yield fault(inner, Message("The sentence of a refusal"), sheet.game)
        return
    if len(_SEPARATOR.findall(text)) >= MOST_CHOICES:
        yield Finding(
            place,
            Message("A refusal lists {count} choices: {text}", count=len(_SEPARATOR.findall(text)) + 1,
                    text=short(text)),
            Message("Say what kind of value is meant, with an example or two; one_of does."),
        )  # fmt: skip
    elif not text.strip() or UNREADABLE.search(text):
        yield Finding(
            place,
            Message("A refusal cannot be read: {text}", text=short(text)),
            Message("Fill in each field, and give players as Seat."),
        )
