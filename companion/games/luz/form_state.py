"""The state of the form of a deal of Luz: the bets, the tricks so far, and their score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Json, Message, Seat, joined
from companion.game.pages.form import Draft, Posted, number
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView, Viewer
from companion.games.luz.draft import TRICK, bet_of, bets_of, describe_bet, describe_part, missing_bets, winners_of
from companion.games.luz.rules import TRICKS, Bet, State, is_made, opener, reward, score_bet


@dataclass(frozen=True)
class BetField:
    """The fields of a seat's bet: the tapped values, and as `saved` the bet in the draft, "3" or "3s" with safety."""

    seat: int
    beads: int | None
    safety: bool
    saved: str | None


@dataclass(frozen=True)
class DealRow:
    """A seat in a deal. Its bet in words and beads, what it needs and its points are None or empty if hidden."""

    seat: int
    taken: int
    leads: bool = False
    description: Message | None = None
    pictures: Sequence[str] = ()
    needs: Message | None = None
    bet: Message | None = None
    points: int | None = None


Bidders = Sequence[tuple[int, Message | None]]
"""Each seat in bidding order with its bet, None if it is missing."""


@dataclass(frozen=True, kw_only=True)
class BetsView(EntryView):
    """The form for all bets, or for the bet of `own_seat`; `rewards` are the points without and with safety."""

    mode: str = "bets"
    deal: int
    own_seat: int | None
    rows: Sequence[BetField]
    bets: Bidders
    opening: int | None
    beads_elsewhere: int
    beads_in: int
    supply: int
    rewards: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class TricksView(EntryView):
    """The form for the winner of trick `current`, or in mode "totals" for the numbers of tricks `taken`."""

    mode: str
    deal: int
    winners: Sequence[int | None]
    count: int
    current: int | None
    rows: Sequence[DealRow]
    taken: Sequence[int | None] = ()
    forecast: Message | None


@dataclass(frozen=True, kw_only=True)
class DealSheet(SheetView):
    """The running deal: its `bidders` while bets are missing, then its `rows`."""

    deal: int
    bidders: Bidders | None = None
    trick: int | None = None
    rows: Sequence[DealRow] | None = None


@dataclass(frozen=True, kw_only=True)
class DealView(OutcomeView):
    """A deal after it was scored."""

    rows: Sequence[DealRow]


BEADS = 15


def bet_text(bet: Mapping[str, Any]) -> str:
    """Return a bet as the text of the hidden field `was0`: "3", or "3s" with the safety bead."""
    return f"{bet['beads']}{'s' if bet['safety'] else ''}"


def next_trick(draft: Draft) -> int | None:
    """Return the number of the first trick without a winner, None if all have one."""
    winners = winners_of(draft)
    return winners.index(None) + 1 if None in winners else None


def in_bidding_order(state: State, viewer: Viewer) -> list[int]:
    """Return the seats in bidding order."""
    first, seats = viewer.disclose(opener, state) or 0, state.setup.seats
    return [(first + step) % seats for step in range(seats)]


def deal_of(state: State) -> int:
    """Return the number of the running deal."""
    return len(state.starts) + 1


def bets_view(state: State, draft: Draft, query: Posted, viewer: Viewer) -> BetsView:
    """Return the form for all bets, or for the bet of the seat in the field `seat`."""
    deal, seats, is_whole = deal_of(state), state.setup.seats, not missing_bets(draft, state.setup.seats)
    own_seat = None if query.get("bets") else number(query, "seat", 0, seats - 1)
    bets = bets_of(viewer.typed(draft), seats)
    rows = [_bet_field(seat, bets[seat], query) for seat in in_bidding_order(state, viewer)]
    shown_rows = [row for row in rows if own_seat in (None, row.seat)]
    return BetsView(
        title=Message("Bets") if own_seat is None else Message("Bet of {seat}", seat=Seat(own_seat)),
        stage=f"bets-{deal}-{own_seat}-{is_whole}",
        deal=deal,
        own_seat=own_seat,
        rows=shown_rows,
        bets=bet_descriptions(state, draft, viewer),
        opening=viewer.disclose(opener, state),
        beads_elsewhere=sum(row.beads or 0 for row in rows if row not in shown_rows),
        beads_in=sum(row.beads or 0 for row in rows),
        supply=BEADS,
        rewards=(reward(deal, safety=False), reward(deal, safety=True)),
    )


def _bet_field(seat: int, bet: Mapping[str, Any] | None, query: Posted) -> BetField:
    """Return a seat's bet on the form: the tapped bet, else the bet in the draft."""
    beads, safety = number(query, f"b{seat}", 0, TRICKS), query.get(f"s{seat}") is not None
    if beads is None and bet is not None and query.get("stage") is None:
        beads, safety = bet["beads"], bet["safety"]
    return BetField(seat, beads, safety, None if bet is None else bet_text(bet))


def tricks_view(state: State, draft: Draft, query: Posted, viewer: Viewer, mode: str = "tricks") -> TricksView:
    """Return the form for the winner of one trick, or in the mode "totals" for the number of tricks of each seat."""
    deal, seats, missing = deal_of(state), range(state.setup.seats), next_trick(draft)
    has_totals = mode == "totals"
    current = missing if has_totals else number(query, "trick", 1, missing or TRICKS) or missing
    rows = trick_rows(state, draft, current, viewer)
    typed = [number(query, f"t{seat}", 0, TRICKS) for seat in seats] if has_totals else []
    counts = [count or 0 for count in typed] or [row.taken for row in rows]
    return TricksView(
        title=Message("Tricks"),
        stage=f"{mode}-{deal}",
        mode=mode,
        deal=deal,
        winners=winners_of(draft),
        count=TRICKS if missing is None else missing - 1,
        current=current,
        rows=rows,
        taken=typed,
        forecast=_forecast(deal, counts, [_points(deal, draft, seat, counts[seat], viewer) for seat in seats]),
    )


def _points(deal: int, draft: Draft, seat: int, taken: int, viewer: Viewer) -> int | None:
    """Return the points of a seat's bet with this many tricks, None if they are hidden."""
    bet = _visible_bet(draft, seat, viewer)
    return None if bet is None else score_bet(deal, bet, taken, seat).points


def _visible_bet(draft: Draft, seat: int, viewer: Viewer) -> Bet | None:
    bet = bet_of(draft, seat) if viewer.sees(seat) else None
    return None if bet is None else Bet(**bet)


def _forecast(deal: int, taken: Sequence[int], points: Sequence[int | None]) -> Message | None:
    """Say what the deal scores with the tricks so far, without hidden seats; None if all are hidden."""
    values: list[Json] = [{"seat": Seat(seat), "points": gain} for seat, gain in enumerate(points) if gain is not None]
    gains = [
        Message("{seat} +{points}", **gain) if gain["points"] > 0 else Message("{seat} {points}", **gain)
        for gain in values
    ]
    if not gains:
        return None
    if sum(taken) == TRICKS:
        return Message("Deal {deal} will score: {points}.", deal=deal, points=joined(gains))
    return Message("If the deal stopped here: {points}.", points=joined(gains))


def trick_rows(state: State, draft: Draft, current: int | None, viewer: Viewer) -> list[DealRow]:
    """Return a row for each seat: its tricks, bet and needs, and its points if the deal stopped here."""
    winners = winners_of(draft)
    leader = _leader(state, winners, current, viewer)
    return [
        _trick_row(deal_of(state), seat, winners, seat == leader, _visible_bet(draft, seat, viewer))
        for seat in range(state.setup.seats)
    ]


def _trick_row(deal: int, seat: int, winners: list[int | None], leads: bool, bet: Bet | None) -> DealRow:
    taken, description = winners.count(seat), describe_part(f"{TRICK}{{trick}}", seat)
    if bet is None:
        return DealRow(seat, taken, leads, description)
    return DealRow(
        seat=seat,
        taken=taken,
        leads=leads,
        description=description,
        pictures=pictures(bet, taken),
        needs=needs(bet, taken, winners.count(None)),
        bet=describe_bet(bet),
        points=score_bet(deal, bet, taken, seat).points,
    )


def deal_rows(entry: Mapping[str, Any], viewer: Viewer) -> list[DealRow]:
    """Return a row for each seat of an entered deal: its tricks, and its bet in words and beads."""
    seats, winners = range(len(entry["bets"])), entry.get("winners")
    taken = entry["tricks"] if winners is None else [winners.count(seat) for seat in seats]
    return [_deal_row(seat, taken[seat], entry["bets"][seat] if viewer.sees(seat) else None) for seat in seats]


def _deal_row(seat: int, taken: int, bet: Mapping[str, Any] | None) -> DealRow:
    if bet is None:
        return DealRow(seat, taken)
    return DealRow(seat, taken, pictures=pictures(Bet(**bet), taken), bet=describe_bet(Bet(**bet)))


def _leader(state: State, winners: list[int | None], current: int | None, viewer: Viewer) -> int | None:
    """Return the seat that leads the current trick: the winner of the last trick, or the opener of the deal."""
    if current is None:
        return None
    return viewer.disclose(opener, state) if current == 1 else winners[current - 2]


def bet_descriptions(state: State, draft: Draft, viewer: Viewer) -> Bidders:
    """Return each seat in bidding order with a description of its bet, None if it is missing."""
    missing = missing_bets(draft, state.setup.seats)
    return [
        (seat, None if seat in missing else _bet_description(draft, seat, viewer))
        for seat in in_bidding_order(state, viewer)
    ]


def _bet_description(draft: Draft, seat: int, viewer: Viewer) -> Message:
    bet = _visible_bet(draft, seat, viewer)
    return Message("bet is in") if bet is None else describe_bet(bet)


def needs(bet: Bet, taken: int, left: int) -> Message:
    """Return a sentence about what a seat still needs after taking `taken` tricks, with `left` tricks to come.

    >>> [str(needs(Bet(2, safety=True), taken, left=5)) for taken in (1, 2, 3, 4)]
    ['needs 1 or 2', 'on target, 1 more allowed', 'on target, take no more', '1 too many']
    >>> [str(needs(Bet(3, safety=False), taken=0, left=left)) for left in (4, 2, 0)]
    ['needs 3', 'needs 3, only 2 left', '3 short']
    """
    missing, most = bet.beads - taken, bet.beads + bet.safety
    if is_made(bet, taken):
        return Message("on target, 1 more allowed") if taken < most else Message("on target, take no more")
    if missing < 0:
        return Message("{count} too many", count=taken - most)
    if left == 0:
        return Message("{missing} short", missing=missing)
    if missing > left:
        return Message("needs {missing}, only {left} left", missing=missing, left=left)
    if bet.safety and missing < left:
        return Message("needs {missing} or {more}", missing=missing, more=missing + 1)
    return Message("needs {missing}", missing=missing)


def pictures(bet: Bet, taken: int) -> list[str]:
    """Return the CSS classes of a bet's beads: yellow or blue, `in` if the trick was taken; `over` for extra tricks.

    >>> pictures(Bet(2, safety=True), 4)
    ['yellow in', 'yellow in', 'blue in', 'over']
    """
    beads = [f"yellow{' in' * (bead < taken)}" for bead in range(bet.beads)]
    if bet.safety:
        beads.append(f"blue{' in' * (taken > bet.beads)}")
    return beads + ["over"] * (taken - len(beads))
