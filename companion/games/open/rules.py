"""The engine of an open score sheet: rounds, the closing entry, and the end of the game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine import Message, Places, RuleError, Setup, Standing, Step, entry_keys, flag, rank, record
from companion.engine.ranking import by_seat
from companion.games.open import rulebook
from companion.games.open.numbers import (
    read_lines,
    read_round,
    read_ties,
    round_points,
    round_step,
    score_lines,
    total_of,
)
from companion.games.open.sheet import LINES, ROUND, ROUND_OR_LINES, WON, Sheet, sheet_of


@record
class State:
    """A sheet after some entries. `scores` are the totals by side, `rounds` is the number of rounds entered.

    `limit_round` is the round in which a total reached the limit, `is_at_limit` says that no round follows it. `ties`
    holds each side's numbers that break ties, None before the closing entry; `won` is the outcome of a
    cooperative game.
    """

    setup: Setup
    sheet: Sheet
    totals: tuple[int, ...]
    finished: bool
    scores: tuple[int, ...]
    rounds: int = 0
    limit_round: int | None = None
    is_at_limit: bool = False
    is_closed: bool = False
    ties: tuple[tuple[int, ...], ...] | None = None
    won: bool | None = None


def start(setup: Setup) -> State:
    """Return the state before the first entry."""
    sheet = sheet_of(setup)
    scores = (sheet.points(0),) * len(sheet.sides)
    return State(setup, sheet, sheet.by_seat(scores), False, scores)


def are_rounds_over(state: State) -> bool:
    """Whether no round can follow."""
    rounds = state.sheet.rounds
    return rounds is None or state.is_at_limit or state.is_closed or 0 < rounds <= state.rounds


def due(state: State) -> str | None:
    """Return what is due: a round, the lines, either of them, the end of a cooperative game; None after the end."""
    if state.finished:
        return None
    is_closing = bool(state.sheet.closing_keys) and not state.is_closed
    if are_rounds_over(state):
        return LINES if is_closing else WON
    return ROUND_OR_LINES if is_closing and state.sheet.rounds == 0 else ROUND


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play a round, the closing entry, or the end of a cooperative game; raise `RuleError` if it is not allowed."""
    if type(entry) is dict and "won" in entry:
        return _play_won(state, entry)
    if type(entry) is dict and "round" not in entry and ("lines" in entry or "tie" in entry):
        return _play_closing(state, entry)
    return _play_round(state, entry)


def _play_round(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    entry_keys(entry, Message("the entry"), ("round",))
    if state.sheet.rounds is None:
        raise RuleError(rulebook.NO_ROUNDS)
    if are_rounds_over(state):
        raise RuleError(rulebook.ROUNDS_OVER)
    numbers, sheet = read_round(entry["round"], state.sheet), state.sheet
    played = state.rounds + 1
    steps = [round_step(number, seat, played, sheet) for seat, number in enumerate(sheet.by_seat(numbers))]
    if None in entry["round"]:
        computed_side = sheet.sides[entry["round"].index(None)]
        values = {"round": played, "sum": sheet.sums[0]}
        steps = [
            replace(step, rule=rulebook.FILLED, values=values) if step.seat in computed_side else step for step in steps
        ]
    after = _with_points(replace(state, rounds=played), [round_points(number, sheet) for number in numbers])
    after, limit_steps = _at_limit(after)
    return _ended_if_due(after), (*steps, *limit_steps)


def _at_limit(state: State) -> tuple[State, tuple[Step, ...]]:
    """Return the state after a round compared with the limit: whether it was reached, and whether rounds follow."""
    sheet, most = state.sheet, max(state.scores)
    reached = state.limit_round
    if sheet.limit is None or (reached is None and most < sheet.limit * sheet.unit):
        return state, ()
    values = {"most": most, "limit": sheet.limit}
    can_follow = not 0 < (sheet.rounds or 0) <= state.rounds
    if reached is None:
        state = replace(state, limit_round=state.rounds)
        if sheet.has_more and can_follow:
            return state, (Step(rulebook.ONE_MORE, values=values),)
    best = min(state.scores) if state.setup.options["lowest_wins"] else most
    if sheet.plays_on and can_follow and state.scores.count(best) > 1:
        return state, (Step(rulebook.TIED_AT_LIMIT, values={"total": best}),)
    return replace(state, is_at_limit=True), (Step(rulebook.LIMIT, values=values),) if reached is None else ()


def _play_closing(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    sheet = state.sheet
    if not sheet.closing_keys:
        raise RuleError(rulebook.NO_LINES)
    entry_keys(entry, Message("the entry"), sheet.closing_keys)
    if state.is_closed:
        raise RuleError(rulebook.LINES_TWICE)
    if sheet.rounds and not are_rounds_over(state):
        raise RuleError(rulebook.LINES_BEFORE_ROUNDS.of(rounds=sheet.rounds, played=state.rounds))
    lines = read_lines(entry["lines"], sheet) if sheet.lines else [[]] * len(sheet.sides)
    steps, chosen = score_lines(lines, sheet)
    points = [sum(step.points or 0 for step in steps if step.seat == seats[0]) for seats in sheet.sides]
    asked = read_ties(entry["tie"], sheet) if sheet.asked_tie else [0] * len(sheet.sides)
    ties = tuple(_ties(sheet, numbers, total_of(number)) for numbers, number in zip(chosen, asked, strict=True))
    return _ended_if_due(_with_points(replace(state, is_closed=True, ties=ties), points)), steps


def _ties(sheet: Sheet, lines: Sequence[int], asked: int) -> tuple[int, ...]:
    """Return the numbers of a side that break ties: those of lines, and the one that was asked for."""
    return tuple(sheet.points(asked if tie.line is None else lines[tie.line]) for tie in sheet.ties)


def _play_won(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    entry_keys(entry, Message("the entry"), ("won",))
    if not state.sheet.is_cooperative:
        raise RuleError(rulebook.NOT_TOGETHER)
    won = flag(entry["won"], Message("won"))
    step = Step(rulebook.ALL_WON if won else rulebook.ALL_LOST, values={"won": won, "total": state.scores[0]})
    return replace(state, won=won, finished=True), (step,)


def _with_points(state: State, points: Sequence[int]) -> State:
    scores = tuple(score + gain for score, gain in zip(state.scores, points, strict=True))
    return replace(state, scores=scores, totals=state.sheet.by_seat(scores))


def _ended_if_due(state: State) -> State:
    """End the game after its last entry, except a cooperative game, whose outcome is entered separately."""
    is_over = are_rounds_over(state) and (state.is_closed or not state.sheet.closing_keys)
    return replace(state, finished=is_over and not state.sheet.is_cooperative)


def standing(state: State) -> Standing:
    """Rank the sides by their totals and their tie-breaks; the seats of a side share its place."""
    places, reasons = _ranking(state)
    details = {
        "rounds": state.rounds,
        "sides": [list(seats) for seats in state.sheet.sides],
        "next": due(state),
        "won": state.won,
    }
    return Standing(state.totals, places, reasons, details, state.won, state.sheet.teams)


def _ranking(state: State) -> tuple[Places, tuple[Step, ...]]:
    sheet, is_lowest = state.sheet, state.setup.options["lowest_wins"]
    keys: list[tuple[int, ...]] = [(score,) for score in state.scores]
    rules: tuple[str, ...] = (rulebook.SHARED,)
    if sheet.seats_break_ties:
        keys = [(score, -seats[0]) for score, seats in zip(state.scores, sheet.sides, strict=True)]
        rules = (rulebook.TIE_SEATS,)
    elif sheet.ties and state.ties is not None:
        signs = [-1 if tie.fewest else 1 for tie in sheet.ties]
        keys = [
            (score, *[sign * number for sign, number in zip(signs, numbers, strict=True)])
            for score, numbers in zip(state.scores, state.ties, strict=True)
        ]
        rules = (*[str(place) for place in range(len(sheet.ties))], rulebook.SHARED)
    places, steps = by_seat(*rank(keys, rules, lowest_wins=is_lowest), sheet.sides)
    return places, tuple(_as_entered(step, sheet) for step in steps)


def _as_entered(step: Step, sheet: Sheet) -> Step:
    """Return a step of the ranking with the numbers as entered.

    A number that breaks ties is ranked under its place in the sheet's `ties`, which the step turns into its rule.
    """
    values = dict(step.values)
    if step.rule == rulebook.SHARED:
        del values["value"]
        return replace(step, values=values)
    if step.rule == rulebook.TIE_SEATS:
        return replace(step, values={**values, **{key: 1 - values[key] for key in ("value", "other")}})
    tie = sheet.ties[int(step.rule)]
    sign = -1 if tie.fewest else 1
    values |= {"value": values["value"] * sign, "other": values["other"] * sign, "name": tie.name, "fewest": tie.fewest}
    return replace(step, rule=rulebook.TIE_NUMBER if tie.line is None else rulebook.TIE_LINE, values=values)
