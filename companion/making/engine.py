"""Checks of a game's engine: sheets can be played, steps can be read, and invalid input is refused with a sentence."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine import Game, Message, MessageError, RuleError, State, Step, Values, refusal_in
from companion.forms.form import FormError
from companion.making.finding import Finding, declared, fault, guarded, place_of, place_of_error, short
from companion.making.sheets import Sheet
from companion.scoring.replay import LoggedEntry, Replay
from companion.scoring.scoresheet import END, Played, play

A_SEAT = re.compile(r"\bseat \d")
"""Matches a seat's number, as a `Seat` is shown without names."""
UNREADABLE = re.compile(r"\{\w+\}|%\(\w+\)s|[<>]|" + A_SEAT.pattern)
"""Matches text that no sentence may show: a field without its value, or a seat's number."""
_WRONG: tuple[Any, ...] = (None, "?", -1, 10**9, 0.5, [], {})
_TYPED = ("", "?", "-1", "99999", "٣")
_TRIES = 80  # wrong entries and forms of a sheet
_SEPARATOR = re.compile(r"[,、，;]\s*\S")
MOST_CHOICES = 12
"""How many choices a refusal may list; a longer list is not a sentence."""
_A_WRONG_ENTRY, _A_WRONG_FORM = Message("A wrong entry"), Message("A form with a wrong value")


def check_engine(sheet: Sheet) -> Iterator[Finding]:
    """Play a sheet; then end the game, correct, remove and insert at each entry."""
    game, number = sheet.game, 1
    try:
        replay = sheet.replay([])
        for number, entry in enumerate(sheet.entries, 1):
            text = json.dumps(entry)
            replay.add(LoggedEntry(number, entry))
            yield from _check_played(sheet, number, replay.played[-1])
            if json.dumps(entry) != text or play(game, replay.states[-2], entry) != replay.played[-1]:
                yield Finding(
                    place_of(game.engine.play, game),
                    Message("Entry {number} of {sheet} plays otherwise the second time.", **_at(sheet, number)),
                    Message("Let play change neither state nor entry, and decide nothing by chance or by the clock."),
                )
    except RuleError as error:
        yield Finding(
            place_of(game.engine.play, game),
            Message("Entry {number} of {sheet} is refused: {reason}.", reason=error.message, **_at(sheet, number)),
            Message("Fix the sheet, or the rule."),
        )
        return
    except Exception as error:  # a game can raise anything
        yield fault(error, Message("Playing entry {number} of {sheet}", **_at(sheet, number)), game)
        return
    for place, state in enumerate(replay.states):
        ending = Message("Ending {sheet} after entry {number}", **_at(sheet, place))
        yield from guarded(_check_end(sheet, place, state), game, ending)
    yield from _check_amendments(sheet, replay)


def _at(sheet: Sheet, number: int) -> Values:
    return {"number": number, "sheet": sheet.name}


def _check_played(sheet: Sheet, number: int, played: Played) -> Iterator[Finding]:
    """Check that the steps of an entry add up to its points, and that they can be read."""
    game = sheet.game
    for seat, points in enumerate(played.points):
        step_points = sum(step.points or 0 for step in played.steps if step.seat == seat)
        if step_points != points:
            yield Finding(
                place_of(game.engine.play, game),
                Message(
                    "In entry {number} of {sheet} the steps of {player} add up to {told}, but the total changes by"
                    " {points}.",
                    told=step_points, points=points, player=sheet.setup.players[seat],
                    **_at(sheet, number),
                ),
                Message("Return a step for every point, and no other points."),
            )  # fmt: skip
    for step in [*played.steps, *game.engine.standing(played.state).reasons]:
        if step.rule in game.rules:
            sentence = Message("The sentence of the rule {rule}", rule=step.rule)
            yield from guarded(_check_sentence_of(game, sheet, step), game, sentence)
        else:
            yield Finding(
                place_of(game.engine.play, game),
                Message("A step names the rule {rule}, which the game does not have.", rule=step.rule),
                Message("Add it to the rules of the Game, or correct its id."),
            )


def _check_sentence_of(game: Game, sheet: Sheet, step: Step) -> Iterator[Finding]:
    rule = game.rules[step.rule]
    try:
        text = rule.sentence(step).text(names=sheet.setup.players)
    except AssertionError:
        yield Finding(
            place_of(game.engine.play, game),
            Message("The rule {rule} has steps but no sentence.", rule=step.rule),
            Message("Give the rule a sentence, which says what a step of it did."),
        )
        return
    if not text.strip() or UNREADABLE.search(text):
        place = place_of(rule.sentence, game)
        yield Finding(
            place if place.file.is_relative_to(game.folder) else declared(game, step.rule),
            Message("A sentence of the rule {rule} cannot be read: {text}", rule=step.rule, text=short(text)),
            Message("Fill in each field, and give players as Seat."),
        )


def _check_end(sheet: Sheet, number: int, state: State) -> Iterator[Finding]:
    """End the game early after `number` entries."""
    game = sheet.game
    if state.finished:
        return
    ended = play(game, state, END)
    standing = game.engine.standing(ended.state)
    seats = sorted(seat for place in standing.ranking for seat in place)
    if not ended.state.finished or any(ended.points) or tuple(standing.totals) != tuple(ended.state.totals):
        yield Finding(
            place_of(type(state), game),
            Message("Where {sheet} is ended after entry {number}, its totals or its end are not kept.",
                    **_at(sheet, number)),
            Message("Keep finished as a field of the state, and give the standing the totals of the state."),
        )  # fmt: skip
    if seats != list(range(sheet.setup.seats)):
        yield Finding(
            place_of(game.engine.standing, game),
            Message("The ranking after entry {number} of {sheet} does not have each seat once.", **_at(sheet, number)),
            Message("Rank all seats, with rank or by hand."),
        )


def _check_amendments(sheet: Sheet, replay: Replay) -> Iterator[Finding]:
    """Correct each entry to itself, remove it, and insert it again; the rules may refuse this, but not fail."""
    totals = replay.states[-1].totals
    for number, entry in enumerate(sheet.played, 1):
        at = _at(sheet, number)
        for kind, body, what in (
            ("correct", {"entry": number, "value": entry}, Message("Correcting entry {number} of {sheet}", **at)),
            ("remove", {"entry": number}, Message("Removing entry {number} of {sheet}", **at)),
            ("insert", {"before": number, "value": entry}, Message("Inserting before entry {number} of {sheet}", **at)),
        ):
            amendment = replay.splice_of(kind, body, len(replay.lines) + 1)
            try:
                played = replay.play_splice(amendment)
                amended = replay.spliced(amendment, played)
                amended.standing  # noqa: B018
                is_same = amended.states[-1].totals == totals
            except RuleError:
                is_same = kind != "correct"
            except Exception as error:  # a game can raise anything
                yield fault(error, what, sheet.game)
                continue
            if kind == "correct" and not is_same:
                yield Finding(
                    place_of(sheet.game.engine.play, sheet.game),
                    Message("Entry {number} of {sheet}, corrected to what it is, changes the game.", **at),
                    Message("Let a state follow from the state before and the entry alone."),
                )


def check_refusals(sheet: Sheet, seed: int) -> Iterator[Finding]:
    """Play invalid entries and post invalid forms; each must be refused with a sentence, or allowed."""
    game, random = sheet.game, Random(seed)
    states = sheet.replay(sheet.played).states
    attempts: list[tuple[Message, Callable[[], Any]]] = []
    for state, entry in zip(states, sheet.played, strict=False):
        attempts += [(_A_WRONG_ENTRY, partial(play, game, state, changed)) for changed in wrong_entries(entry)]
        attempts += _wrong_forms(sheet, state, entry)
    for action, attempt in random.sample(attempts, min(_TRIES, len(attempts))):
        try:
            attempt()
        except (RuleError, FormError) as error:
            yield from guarded(_check_refusal(sheet, error), game, Message("The sentence of a refusal"))
        except Exception as error:  # a game can raise anything
            yield fault(error, action, game)


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
            posted: MultiDict[str, str] = MultiDict({**filled, name: text})
            yield _A_WRONG_FORM, partial(form.read, posted, state, draft)


def _check_refusal(sheet: Sheet, error: MessageError) -> Iterator[Finding]:
    place, text = place_of_error(error, sheet.game.folder), error.message.text(names=sheet.setup.players)
    refusal = refusal_in(error.message)
    if refusal is not None and refusal.rule not in sheet.game.rules:
        yield Finding(
            place,
            Message("A refusal names the rule {rule}, which the game does not have.", rule=refusal.rule),
            Message("Declare it with the rule that forbids it, in the rulebook."),
        )
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
