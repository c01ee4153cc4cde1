"""The figures of Luz, its sample games, and its secrecy."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Figures, Json, Message, Pairs, Seat, Share, Split, Step
from companion.engine.figure import points_by_source
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import PartAccess, Readable, Secrecy
from companion.games.luz.form import SLOTS, describe_part
from companion.games.luz.rulebook import EXACT, FLOOR, MISSED, WITH_SAFETY
from companion.games.luz.rules import TRICKS, State, opener


def _part_access(slot: str) -> PartAccess:
    """Return who may read a part: everybody a trick, only its seat a bet."""
    seat = SLOTS.seat_of(slot)
    return "open" if seat is None else seat


def _part(slot: str, value: Any) -> Message:
    """Describe a part without its value: a trick fully, a bet by its seat."""
    seat = SLOTS.seat_of(slot)
    return describe_part(slot, value) if seat is None else Message("the bet of {seat}", seat=Seat(seat))


_MISSES = (-2, -1, -1, 0, 0, 0, 0, 1, 1)  # how far a bet is from the tricks; players do not see their own cards


def _next_entry(state: State, random: Random) -> Any:
    seats = state.setup.seats
    winners = random.choices(range(seats), k=TRICKS)
    bets = [
        {
            "beads": min(max(winners.count(seat) + random.choice(_MISSES), 0), TRICKS),
            "safety": random.random() < 0.4,
        }
        for seat in range(seats)
    ]
    return {"bets": bets, "winners": winners}


SOURCES: Mapping[str, str] = {EXACT: "exact", WITH_SAFETY: "safety", MISSED: "missed", FLOOR: "floor"}
_SHOWN = (
    Share("made", Message("Bets made"), of="bets"),
    Share("safe", Message("Bets with the safety bead"), of="bets"),
    Share("safe_made", Message("Of these made"), of="safe"),
    Pairs("deals", Message("Bets against tricks"), Message("bet"), Message("took"), TRICKS),
    Split(
        "points",
        Message("Where the points came from"),
        {
            "exact": Message("Exact bets"),
            "safety": Message("With the safety bead"),
            "missed": Message("Missed bets"),
            "floor": Message("Given back at 0"),
        },
    ),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat; `deals` holds [beads, tricks, safety] per deal; `safety` is 1 or 0."""
    all_steps = [step for deal_steps in steps for step in deal_steps]
    return tuple([_of_seat([step for step in all_steps if step.seat == seat]) for seat in range(states[0].setup.seats)])


def _of_seat(steps: Sequence[Step]) -> Json:
    bets = [step for step in steps if step.rule != FLOOR]
    safe = [step for step in bets if step.values["safety"]]
    return {
        "bets": len(bets),
        "made": sum(step.rule != MISSED for step in bets),
        "safe": len(safe),
        "safe_made": sum(step.rule != MISSED for step in safe),
        "deals": [[step.values["beads"], step.values["tricks"], int(step.values["safety"])] for step in bets],
        "points": points_by_source(steps, SOURCES),
    }


FIGURES = Figures(shown=_SHOWN, count=figures)

SECRECY = Secrecy(
    limits=Message(
        "Secret in Luz: bets, points, totals and places. Who took which trick is shown to all. The beads of a bet "
        "lie open on the table, so whoever counts along there can add up. With three players the leader opens deal "
        "4: all know then who is first."
    ),
    types={State: Readable(open=("setup", "finished", "starts"), by_seat=("totals", "latest"))},
    entry=Readable(open=("winners", "tricks"), by_seat=("bets",)),
    part_access=_part_access,
    part=_part,
    disclosed=(opener,),
)

SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(4), SampleSetup(3)),
    running=(SampleSetup(5), SampleSetup(4, hidden=True)),
)
