"""The entry form of Luz: the bets, on one phone or on several, then the tricks one by one or as totals."""

from collections.abc import Sequence
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
)
from companion.forms.pieces import Pieces, PieceWords
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.luz import form_state
from companion.games.luz.form_state import SLOTS, TRICK, TRICK_SLOTS
from companion.games.luz.rules import DEALS, TRICKS, Bet, State, read_bet

_TOTALS = "tricks"
"""The slot of the tricks as totals: one part, because totals that are valid separately may not add up to ten."""


def _read_bets(posted: Posted, state: State) -> Parts:
    """Read the bets that were changed on the form; the field `was0` holds the bet of seat 0 as the page showed it."""
    names = ("b{}", "s{}")
    order = form_state.in_bidding_order(state, EVERYTHING)
    on_form = [seat for seat in order if any(posted.get(name.format(seat)) is not None for name in names)]
    if not on_form:
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        _read_bet(posted, order[0] if seat is None else seat)
    bets = {seat: _read_bet(posted, seat) for seat in on_form}
    return Parts(
        {SLOTS.of(seat): bet for seat, bet in bets.items() if posted.get(f"was{seat}") != form_state.bet_text(bet)}
    )


def _read_bet(posted: Posted, seat: int) -> Json:
    beads = number(posted, f"b{seat}", 0, TRICKS)
    if beads is None:
        raise FormError("{seat} still has to bet: tap a number of beads from 0 to 10.", seat=Seat(seat))
    return {"beads": beads, "safety": posted.get(f"s{seat}") is not None}


def _read_trick(posted: Posted, state: State, draft: Draft) -> Part:
    trick, winner = number(posted, "trick", 1, TRICKS), number(posted, "winner", 0, state.setup.seats - 1)
    if trick is None or winner is None:
        raise FormError("Tap the player who took the trick.")
    missing = form_state.next_trick(draft)
    if missing is not None and trick > missing:
        raise FormError("Trick {number} comes first.", number=missing)
    return Part(TRICK_SLOTS[trick - 1], winner)


def _ask_tricks(seats: joined) -> Message:
    return Message("How many tricks did {seats} take? Tap a number for each.", seats=seats)


def _read_score(bets: list[Any], draft: Draft) -> Whole:
    winners = form_state.winners_of(draft)
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
        bets = form_state.bets_of(draft, state.setup.seats)
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
        if form_state.missing_bets(draft, state.setup.seats) or query.get("bets") or query.get("stage") == "bets":
            return form_state.bets_view(state, draft, query, viewer)
        if query.get("totals") or query.get("stage") == "totals":
            return form_state.tricks_view(state, draft, query, viewer, "totals")
        return form_state.tricks_view(state, draft, query, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the bets or the tricks of the running deal."""
        if state.finished:
            return View()
        deal = form_state.deal_of(state)
        if form_state.missing_bets(draft, state.setup.seats):
            enter = Message("Enter the bets of deal {deal}", deal=deal)
            return View(next=enter, deal=deal, rows=None, bidders=form_state.bet_descriptions(state, draft, viewer))
        trick = form_state.next_trick(draft)
        enter = (
            Message("Score deal {deal}", deal=deal) if trick is None else Message("Enter trick {trick}", trick=trick)
        )
        return View(next=enter, deal=deal, trick=trick, rows=form_state.trick_rows(state, draft, trick, viewer))

    def picture(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return each seat's bet in beads, and the tricks that it took."""
        return View(rows=form_state.deal_rows(entry, viewer))

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
        result = {"winners": form_state.winners_of(draft)} if totals is None else {"tricks": totals}
        entry = {"bets": form_state.bets_of(draft, state.setup.seats), **result}
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
            return PieceWords((seat,), (Message("no bet") if value is None else form_state.describe_bet(Bet(**value)),))
        if value is None:
            return PieceWords((), (Message("trick {number}: not told", number=name.removeprefix(TRICK)),))
        return PieceWords((), (form_state.describe_part(name, value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a bet or the winner of a trick."""
        return form_state.describe_part(slot, value)


FORM = Form()
