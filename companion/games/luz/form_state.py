"""The variables of the form of a deal of Luz: the bets, the tricks so far, and their score."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, joined
from companion.game.pages.form import Draft, Posted, number
from companion.games.luz.describe import describe_bet, describe_part
from companion.games.luz.draft import bets_of, winners_of
from companion.games.luz.progress import needs, pictures
from companion.games.luz.rules import TRICKS, Bet, opener, reward, score_bet
from companion.games.luz.state import State

BEADS = 15


def as_shown(bet: Mapping[str, Any]) -> str:
    """Return the text for a bet in the hidden field `was0`: "3", with safety "3s"."""
    return f"{bet['beads']}{'s' if bet['safety'] else ''}"


def next_trick(draft: Draft) -> int | None:
    """Return the number of the first trick without a winner, None if all have one."""
    winners = winners_of(draft)
    return winners.index(None) + 1 if None in winners else None


def in_bidding_order(state: State) -> list[int]:
    """Return the seats in bidding order."""
    first, seats = opener(state) or 0, state.setup.seats
    return [(first + step) % seats for step in range(seats)]


def deal_of(state: State) -> int:
    """Return the number of the running deal."""
    return len(state.starts) + 1


def bets_view(state: State, draft: Draft, query: Posted) -> dict[str, Any]:
    """Return the form for all bets, or for the bet of the seat in the field `seat`."""
    deal, bets = deal_of(state), bets_of(draft, state.setup.seats)
    own = None if query.get("bets") else number(query, "seat", 0, state.setup.seats - 1)
    rows = [_bet_row(seat, bets[seat], query) for seat in in_bidding_order(state)]
    shown = [row for row in rows if own in (None, row["seat"])]
    return {
        "title": Message("Bets") if own is None else Message("Bet of {seat}", seat=Seat(own)),
        "stage": f"bets-{deal}-{own}-{None not in bets}",
        "mode": "bets",
        "deal": deal,
        "own": own,
        "rows": shown,
        "bets": described_bets(state, bets),
        "missing": [seat for seat, bet in enumerate(bets) if bet is None],
        "opening": opener(state),
        "beads_elsewhere": sum(row["beads"] or 0 for row in rows if row not in shown),
        "beads_in": sum(row["beads"] or 0 for row in rows),
        "supply": BEADS,
        "pays": (reward(deal, safety=False), reward(deal, safety=True)),
    }


def _bet_row(seat: int, bet: Mapping[str, Any] | None, query: Posted) -> dict[str, Any]:
    """Return a seat's bet on the form: the tapped one, else the one in the draft."""
    beads, safety = number(query, f"b{seat}", 0, TRICKS), query.get(f"s{seat}") is not None
    if beads is None and bet is not None and query.get("stage") is None:
        beads, safety = bet["beads"], bet["safety"]
    return {"seat": seat, "beads": beads, "safety": safety, "was": None if bet is None else as_shown(bet)}


def tricks_view(state: State, draft: Draft, query: Posted) -> dict[str, Any]:
    """Return the form for the winner of one trick."""
    winners = winners_of(draft)
    missing = next_trick(draft)
    current = number(query, "trick", 1, missing or TRICKS) or missing
    deal = deal_of(state)
    rows = trick_rows(state, draft, current)
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
    return {"scoring": rows, "forecast": forecast(deal_of(state), rows)}


def forecast(deal: int, rows: Sequence[Mapping[str, Any]], hidden: Collection[int] = ()) -> Message | None:
    """Say what the deal scores with the tricks so far, without hidden seats; None if all are hidden."""
    gains = [gain(row) for row in rows if row["seat"] not in hidden]
    if not gains:
        return None
    if sum(row["taken"] for row in rows) == TRICKS:
        return Message("Deal {deal} will score: {points}.", deal=deal, points=joined(gains))
    return Message("If the deal stopped here: {points}.", points=joined(gains))


def _totals_rows(state: State, draft: Draft, taken: list[int | None]) -> list[dict[str, Any]]:
    """Return the points of each bet with these numbers of tricks."""
    bets, deal = bets_of(draft, state.setup.seats), deal_of(state)
    counts = [count or 0 for count in taken]
    scored = [score_bet(deal, Bet(**bet), counts[seat], seat).points for seat, bet in enumerate(bets)]
    return [{"seat": seat, "taken": counts[seat], "points": points} for seat, points in enumerate(scored)]


def gain(row: Mapping[str, Any]) -> Message:
    """Describe the points of a seat if the deal stopped here: "Ann +10"."""
    seat, points = Seat(row["seat"]), row["points"]
    if points > 0:
        return Message("{seat} +{points}", seat=seat, points=points)
    return Message("{seat} {points}", seat=seat, points=points)


def trick_rows(state: State, draft: Draft, current: int | None) -> list[dict[str, Any]]:
    """Return a row for each seat: its bet, its tricks, what it still needs, and its points if the deal stopped here."""
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
                "bet": describe_bet(bet),
                "description": describe_part("trick-{trick}", seat),
                "points": score_bet(deal_of(state), bet, taken, seat).points,
            }
        )
    return rows


def deal_rows(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each seat of a deal that was entered: its bet, in words and beads, and its tricks."""
    bets = [Bet(**bet) for bet in entry["bets"]]
    winners = entry.get("winners")
    taken = entry["tricks"] if winners is None else [winners.count(seat) for seat in range(len(bets))]
    return [
        {"seat": seat, "taken": taken[seat], "pictures": pictures(bet, taken[seat]), "bet": describe_bet(bet)}
        for seat, bet in enumerate(bets)
    ]


def _leader(state: State, winners: list[int | None], current: int | None) -> int | None:
    """Return who leads the current trick: the winner of the one before, or the opener of the deal."""
    if current is None:
        return None
    return opener(state) if current == 1 else winners[current - 2]


def totals_view(state: State, draft: Draft, query: Posted) -> dict[str, Any]:
    """Return the form for the number of tricks of each seat."""
    taken = [number(query, f"t{seat}", 0, TRICKS) for seat in range(state.setup.seats)]
    rows = _totals_rows(state, draft, taken)
    shown = {"stage": f"totals-{deal_of(state)}", "mode": "totals", "taken": taken}
    return {**tricks_view(state, draft, query), **shown, **_forecast(state, rows)}


def described_bets(state: State, bets: Sequence[Any]) -> list[tuple[int, Message | None]]:
    """Return each seat in bidding order with a description of its bet, None if it is missing."""
    described = [None if bet is None else describe_bet(Bet(**bet)) for bet in bets]
    return [(seat, described[seat]) for seat in in_bidding_order(state)]
