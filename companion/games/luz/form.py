"""Entering a deal of Luz: each seat's bet, on one phone or on several, then the tricks one by one or as totals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.forms import Draft, FormError, Part, Parts, Posted, Whole, number
from companion.game import Message, Seat, joined
from companion.games.luz.carried import carried as carried
from companion.games.luz.progress import ALL_BETS, bet_slot, bets_of, needs, pictures, slot_of, winners_of
from companion.games.luz.refill import complete as complete
from companion.games.luz.refill import filled as filled
from companion.games.luz.rules import DEALS, TRICKS, Bet, State, opener, reward, score_bet

BEADS = 15
FIELDS = ("trick", "totals", "bets", "seat")
part_of_seat = bet_slot


def has_part(draft: Draft, seat: int) -> bool:
    """Whether the bet of a seat is in."""
    return ALL_BETS in draft or bet_slot(seat) in draft


def read(posted: Posted, state: State, draft: Draft) -> Part | Parts | Whole:
    """A posted form: `stage` is bets, trick, totals or score."""
    stage = posted.get("stage")
    if stage == "bets":
        return _read_bets(posted, state)
    bets = bets_of(draft, state.setup.seats)
    missing = [Seat(seat) for seat, bet in enumerate(bets) if bet is None]
    if missing:
        raise FormError(Message("Before the tricks the bets of {seats} are needed.", seats=joined(missing)))
    if stage == "trick":
        return _read_trick(posted, state, draft)
    if stage == "totals":
        return Whole({"bets": bets, "tricks": _read_totals(posted, state)})
    if stage == "score":
        return _read_score(bets, draft)
    raise FormError(Message("The form says neither bets nor tricks; load the page again."))


def _read_bets(posted: Posted, state: State) -> Parts:
    """The bets on the form that were tapped; one that stands there as it was shown (`was0`) is nobody's tap."""
    names = ("b{}", "s{}")
    on_form = [seat for seat in _in_order(state) if any(posted.get(name.format(seat)) is not None for name in names)]
    if not on_form:
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        _read_bet(posted, _in_order(state)[0] if seat is None else seat)
    bets = {seat: _read_bet(posted, seat) for seat in on_form}
    return Parts({bet_slot(seat): bet for seat, bet in bets.items() if posted.get(f"was{seat}") != _as_shown(bet)})


def _as_shown(bet: Mapping[str, Any]) -> str:
    """A bet as the form notes what it showed."""
    return f"{bet['beads']}{'s' if bet['safety'] else ''}"


def whole(state: State, draft: Draft) -> None:
    """A deal is scored when somebody says so, since the tenth tap may be a slip."""
    return None


def _read_bet(posted: Posted, seat: int) -> dict[str, Any]:
    beads = number(posted, f"b{seat}", 0, TRICKS)
    if beads is None:
        raise FormError(Message("{seat} still has to bet: tap a number of beads from 0 to 10.", seat=Seat(seat)))
    return {"beads": beads, "safety": posted.get(f"s{seat}") is not None}


def _read_trick(posted: Posted, state: State, draft: Draft) -> Part:
    trick, winner = number(posted, "trick", 1, TRICKS), number(posted, "winner", 0, state.setup.seats - 1)
    if trick is None or winner is None:
        raise FormError(Message("Tap the player who took the trick."))
    missing = _next_trick(draft)
    if missing is not None and trick > missing:
        raise FormError(Message("Trick {number} comes first.", number=missing))
    return Part(slot_of(trick), winner)


def _read_totals(posted: Posted, state: State) -> list[int]:
    tricks = [number(posted, f"t{seat}", 0, TRICKS) for seat in range(state.setup.seats)]
    missing = [Seat(seat) for seat, taken in enumerate(tricks) if taken is None]
    if missing:
        raise FormError(Message("How many tricks did {seats} take? Tap a number for each.", seats=joined(missing)))
    return [taken or 0 for taken in tricks]


def _read_score(bets: list[Any], draft: Draft) -> Whole:
    winners = winners_of(draft)
    if None in winners:
        raise FormError(
            Message("{count} of 10 tricks are in; tap who took the others.", count=len(winners) - winners.count(None))
        )
    return Whole({"bets": bets, "winners": winners})


def _next_trick(draft: Draft) -> int | None:
    winners = winners_of(draft)
    return winners.index(None) + 1 if None in winners else None


def _in_order(state: State) -> list[int]:
    """The seats in bidding order."""
    first, seats = opener(state) or 0, state.setup.seats
    return [(first + step) % seats for step in range(seats)]


def _deal(state: State) -> int:
    return len(state.starts) + 1


# what the pages show


def view(state: State, draft: Draft, asked: Posted) -> dict[str, Any]:
    if None in bets_of(draft, state.setup.seats) or asked.get("bets") or asked.get("stage") == "bets":
        return _bets_view(state, draft, asked)
    tricks = _tricks_view(state, draft, asked)
    if asked.get("totals") or asked.get("stage") == "totals":
        taken = [number(asked, f"t{seat}", 0, TRICKS) for seat in range(state.setup.seats)]
        rows = _totals_rows(state, draft, taken)
        return {**tricks, "stage": f"totals-{_deal(state)}", "mode": "totals", "taken": taken, **_forecast(state, rows)}
    return tricks


def _bets_view(state: State, draft: Draft, asked: Posted) -> dict[str, Any]:
    deal, bets = _deal(state), bets_of(draft, state.setup.seats)
    own = None if asked.get("bets") else number(asked, "seat", 0, state.setup.seats - 1)
    rows = [_bet_row(seat, bets[seat], asked) for seat in _in_order(state)]
    shown = [row for row in rows if own in (None, row["seat"])]
    return {
        "title": Message("Bets") if own is None else Message("Bet of {seat}", seat=Seat(own)),
        "stage": f"bets-{deal}-{own}-{None not in bets}",
        "mode": "bets",
        "deal": deal,
        "own": own,
        "rows": shown,
        "bets": [(seat, None if bets[seat] is None else _bet_told(Bet(**bets[seat]))) for seat in _in_order(state)],
        "missing": [seat for seat, bet in enumerate(bets) if bet is None],
        "opening": opener(state),
        "beads_elsewhere": sum(row["beads"] or 0 for row in rows if row not in shown),
        "beads_in": sum(row["beads"] or 0 for row in rows),
        "supply": BEADS,
        "pays": (reward(deal, safety=False), reward(deal, safety=True)),
    }


def _bet_row(seat: int, bet: Mapping[str, Any] | None, asked: Posted) -> dict[str, Any]:
    """A seat's bet on the form: as it was tapped, else as it is in."""
    beads, safety = number(asked, f"b{seat}", 0, TRICKS), asked.get(f"s{seat}") is not None
    if beads is None and bet is not None and asked.get("stage") is None:
        beads, safety = bet["beads"], bet["safety"]
    return {"seat": seat, "beads": beads, "safety": safety, "was": None if bet is None else _as_shown(bet)}


def _tricks_view(state: State, draft: Draft, asked: Posted) -> dict[str, Any]:
    winners = winners_of(draft)
    missing = _next_trick(draft)
    current = number(asked, "trick", 1, missing or TRICKS) or missing
    deal = _deal(state)
    rows = _trick_rows(state, draft, current)
    return {
        "title": Message("Tricks"),
        "stage": f"tricks-{deal}",
        "mode": "tricks",
        "deal": deal,
        "winners": winners,
        "count": TRICKS if missing is None else missing - 1,
        "current": current,
        "rows": rows,
        **_forecast(state, rows),
    }


def _forecast(state: State, rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"scoring": rows, "forecast": forecast(_deal(state), rows)}


def forecast(deal: int, rows: Sequence[Mapping[str, Any]], hidden: Collection[int] = ()) -> Message | None:
    """What the deal would score with the tricks that are in, or will score once all ten are; None of hidden seats."""
    told = [gain(row) for row in rows if row["seat"] not in hidden]
    if not told:
        return None
    if sum(row["taken"] for row in rows) == TRICKS:
        return Message("Deal {deal} will score: {points}.", deal=deal, points=joined(told))
    return Message("If the deal stopped here: {points}.", points=joined(told))


def _totals_rows(state: State, draft: Draft, taken: list[int | None]) -> list[dict[str, Any]]:
    """What each bet would score with these numbers of tricks."""
    bets, deal = bets_of(draft, state.setup.seats), _deal(state)
    counts = [count or 0 for count in taken]
    scored = [score_bet(deal, Bet(**bet), counts[seat], seat).points for seat, bet in enumerate(bets)]
    return [{"seat": seat, "taken": counts[seat], "points": points} for seat, points in enumerate(scored)]


def gain(row: Mapping[str, Any]) -> Message:
    """What a seat would gain if the deal stopped here, in a few words."""
    seat, points = Seat(row["seat"]), row["points"]
    if points > 0:
        return Message("{seat} +{points}", seat=seat, points=points)
    return Message("{seat} {points}", seat=seat, points=points)


def _trick_rows(state: State, draft: Draft, current: int | None) -> list[dict[str, Any]]:
    """One row a seat: what it bet and took, what it still needs, and what it would score if the deal stopped here."""
    winners = winners_of(draft)
    left = winners.count(None)
    leader, bets = _leader(state, winners, current), bets_of(draft, state.setup.seats)
    rows = []
    for seat in range(state.setup.seats):
        bet, taken = Bet(**bets[seat]), winners.count(seat)
        rows.append(
            {
                "seat": seat,
                "taken": taken,
                "pictures": pictures(bet, taken),
                "needs": needs(bet, taken, left),
                "leads": seat == leader,
                "bet": _bet_told(bet),
                "told": told("trick-{trick}", seat),
                "points": score_bet(_deal(state), bet, taken, seat).points,
            }
        )
    return rows


def _leader(state: State, winners: list[int | None], current: int | None) -> int | None:
    """Who leads the current trick: the winner of the one before, at first the opener of the deal."""
    if current is None:
        return None
    return opener(state) if current == 1 else winners[current - 2]


def _bet_told(bet: Bet) -> Message:
    return (
        Message("bet {beads} with safety", beads=bet.beads) if bet.safety else Message("bet {beads}", beads=bet.beads)
    )


def sheet(state: State, draft: Draft) -> dict[str, Any]:
    """The deal as it runs, for the table's page."""
    deal = _deal(state)
    if state.finished:
        return {"next": None}
    bets = bets_of(draft, state.setup.seats)
    if None in bets:
        enter = Message("Enter the bets of deal {deal}", deal=deal)
        told = [(seat, None if bets[seat] is None else _bet_told(Bet(**bets[seat]))) for seat in _in_order(state)]
        return {"next": enter, "deal": deal, "bidders": told, "rows": None, "trick": None}
    trick = _next_trick(draft)
    enter = Message("Score deal {deal}", deal=deal) if trick is None else Message("Enter trick {trick}", trick=trick)
    rows = _trick_rows(state, draft, trick)
    return {"next": enter, "deal": deal, "trick": trick, "rows": rows, "bidders": None}


def outcome(state: State, entry: Any, steps: tuple[Any, ...]) -> dict[str, Any]:
    return {}


def progress(state: State) -> Message:
    played = len(state.starts)
    if state.finished:
        return Message("{count} deal played", "{count} deals played", played)
    return Message("Deal {deal} of {deals}", deal=played + 1, deals=DEALS)


def entry_title(number: int) -> Message:
    return Message("Deal {number}", number=number)


def told(slot: str, value: Any) -> Message:
    if slot == ALL_BETS:
        beads = joined([_bet_short(seat, bet) for seat, bet in enumerate(value)])
        return Message("bets: {bets}", bets=beads)
    seat = seat_of_bet(slot)
    if seat is not None:
        return _bet_announced(seat, value)
    return Message("trick {number} to {seat}", number=slot.removeprefix("trick-"), seat=Seat(value))


def seat_of_bet(slot: str) -> int | None:
    """The seat whose bet a slot holds; None for any other slot."""
    return int(slot.removeprefix("bet-")) if slot.startswith("bet-") else None


def _bet_announced(seat: int, bet: Mapping[str, Any]) -> Message:
    if bet["safety"]:
        return Message("{seat} bets {beads} with safety", seat=Seat(seat), beads=bet["beads"])
    return Message("{seat} bets {beads}", seat=Seat(seat), beads=bet["beads"])


def _bet_short(seat: int, bet: Mapping[str, Any]) -> Message:
    if bet["safety"]:
        return Message("{seat} {beads} with safety", seat=Seat(seat), beads=bet["beads"])
    return Message("{seat} {beads}", seat=Seat(seat), beads=bet["beads"])


def rematch(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The same settings; the next seat clockwise opens."""
    return {**options, "start": (options["start"] + 1) % seats}
