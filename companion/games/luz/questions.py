"""The referee's questions about Luz: who takes a trick, which cards are allowed, the points of a bet, the ranking."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import Answer, Message, Question, Seat, by_seat, flag, integer, joined, ranking_answer
from companion.engine.pages.form import Posted, number
from companion.engine.pages.help import QuestionInput, join_values, split_values
from companion.engine.pages.keypad import Column, grid_form
from companion.engine.pages.viewer import View
from companion.games.luz import rulebook, rules
from companion.games.luz.form_state import pictures
from companion.games.luz.rulebook import RULES
from companion.games.luz.rules import Bet

_SEATS = range(3, 6)
_DEAL, _BEADS, _SAFETY, _TRICKS = Message("deal"), Message("beads"), Message("safety"), Message("tricks")


def _trick(question: Mapping[str, Any]) -> Answer:
    players = integer(question["players"], Message("players"), _SEATS[0], _SEATS[-1])
    leader = integer(question["leader"], Message("leader"), 0, players - 1)
    trick = rules.judge_trick(players, leader, rules.read_trick(question["cards"], players))
    verdict = {"winner": trick.winner, "led": trick.led, "complete": trick.is_complete}
    if trick.winner is None or trick.led is None:
        return Answer(verdict, trick.steps, Message("No card has been played yet"))
    winner, led = Seat(trick.winner), Message("Led: {suit}", suit=rulebook.SUIT_NAMES[trick.led])
    if trick.is_complete:
        return Answer(verdict, trick.steps, Message("{seat} takes it", seat=winner), led)
    return Answer(verdict, trick.steps, Message("{seat} would take it so far", seat=winner), led)


def _follow(question: Mapping[str, Any]) -> Answer:
    led, hand = rules.read_suit(question["led"]), rules.read_backs(question["hand"])
    allowed, steps = rules.follow(led, hand)
    if allowed == (led,):
        headline = Message("Only {suit} may be played", suit=rulebook.SUIT_NAMES[led])
    else:
        headline = Message("Any card may be played: {suits}", suits=joined(rulebook.names_of(allowed)))
    return Answer({"allowed": list(allowed)}, steps, headline, Message("Led: {suit}", suit=rulebook.SUIT_NAMES[led]))


def _bet(question: Mapping[str, Any]) -> Answer:
    deal = integer(question["deal"], _DEAL, 1, rules.DEALS)
    bet = Bet(integer(question["beads"], _BEADS, 0, rules.TRICKS), flag(question["safety"], _SAFETY))
    tricks = integer(question["tricks"], _TRICKS, 0, rules.TRICKS)
    step, has_made_bet = rules.score_bet(deal, bet, tricks), rules.is_made(bet, tricks)
    points = step.points or 0
    headline = Message("Made: {points}", points=points) if has_made_bet else Message("Missed: {points}", points=points)
    return Answer(
        {"made": has_made_bet, "points": points}, (step,), headline, Message("Deal {deal}", deal=deal), points
    )


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("totals"), _SEATS)
    latest = by_seat(question["latest"], Message("latest"), len(totals))
    ranked = rules.ranking(totals, latest, integer(question["holder"], Message("holder"), 0, len(totals) - 1))
    return ranking_answer(totals, ranked, rulebook.HIGHEST_TOTAL, RULES)


QUESTIONS = (
    Question(
        key="luz/trick",
        title=Message("Who takes the trick?"),
        help=Message("The cards in the order played, also while the trick is still running."),
        words=Message("who wins the trick, trump, sun, highest card, suit led"),
        fields=("players", "leader", "cards"),
        answer=_trick,
    ),
    Question(
        key="luz/follow",
        title=Message("Which cards may be played?"),
        help=Message("The suit led, and the suits that the backs of the hand show."),
        words=Message("follow suit, must I follow, must I trump, allowed cards"),
        fields=("led", "hand"),
        answer=_follow,
    ),
    Question(
        key="luz/bet",
        title=Message("What does the bet bring?"),
        help=Message("The deal, the beads that were taken, and the tricks."),
        words=Message("points, safety bead, bet made, bet missed, minus"),
        fields=("deal", "beads", "safety", "tricks"),
        answer=_bet,
        claims=True,
    ),
    Question(
        key="luz/ranking",
        title=Message("Who comes first?"),
        help=Message("The totals, what each scored in the last deal, and whose start card decides."),
        words=Message("who wins, tie, same total, last deal, start card, ranking"),
        fields=("totals", "latest", "holder"),
        answer=_ranking,
    ),
)


PIECES: Mapping[str, tuple[str, str]] = {
    "Y": ("yellow", "sun"),
    "R": ("red", "heart"),
    "G": ("green", "leaf"),
    "B": ("blue", "drop"),
    "P": ("purple", "moon"),
}


_SUITS = {"suits": rules.SUITS, "pieces": PIECES, "suit_names": rulebook.SUIT_NAMES}
"""What forms about suits show besides their fields."""


def _trick_form(posted: Posted) -> QuestionInput:
    """Read the form for a trick: players, leader and cards. The default suit of the next card is the suit led."""
    players = number(posted, "players", min(rules.HIGHEST), max(rules.HIGHEST)) or 4
    leader = number(posted, "leader", 0, players - 1) or 0
    cards, suit = _cards_after(posted, players)
    # An address may hold anything: codes that are not cards are not drawn; the referee refuses them with a message.
    valid_cards = [card for card in cards if _is_card(card)]
    fields = (("players", str(players)), ("leader", str(leader)), ("cards", join_values(cards)), ("suit", suit))
    view = View(
        **_SUITS,
        players=players,
        leader=leader,
        cards=[(card[0], card[1:], (leader + place) % players) for place, card in enumerate(valid_cards)],
        suit=suit,
        highest=rules.HIGHEST[players],
        turn=(leader + len(valid_cards)) % players if len(valid_cards) < players else None,
        played=[int(card[1:]) for card in valid_cards if card[0] == suit],
    )
    missing = None if cards else Message("Tap the card that {seat} led", seat=Seat(leader))
    question = {"players": players, "leader": leader, "cards": cards} if cards else None
    return QuestionInput(fields, question, missing, view)


def _cards_after(posted: Posted, players: int) -> tuple[list[str], str]:
    """Return the cards and the chosen suit after a tap: "sR" chooses a suit, "v7" its number, "x0" removes a card."""
    cards = split_values(posted, "cards", 5)
    suit, tap = posted.get("suit") or "", posted.get("tap") or ""
    suit = tap[1:] if tap.startswith("s") else suit
    suit = suit if suit in rules.SUITS else ""
    if tap.startswith("v") and suit and len(cards) < players:
        cards, suit = [*cards, suit + tap[1:]], ""
    elif tap.startswith("x"):
        cards = [card for place, card in enumerate(cards) if str(place) != tap[1:]]
    return cards, suit or (cards[0][0] if cards and _is_card(cards[0]) else "")


def _is_card(text: str) -> bool:
    """Whether a code is a suit and a number, even a number that no card has."""
    return text[:1] in rules.SUITS and re.fullmatch("[0-9]{1,2}", text[1:]) is not None


def _follow_form(posted: Posted) -> QuestionInput:
    led = posted.get("led") if posted.get("led") in rules.SUITS else None
    hand = [suit for suit in rules.SUITS if suit in posted.getlist("hand")]
    fields = ((("led", led),) if led else ()) + tuple(("hand", suit) for suit in hand)
    missing: Message | None
    if led is None:
        missing = Message("Tap the suit that was led")
    else:
        missing = None if hand else Message("Tap the suits on the backs of the hand")
    question = {"led": led, "hand": hand} if led and hand else None
    return QuestionInput(fields, question, missing, View(**_SUITS, led=led, hand=hand))


def _bet_form(posted: Posted) -> QuestionInput:
    deal = number(posted, "deal", 1, rules.DEALS) or 1
    beads, tricks = number(posted, "beads", 0, rules.TRICKS), number(posted, "tricks", 0, rules.TRICKS)
    safety = posted.get("safety") is not None
    entered = {"deal": deal, "beads": beads, "tricks": tricks}
    fields = tuple((key, str(value)) for key, value in entered.items() if value is not None)
    fields += (("safety", "on"),) if safety else ()
    missing: Message | None
    if beads is None:
        missing = Message("Tap the yellow beads of the bet")
    else:
        missing = Message("Tap how many tricks were taken") if tricks is None else None
    question = None if missing else {**entered, "safety": safety}
    beads_drawn = pictures(Bet(beads, safety), tricks) if beads is not None and tricks is not None else []
    view = View(deals=rules.DEALS, deal=deal, beads=beads, tricks=tricks, safety=safety, pictures=beads_drawn)
    return QuestionInput(fields, question, missing, view)


_COLUMNS = (
    Column("totals", Message("Total"), lambda seat: Message("Tap the total of {seat}", seat=seat), below_zero=True),
    Column(
        "latest",
        Message("Last deal"),
        lambda seat: Message("Tap what {seat} scored in the last deal", seat=seat),
        below_zero=True,
    ),
)

FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = {
    "luz/trick": _trick_form,
    "luz/follow": _follow_form,
    "luz/bet": _bet_form,
    "luz/ranking": grid_form(_COLUMNS, _SEATS, has_holder=True),
}
