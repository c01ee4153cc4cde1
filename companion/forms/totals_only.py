"""Games with known totals but no entries, such as those imported from other programs: one entry holds the result.

An engine for this entry replaces the game's own, so that the session is replayed, exported and counted like any other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any

from companion.engine import Engine, Game, Json, Message, MessageError, Rule, RuleError, Setup, Standing, Step
from companion.engine.figure import KIND, SIDE, TOTALS_ONLY, UNSCORED, Figures
from companion.engine.game import LAZY
from companion.engine.strict import entry_keys, flag, integer, items
from companion.forms.form import Draft, EntryForm, FormError, Posted, Whole

MOST = 10**9
"""The largest total, in the units in which the game stores points."""
NO_ENTRIES = Message(
    "Of this game only the totals are known, so there is nothing to replay, and nothing can be entered or corrected."
)
_RULE = Rule(
    place=Message("Imported"),
    title=Message("Only totals are known"),
    text=Message("Only the totals and who won were recorded, not how the points came about."),
    sentence=lambda step: Message("The total as it was imported"),
)


class NoEntries(MessageError):
    """An action that needs entries, on a game whose totals alone are known; its `message` is `NO_ENTRIES`."""


@dataclass(frozen=True, slots=True)
class TotalsState:
    """A game before or after its only entry; `is_scored` says whether the game counts points."""

    setup: Setup
    totals: tuple[int, ...]
    standing: Standing
    finished: bool = False
    is_scored: bool = True


class TotalsForm(EntryForm):
    """The form of a game whose totals alone are known: it accepts no entry."""

    def read(self, posted: Posted, state: Any, draft: Draft) -> Whole:
        """Refuse any form."""
        raise FormError(NO_ENTRIES)

    def progress(self, state: Any) -> Message:
        """Say that only totals are known."""
        return Message("Only totals are known")


class FormWithoutRules(EntryForm):
    """The form of a game that cannot be played here: it reads no entry and has no parts."""

    def describe_part(self, slot: str, value: Any) -> Message:
        """Return the same words for every part: the meaning of its slot is unknown."""
        return Message("a part of an entry")


WITHOUT_RULES = FormWithoutRules()


def bare(game: Game, engine: Engine, form: EntryForm, **changes: Any) -> Game:
    """Return a game, as a table plays it, with this engine and form and nothing else that its pages need."""
    kept = {**dict.fromkeys(LAZY), "questions": (), "as_played": None}
    return game.changed(**{**kept, "engine": engine, "form": form, **changes})


def totals_only(game: Game) -> Game:
    """Return a game, as a table plays it, with an engine whose only entry is the result."""
    rule = f"{game.key}/imported"
    figures = Figures(shown=() if game.figures is None else game.figures.shown, count=partial(_count, game))
    engine = Engine(partial(_start, game.points), partial(_play, rule, game.points), attrgetter("standing"))
    return bare(game, engine, TotalsForm(), rules={rule: _RULE}, fits=None, figures=figures)


def without_rules(game: Game) -> Game:
    """Return a game whose tables can be read without a score, as their entries are not played."""
    return bare(game, Engine(partial(_start, int), _not_played, _not_played), WITHOUT_RULES)


def _not_played(*_: Any) -> Any:
    raise RuleError("this version of the companion cannot play it")


def _start(points: Callable[[int], int], setup: Setup) -> TotalsState:
    totals = (points(0),) * setup.seats
    return TotalsState(setup, totals, Standing(totals, (), (), {}))


def _play(
    rule: str, points: Callable[[int], int], state: TotalsState, entry: Any
) -> tuple[TotalsState, tuple[Step, ...]]:
    """Read the entry: totals, ranking, and optionally team mates, a cooperative outcome, and whether points count."""
    entry_keys(entry, Message("the entry"), ("totals", "ranking"), ("sides", "won", "scored"))
    seats = state.setup.seats
    what = Message("totals")
    totals = tuple([points(integer(total, what, -MOST, MOST)) for total in items(entry["totals"], what)])
    if len(totals) != seats:
        raise RuleError("there must be a total for each player")
    ranking = _groups(entry["ranking"], Message("ranking"), seats)
    sides = _groups(entry["sides"], Message("sides"), seats) if "sides" in entry else ()
    won = flag(entry["won"], Message("won")) if "won" in entry else None
    is_scored = flag(entry.get("scored", True), Message("scored"))
    if won is not None and len(ranking) > 1:
        raise RuleError("all who play together share one place")
    if any(sum(not set(side).isdisjoint(ranked) for ranked in ranking) > 1 for side in sides):
        raise RuleError("team mates share one place")
    steps = tuple([Step(rule, seat, total) for seat, total in enumerate(totals)])
    standing = Standing(totals, ranking, (), {}, won, sides)
    return replace(state, totals=totals, standing=standing, finished=True, is_scored=is_scored), steps


def _groups(value: Any, what: Message, seats: int) -> tuple[tuple[int, ...], ...]:
    """Read a partition of all seats into groups; raise `RuleError`."""
    listed = [[integer(seat, what, 0, seats - 1) for seat in items(group, what)] for group in items(value, what)]
    groups = tuple([tuple(sorted(group)) for group in listed])
    if not all(groups) or sorted(seat for group in groups for seat in group) != list(range(seats)):
        raise RuleError("{what} must name each seat once", what=what)
    return groups


def _count(
    game: Game, states: Sequence[TotalsState], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
) -> tuple[Mapping[str, Any], ...]:
    """Return for each seat the kind that the game's own statistics give it, its side, and which results are missing."""
    state = states[-1]
    figures = game.figures
    usual = figures.count([game.engine.start(state.setup)], [], []) if figures else ({},) * state.setup.seats
    missing: Json = {TOTALS_ONLY: 1} if state.is_scored else {TOTALS_ONLY: 1, UNSCORED: 1}
    kinds = [{KIND: of_seat[KIND]} if KIND in of_seat else {} for of_seat in usual]
    side_of = {seat: {SIDE: number} for number, side in enumerate(state.standing.sides) for seat in side}
    return tuple([{**missing, **kind, **side_of.get(seat, {})} for seat, kind in enumerate(kinds)])
