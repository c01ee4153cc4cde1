"""The referee's questions about Luz, tapped: a trick, what may be played, a bet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.asking import Asked, Check, dotted, listed
from companion.forms import Posted, number
from companion.game import Message, Seat
from companion.games.luz.progress import pictures
from companion.games.luz.rules import DEALS, TRICKS, Bet, State, read_deal
from companion.games.luz.tricks import HIGHEST, SUIT_NAMES, SUITS, TRUMP

PIECES = MappingProxyType(
    {
        "Y": ("yellow", "sun"),
        "R": ("red", "heart"),
        "G": ("green", "leaf"),
        "B": ("blue", "drop"),
        "P": ("purple", "moon"),
    }
)
_SUITS = {"suits": SUITS, "pieces": PIECES, "suit_names": SUIT_NAMES, "trump": TRUMP}


def _trick(posted: Posted) -> Asked:
    """Who plays and leads, and the cards; a card is a suit and a number, the suit led being meant at first."""
    players = number(posted, "players", min(HIGHEST), max(HIGHEST)) or 4
    leader = number(posted, "leader", 0, players - 1) or 0
    cards, suit = _cards_after(posted, players)
    fields = (("players", str(players)), ("leader", str(leader)), ("cards", dotted(cards)), ("suit", suit))
    view = {
        **_SUITS,
        "players": players,
        "leader": leader,
        "cards": [(card[0], card[1:], (leader + place) % players) for place, card in enumerate(cards)],
        "suit": suit,
        "highest": HIGHEST[players],
        "turn": (leader + len(cards)) % players if len(cards) < players else None,
        "gone": [int(card[1:]) for card in cards if card[0] == suit and card[1:].isdigit()],
    }
    missing = None if cards else Message("Tap the card that {seat} led", seat=Seat(leader))
    question = {"players": players, "leader": leader, "cards": cards} if cards else None
    return Asked(fields, question, missing, view)


def _cards_after(posted: Posted, players: int) -> tuple[list[str], str]:
    """The cards and the suit that is meant, after the tap: `s` a suit, `v` its number, `x` a card taken back."""
    cards = listed(posted, "cards", 5)
    suit, tap = posted.get("suit") or "", posted.get("tap") or ""
    suit = tap[1:] if tap.startswith("s") else suit
    suit = suit if suit in SUITS else ""
    if tap.startswith("v") and suit and len(cards) < players:
        cards, suit = [*cards, suit + tap[1:]], ""
    elif tap.startswith("x"):
        cards = [card for place, card in enumerate(cards) if str(place) != tap[1:]]
    return cards, suit or (cards[0][0] if cards else "")


def _follow(posted: Posted) -> Asked:
    led = posted.get("led") if posted.get("led") in SUITS else None
    hand = [suit for suit in SUITS if suit in posted.getlist("hand")]
    fields = ((("led", led),) if led else ()) + tuple(("hand", suit) for suit in hand)
    missing: Message | None
    if led is None:
        missing = Message("Tap the suit that was led")
    else:
        missing = None if hand else Message("Tap the suits on the backs of the hand")
    question = {"led": led, "hand": hand} if led and hand else None
    return Asked(fields, question, missing, {**_SUITS, "led": led, "hand": hand})


def _bet(posted: Posted) -> Asked:
    deal = number(posted, "deal", 1, DEALS) or 1
    beads, tricks = number(posted, "beads", 0, TRICKS), number(posted, "tricks", 0, TRICKS)
    safety = posted.get("safety") is not None
    told = {"deal": deal, "beads": beads, "tricks": tricks}
    fields = tuple((key, str(value)) for key, value in told.items() if value is not None)
    fields += (("safety", "on"),) if safety else ()
    missing: Message | None
    if beads is None:
        missing = Message("Tap the yellow beads of the bet")
    else:
        missing = Message("Tap how many tricks were taken") if tricks is None else None
    question = None if missing else {**told, "safety": safety}
    shown = pictures(Bet(beads, safety), tricks) if beads is not None and tricks is not None else []
    return Asked(fields, question, missing, {**told, "safety": safety, "deals": DEALS, "pictures": shown})


FORMS: Mapping[str, Callable[[Posted], Asked]] = MappingProxyType(
    {"luz/trick": _trick, "luz/follow": _follow, "luz/bet": _bet}
)


def checks(state: State, entry: Any) -> Sequence[Check]:
    """The bet of each seat in a deal."""
    bets, tricks = read_deal(entry, state.setup.seats)
    deal = str(len(state.starts) + 1)
    return [
        Check(
            "luz/bet",
            Message("the bet of {seat}", seat=Seat(seat)),
            (("deal", deal), ("beads", str(bet.beads)), ("tricks", str(taken)))
            + ((("safety", "on"),) if bet.safety else ()),
        )
        for seat, (bet, taken) in enumerate(zip(bets, tricks, strict=True))
    ]
