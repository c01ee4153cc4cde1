"""The entry form of Luz: the bets, on one phone or on several, then the tricks one by one or as totals."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Json, Message, RuleError, Seat, Setup, Step, integer, joined, joined_seats, shown
from companion.forms.form import (
    Draft,
    EntryForm,
    Filled,
    FormError,
    Part,
    Parts,
    Posted,
    Whole,
    all_numbers,
    consecutive_slots,
    known_slots,
    number,
    numbers,
)
from companion.forms.pieces import Pieces, PieceWords, SeatSlots
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.luz.rules import DEALS, TRICKS, Bet, State, is_made, opener, read_bet, reward, score_bet

SLOTS = SeatSlots("bet")
"""The slots of the seats' bets."""
TRICK = "trick-"
TRICK_SLOTS = [f"{TRICK}{trick}" for trick in range(1, TRICKS + 1)]
"""The slots of the winners of the tricks."""
_TOTALS = "tricks"
"""The slot of the tricks as totals: one part, because totals that are valid separately may not add up to ten."""


def bets_of(draft: Mapping[str, Any], seats: int) -> list[Any]:
    """Return each seat's bet as JSON, None if it is missing."""
    return [draft.get(slot) for slot in SLOTS.all(seats)]


def missing_bets(draft: Draft, seats: int) -> list[int]:
    """Return the seats whose bet is missing, without reading any bet, which may be hidden."""
    return [seat for seat in range(seats) if SLOTS.of(seat) not in draft]


def winners_of(draft: Mapping[str, Any]) -> list[int | None]:
    """Return the seat that took each of the ten tricks, None for missing ones."""
    return [draft.get(slot) for slot in TRICK_SLOTS]


def next_trick(draft: Draft) -> int | None:
    """Return the number of the first trick without a winner, None if all have one."""
    winners = winners_of(draft)
    return winners.index(None) + 1 if None in winners else None


def describe_bet(bet: Bet) -> Message:
    """Describe a bet without its seat: "bet 3 with safety"."""
    return (
        Message("bet {beads} with safety", beads=bet.beads) if bet.safety else Message("bet {beads}", beads=bet.beads)
    )


def describe_part(slot: str, value: Any) -> Message:
    """Describe a part of the running deal in a few words."""
    seat = SLOTS.seat_of(slot)
    if seat is None:
        return Message("trick {number} to {seat}", number=slot.removeprefix(TRICK), seat=Seat(value))
    if value["safety"]:
        return Message("{seat} bets {beads} with safety", seat=Seat(seat), beads=value["beads"])
    return Message("{seat} bets {beads}", seat=Seat(seat), beads=value["beads"])


def bet_text(bet: Mapping[str, Any]) -> str:
    """Return a bet as the text of the hidden field `was0`: "3", or "3s" with the safety bead."""
    return f"{bet['beads']}{'s' if bet['safety'] else ''}"


def in_bidding_order(state: State, viewer: Viewer) -> list[int]:
    """Return the seats in bidding order."""
    first, seats = viewer.disclose(opener, state) or 0, state.setup.seats
    return [(first + step) % seats for step in range(seats)]


def deal_of(state: State) -> int:
    """Return the number of the running deal."""
    return len(state.starts) + 1


def bets_view(state: State, draft: Draft, query: Posted, viewer: Viewer) -> View:
    """Return the form for all bets, or for the bet of the seat in the field `seat`."""
    deal, seats, is_whole = deal_of(state), state.setup.seats, not missing_bets(draft, state.setup.seats)
    own_seat = None if query.get("bets") else number(query, "seat", 0, seats - 1)
    bets = bets_of(viewer.typed(draft), seats)
    rows = [_bet_row(seat, bets[seat], query) for seat in in_bidding_order(state, viewer)]
    shown_rows = [row for row in rows if own_seat in (None, row.seat)]
    return View(
        mode="bets",
        title=Message("Bets") if own_seat is None else Message("Bet of {seat}", seat=Seat(own_seat)),
        stage=f"bets-{deal}-{own_seat}-{is_whole}",
        deal=deal,
        own_seat=own_seat,
        rows=shown_rows,
        bets=bet_descriptions(state, draft, viewer),
        opening=viewer.disclose(opener, state),
        beads_elsewhere=sum(row.beads or 0 for row in rows if row not in shown_rows),
        beads_in=sum(row.beads or 0 for row in rows),
        supply=15,
        rewards=(reward(deal, safety=False), reward(deal, safety=True)),
    )


def _bet_row(seat: int, bet: Mapping[str, Any] | None, query: Posted) -> View:
    """Return a seat's bet on the form: the tapped bet, else the one in the draft, which is `saved` as a text."""
    beads, safety = number(query, f"b{seat}", 0, TRICKS), query.get(f"s{seat}") is not None
    if beads is None and bet is not None and query.get("stage") is None:
        beads, safety = bet["beads"], bet["safety"]
    return View(seat=seat, beads=beads, safety=safety, saved=None if bet is None else bet_text(bet))


def tricks_view(state: State, draft: Draft, query: Posted, viewer: Viewer, mode: str = "tricks") -> View:
    """Return the form for the winner of one trick, or in the mode "totals" for the number of tricks of each seat."""
    deal, seats, missing = deal_of(state), range(state.setup.seats), next_trick(draft)
    has_totals = mode == "totals"
    current = missing if has_totals else number(query, "trick", 1, missing or TRICKS) or missing
    rows = trick_rows(state, draft, current, viewer)
    typed = numbers(query, "t", len(seats), 0, TRICKS) if has_totals else []
    counts = [count or 0 for count in typed] or [row.taken for row in rows]
    bets = [_visible_bet(draft, seat, viewer) for seat in seats]
    return View(
        title=Message("Tricks"),
        stage=f"{mode}-{deal}",
        mode=mode,
        deal=deal,
        winners=winners_of(draft),
        count=TRICKS if missing is None else missing - 1,
        current=current,
        rows=rows,
        taken=typed,
        forecast=_forecast(deal, counts, bets),
    )


def _visible_bet(draft: Draft, seat: int, viewer: Viewer) -> Bet | None:
    bet = draft.get(SLOTS.of(seat)) if viewer.sees(seat) else None
    return None if bet is None else Bet(**bet)


def _forecast(deal: int, taken: Sequence[int], bets: Sequence[Bet | None]) -> Message | None:
    """Say what the deal scores with the tricks so far, without hidden seats; None if all are hidden."""
    scored = [score_bet(deal, bet, taken[seat], seat) for seat, bet in enumerate(bets) if bet is not None]
    values: list[Json] = [{"seat": Seat(step.seat or 0), "points": step.points or 0} for step in scored]
    if not values:
        return None
    gains = joined([Message("{seat} +{points}", **gain) if gain["points"] > 0 else Message("{seat} {points}", **gain)
                    for gain in values])  # fmt: skip
    if sum(taken) == TRICKS:
        return Message("Deal {deal} will score: {points}.", deal=deal, points=gains)
    return Message("If the deal stopped here: {points}.", points=gains)


def trick_rows(state: State, draft: Draft, current: int | None, viewer: Viewer) -> list[View]:
    """Return a row for each seat: its tricks, bet and needs, and its points if the deal stopped here."""
    deal, winners, rows = deal_of(state), winners_of(draft), []
    leader = None if current is None else viewer.disclose(opener, state) if current == 1 else winners[current - 2]
    for seat in range(state.setup.seats):
        taken, bet = winners.count(seat), _visible_bet(draft, seat, viewer)
        rows.append(
            View(
                **_seat_row(seat, taken, bet),
                leads=seat == leader,
                description=describe_part(f"{TRICK}{{trick}}", seat),
                needs=bet and needs(bet, taken, winners.count(None)),
                points=bet and score_bet(deal, bet, taken).points,
            )
        )
    return rows


def deal_rows(entry: Mapping[str, Any], viewer: Viewer) -> list[View]:
    """Return a row for each seat of an entered deal: its tricks, and its bet in words and beads."""
    seats, winners = range(len(entry["bets"])), entry.get("winners")
    taken = entry["tricks"] if winners is None else [winners.count(seat) for seat in seats]
    bets = [Bet(**entry["bets"][seat]) if viewer.sees(seat) else None for seat in seats]
    return [View(**_seat_row(seat, taken[seat], bets[seat])) for seat in seats]


def _seat_row(seat: int, taken: int, bet: Bet | None) -> Json:
    """Return what each row of a seat has: its tricks, and its bet in words and beads unless it is hidden."""
    drawn = pictures(bet, taken) if bet else []
    return {"seat": seat, "taken": taken, "bet": bet and describe_bet(bet), "pictures": drawn}


def bet_descriptions(state: State, draft: Draft, viewer: Viewer) -> list[tuple[int, Message | None]]:
    """Return each seat in bidding order with a description of its bet, None if it is missing."""
    missing = missing_bets(draft, state.setup.seats)
    bets = {seat: _visible_bet(draft, seat, viewer) for seat in in_bidding_order(state, viewer)}
    return [
        (seat, None if seat in missing else Message("bet is in") if bet is None else describe_bet(bet))
        for seat, bet in bets.items()
    ]


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


def _read_bets(posted: Posted, state: State) -> Parts:
    """Read the bets that were changed on the form; the field `was0` holds the bet of seat 0 as the page showed it."""
    names = ("b{}", "s{}")
    order = in_bidding_order(state, EVERYTHING)
    on_form = [seat for seat in order if any(posted.get(name.format(seat)) is not None for name in names)]
    if not on_form:
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        _read_bet(posted, order[0] if seat is None else seat)
    bets = {seat: _read_bet(posted, seat) for seat in on_form}
    return Parts({SLOTS.of(seat): bet for seat, bet in bets.items() if posted.get(f"was{seat}") != bet_text(bet)})


def _read_bet(posted: Posted, seat: int) -> Json:
    beads = number(posted, f"b{seat}", 0, TRICKS)
    if beads is None:
        raise FormError("{seat} still has to bet: tap a number of beads from 0 to 10.", seat=Seat(seat))
    return {"beads": beads, "safety": posted.get(f"s{seat}") is not None}


def _read_trick(posted: Posted, state: State, draft: Draft) -> Part:
    trick, winner = number(posted, "trick", 1, TRICKS), number(posted, "winner", 0, state.setup.seats - 1)
    if trick is None or winner is None:
        raise FormError("Tap the player who took the trick.")
    missing = next_trick(draft)
    if missing is not None and trick > missing:
        raise FormError("Trick {number} comes first.", number=missing)
    return Part(TRICK_SLOTS[trick - 1], winner)


def _ask_tricks(seats: joined) -> Message:
    return Message("How many tricks did {seats} take? Tap a number for each.", seats=seats)


def _read_score(bets: list[Any], draft: Draft) -> Whole:
    winners = winners_of(draft)
    if None in winners:
        raise FormError(
            "{count} of 10 tricks are in; tap who took the others.", count=len(winners) - winners.count(None)
        )
    return Whole({"bets": bets, "winners": winners})


def _totals_words(taken: Any) -> PieceWords:
    if taken is None:
        return PieceWords((), (Message("trick by trick"),))
    phrases = [
        Message("{seat} took {count} trick", "{seat} took {count} tricks", count, seat=Seat(seat))
        for seat, count in enumerate(taken)
    ]
    return PieceWords((), phrases)


class Form(EntryForm):
    """The entry form of Luz; drafts and pieces map slots of seats to bets, and slots of tricks to winners."""

    slots = SLOTS
    fields = ("trick", "totals", "bets", "seat")
    start_option = "start"

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Parts | Whole:
        """Read a posted form; its field `stage` is bets, trick, totals or score."""
        stage = posted.get("stage")
        if stage == "bets":
            return _read_bets(posted, state)
        bets = bets_of(draft, state.setup.seats)
        if missing := [seat for seat, bet in enumerate(bets) if bet is None]:
            raise FormError("Before the tricks the bets of {seats} are needed.", seats=joined_seats(missing))
        if stage == "trick":
            return _read_trick(posted, state, draft)
        if stage == "totals":
            return Whole({"bets": bets, "tricks": all_numbers(posted, "t", len(bets), 0, TRICKS, _ask_tricks)})
        if stage == "score":
            return _read_score(bets, draft)
        raise FormError("The form says neither bets nor tricks; load the page again.")

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the form for bets, tricks or totals."""
        if missing_bets(draft, state.setup.seats) or query.get("bets") or query.get("stage") == "bets":
            return bets_view(state, draft, query, viewer)
        if query.get("totals") or query.get("stage") == "totals":
            return tricks_view(state, draft, query, viewer, "totals")
        return tricks_view(state, draft, query, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the bets or the tricks of the running deal."""
        if state.finished:
            return View()
        deal = deal_of(state)
        if missing_bets(draft, state.setup.seats):
            enter = Message("Enter the bets of deal {deal}", deal=deal)
            return View(next=enter, deal=deal, rows=None, bidders=bet_descriptions(state, draft, viewer))
        trick = next_trick(draft)
        enter = (
            Message("Score deal {deal}", deal=deal) if trick is None else Message("Enter trick {trick}", trick=trick)
        )
        return View(next=enter, deal=deal, trick=trick, rows=trick_rows(state, draft, trick, viewer))

    def picture(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return each seat's bet in beads, and the tricks that it took."""
        return View(rows=deal_rows(entry, viewer))

    def progress(self, state: State) -> Message:
        """Return the running deal, at the end the number of deals."""
        played = len(state.starts)
        if state.finished:
            return Message("{count} deal played", "{count} deals played", played)
        return Message("Deal {deal} of {deals}", deal=played + 1, deals=DEALS)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Deal 2"."""
        return Message("Deal {number}", number=number)

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft of an entry, and the query parameters, which only an entry with totals needs."""
        draft: Json = {SLOTS.of(seat): bet for seat, bet in enumerate(entry["bets"])}
        if "winners" in entry:
            return draft | dict(zip(TRICK_SLOTS, entry["winners"], strict=True)), {}
        fields = {f"t{seat}": str(taken) for seat, taken in enumerate(entry[_TOTALS])}
        return draft | {_TOTALS: entry[_TOTALS]}, {"totals": "1", **fields}

    def entry_from_draft(self, state: State, draft: Draft) -> Any | None:
        """Return the deal once the draft has all bets and all tricks."""
        totals = draft.get(_TOTALS)
        result = {"winners": winners_of(draft)} if totals is None else {"tricks": totals}
        entry = {"bets": bets_of(draft, state.setup.seats), **result}
        return None if None in entry["bets"] or None in entry.get("winners", ()) else entry

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft in the order of entering; raise `RuleError` if the form could not have produced it."""
        seats = state.setup.seats
        slots, bets = known_slots(draft, [*SLOTS.all(seats), *TRICK_SLOTS]), SLOTS.parts(draft, seats)
        for seat, bet in bets.items():
            read_bet(bet, seat)
        tricks = consecutive_slots({slot: draft[slot] for slot in slots if slot in TRICK_SLOTS}, TRICK_SLOTS)
        if tricks and len(bets) < seats:
            raise RuleError("a part is missing before {slot}", slot=shown(tricks[0]))
        for trick, slot in enumerate(tricks, 1):
            integer(draft[slot], Message("the winner of trick {number}", number=trick), 0, seats - 1)
        return {slot: draft[slot] for slot in slots}

    def pieces(self, state: State, entry: Any) -> Pieces:
        """Return the bets, and the winner of each trick or the totals."""
        return self.draft_from_entry(state, entry)[0]

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a bet, the winner of a trick, or the totals."""
        if name == _TOTALS:
            return _totals_words(value)
        seat = SLOTS.seat_of(name)
        if seat is not None:
            return PieceWords((seat,), (Message("no bet") if value is None else describe_bet(Bet(**value)),))
        if value is None:
            return PieceWords((), (Message("trick {number}: not told", number=name.removeprefix(TRICK)),))
        return PieceWords((), (describe_part(name, value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a bet or the winner of a trick."""
        return describe_part(slot, value)


FORM = Form()
