"""Statistics of Oh Hell, what is secret at a table that hides totals, and sample deals in which most bids are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Best, Figures, Message, Pairs, Share, Step
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import PartAccess, Readable, Secrecy
from companion_oh_hell.form import FORM, TRICKS
from companion_oh_hell.options import MOST
from companion_oh_hell.rulebook import MADE
from companion_oh_hell.rules import State, cards_of, dealer_of


def _count(
    states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        [
            _of_seat([step for of_deal in steps for step in of_deal if step.seat == seat])
            for seat in range(states[-1].setup.seats)
        ]
    )


def _of_seat(steps: Sequence[Step]) -> Mapping[str, Any]:
    longest = run = 0
    for step in steps:
        run = run + 1 if step.rule == MADE else 0
        longest = max(longest, run)
    return {
        "made": sum(step.rule == MADE for step in steps),
        "bids": len(steps),
        "in_a_row": longest,
        "said": [[step.values["bid"], step.values["tricks"]] for step in steps],
    }


FIGURES = Figures(
    (
        Share("made", Message("Bids made"), of="bids"),
        Best("in_a_row", Message("Most bids made in a row")),
        Pairs("said", Message("Bids and tricks"), across=Message("bid"), up=Message("tricks taken"), most=MOST),
    ),
    _count,
)


def _access(slot: str) -> PartAccess:
    """Bids are announced, so all may read them; tricks reveal the points, so each seat reads only its own."""
    return "by seat" if slot == TRICKS else "open"


def _part(slot: str, value: Any) -> Message:
    """Describe a part without revealing points."""
    return Message("the tricks") if slot == TRICKS else FORM.describe_part(slot, value)


SECRECY = Secrecy(
    limits=Message(
        "Secret in Oh Hell: points, totals, places, and the tricks taken. The bids of the running deal are shown, as "
        "they are said aloud; who watches the tricks on the table can add up. Whoever enters the tricks sees them all."
    ),
    types={State: Readable(open=("setup", "played", "finished"), by_seat=("totals",))},
    entry=Readable(open=(), by_seat=("bids", "tricks")),
    part_access=_access,
    part=_part,
)


def next_entry(state: State, random: Random) -> Any:
    """Return a deal: random tricks, and bids close to them; the dealer avoids the forbidden bid."""
    seats, cards, dealer = state.setup.seats, cards_of(state), dealer_of(state)
    takers = [random.randrange(seats) for _ in range(cards)]
    tricks = [takers.count(seat) for seat in range(seats)]
    bids = [min(max(count + random.choice((0, 0, 0, 1, -1)), 0), cards) for count in tricks]
    if state.setup.options["hook"] and sum(bids) == cards:
        bids[dealer] += 1 if bids[dealer] < cards else -1
    return {"bids": bids, "tricks": tricks}


SAMPLES = Samples(
    next_entry,
    finished=(SampleSetup(4), SampleSetup(3, {"largest": 5, "missed": "minus"}), SampleSetup(5, hidden=True)),
    running=(SampleSetup(4), SampleSetup(7, {"hook": False, "back": False}, hidden=True)),
)
