"""Entering a round of 5211: four cards a seat, each seat's hand a part of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.forms import Draft, FormError, Part, Posted, Whole, number
from companion.game import Message, Seat, Step, joined
from companion.games.g5211.cards import CARDS, COLOUR_NAMES, COLOURS, HAND, card_name, read_hand, spend, value_of
from companion.games.g5211.judging import Outcome, limit, needed_roosters, score_round
from companion.games.g5211.rules import ROUNDS, TARGET, State, copies_left

PIECES = {
    "G": ("green", "leaf"),
    "Y": ("yellow", "sun"),
    "O": ("orange", "slice"),
    "B": ("navy", "drop"),
    "T": ("teal", "fish"),
}
FIELDS = ("seat",)


def read(posted: Posted, state: State, draft: Draft) -> Part | Whole:
    """A posted hand: `seat` and four times `card`."""
    seat = number(posted, "seat", 0, state.setup.seats - 1)
    if seat is None:
        raise FormError(Message("Choose whose cards these are."))
    hand = read_hand(posted.getlist("card"), seat)
    spend(state.spent, [*_hands(state, draft, but=seat).values(), hand])
    return Part(_slot(seat), sorted(hand, key=CARDS.index))


def whole(state: State, draft: Draft) -> Any | None:
    """The round, once every seat's cards are in."""
    hands = _hands(state, draft)
    if len(hands) < state.setup.seats:
        return None
    return {"cards": [list(hands[seat]) for seat in range(state.setup.seats)]}


def _slot(seat: int) -> str:
    return f"hand-{seat}"


def _hands(state: State, draft: Draft, but: int | None = None) -> dict[int, tuple[str, ...]]:
    """The hands that are in, by seat, without that of `but`."""
    return {
        seat: tuple(draft[_slot(seat)]) for seat in range(state.setup.seats) if seat != but and _slot(seat) in draft
    }


# what the pages show


def view(state: State, draft: Draft, asked: Posted) -> dict[str, Any]:
    hands = _hands(state, draft)
    missing = [seat for seat in range(state.setup.seats) if seat not in hands]
    seat = number(asked, "seat", 0, state.setup.seats - 1)
    seat = missing[0] if seat is None else seat
    chosen = _chosen(asked, list(hands.get(seat, ())))
    return {
        "title": Message("Cards of {seat}", seat=Seat(seat)),
        "stage": f"hand-{seat}-{len(state.outcomes)}-{seat in hands}",
        "seat": seat,
        "hands": hands,
        "chosen": chosen,
        "grid": _grid(state, _hands(state, draft, but=seat), chosen),
        "pieces": PIECES,
        "round": state.round + 1,
        "rounds": ROUNDS[state.setup.seats],
        "deck": state.deck,
        "is_long": state.setup.options["long"],
        "is_last_hand": missing in ([seat], []),
    }


def _chosen(asked: Posted, stored: list[str]) -> list[str]:
    """The cards on the form, after the tapped one was added or taken back; at first those that are in."""
    cards = [card for card in asked.getlist("card") if card in CARDS][:HAND]
    add, drop = asked.get("add"), number(asked, "drop", 0, len(cards) - 1)
    if not cards and add is None and asked.get("drop") is None:
        return stored
    if drop is not None:
        del cards[drop]
    if add in CARDS and len(cards) < HAND:
        cards.append(add)
    return cards


def _grid(state: State, others: Mapping[int, Sequence[str]], chosen: list[str]) -> list[dict[str, Any]]:
    """Every card: its piece and how many copies this hand may still hold of it."""
    left = copies_left(state)
    for hand in others.values():
        for card in hand:
            left[card] -= 1
    return [
        {
            "card": card,
            "name": card_name(card),
            "piece": PIECES[card[0]][0],
            "glyph": glyph_of(card),
            "value": value_of(card),
            "left": left[card],
            "on": card in chosen,
            "off": left[card] - chosen.count(card) <= 0,
        }
        for card in CARDS
    ]


def glyph_of(card: str) -> str:
    return "rooster" if value_of(card) == 1 else PIECES[card[0]][1]


def sheet(state: State, draft: Draft) -> dict[str, Any]:
    """The round as it runs, the deck, and the way to 50 points, for the table's page."""
    rounds = ROUNDS[state.setup.seats]
    most = max(state.totals)
    return {
        "next": None if state.finished else Message("Enter round {round}", round=state.round + 1),
        "round": state.round + 1,
        "rounds": rounds,
        "left": rounds - state.round,
        "deck": state.deck,
        "is_long": state.setup.options["long"],
        "target": TARGET,
        "most": most,
        "leaders": [seat for seat, total in enumerate(state.totals) if total == most],
        "hands": _hands(state, draft),
        "cards": state.cards,
        "latest": _latest(state),
    }


def _latest(state: State) -> Message | None:
    return _headline(state.outcomes[-1]) if state.outcomes else None


def outcome(state: State, entry: Any, steps: tuple[Step, ...]) -> dict[str, Any]:
    """The cascade of a round: what each stage looked at, with the cards as evidence."""
    hands = [tuple(hand) for hand in entry["cards"]]
    judged = score_round(hands).outcome
    players = len(hands)
    cards = {
        colour: [(value_of(card), seat) for seat, hand in enumerate(hands) for card in hand if card[0] == colour]
        for colour in COLOURS
    }
    counts = dict(zip(COLOURS, judged.counts, strict=True))
    gone = {*judged.bust, *(colour for tie in judged.tied for colour in tie), judged.scored}
    fewer = sorted((c for c in COLOURS if counts[c] and c not in gone), key=lambda colour: -counts[colour])
    return {
        "judged": judged,
        "headline": _headline(judged),
        "scored_count": counts.get(judged.scored or ""),
        "needed": needed_roosters(players),
        "limit": limit(players),
        "cards": cards,
        "roosters": [(card[0], seat) for seat, hand in enumerate(hands) for card in hand if value_of(card) == 1],
        "counts": counts,
        "fewer": [] if judged.scored == "roosters" else fewer,
        "pieces": PIECES,
        "colour_names": COLOUR_NAMES,
        "kept": {step.seat: step.points for step in steps if step.seat is not None},
    }


def _headline(judged: Outcome) -> Message:
    if judged.scored == "roosters":
        return Message("Roosters score")
    if judged.scored is None:
        return Message("Nobody scores")
    return Message("{colour} scores", colour=_CAPITAL[judged.scored])


_CAPITAL = {
    "G": Message("Green"),
    "Y": Message("Yellow"),
    "O": Message("Orange"),
    "B": Message("Dark blue"),
    "T": Message("Teal"),
}


def progress(state: State) -> Message:
    rounds = ROUNDS[state.setup.seats]
    if state.finished:
        return Message("{count} round played", "{count} rounds played", len(state.outcomes))
    if state.setup.options["long"]:
        return Message("Deck {deck}, round {round} of {rounds}", deck=state.deck, round=state.round + 1, rounds=rounds)
    return Message("Round {round} of {rounds}", round=state.round + 1, rounds=rounds)


def entry_title(number: int) -> Message:
    return Message("Round {number}", number=number)


def told(slot: str, value: Any) -> Message:
    seat = Seat(int(slot.removeprefix("hand-")))
    return Message("{seat}: {cards}", seat=seat, cards=joined([card_name(card) for card in value]))


def rematch(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    return dict(options)
