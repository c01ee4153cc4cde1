"""The rules of a trick of Luz: their place in the rulebook and their sentences."""

from __future__ import annotations

from companion.game import Message, Rule, Seat, Step, joined
from companion.games.luz.refusals import DECK, TEN_TRICKS
from companion.games.luz.tricks import BEST, FOLLOW, FREE, LED, SUIT_NAMES, TRUMP, TRUMPED, Card, card_name, names_of

_TRICKS = Message("Luz 3, Tricks")
_WINS = Message("Luz 3, Which card wins?")


def _led(step: Step) -> Message:
    return Message("{seat} led {suit}.", seat=Seat(step.seat or 0), suit=SUIT_NAMES[step.values["suit"]])


def _trumped(step: Step) -> Message:
    count = len(step.values["trumps"])
    if step.values["suit"] == TRUMP:
        return Message("The suit led is trump: nothing else can win.")
    if not count:
        return Message("No trump lies there: the suit led wins.")
    return Message(
        "{count} trump lies there: it beats every other suit.",
        "{count} trumps lie there: they beat every other suit.",
        count,
    )


def _best(step: Step) -> Message:
    seat, card = Seat(step.seat or 0), card_name(Card(step.values["suit"], step.values["value"]))
    if step.values["complete"]:
        return Message("{seat} has the highest of them, {card}, and takes the trick.", seat=seat, card=card)
    return Message("{seat} has the highest of them so far, {card}; the trick goes on.", seat=seat, card=card)


def _follow(step: Step) -> Message:
    return Message(
        "{count} card in hand shows {suit}, the suit led: it must be played.",
        "{count} cards in hand show {suit}, the suit led: one of them must be played.",
        step.values["count"],
        suit=SUIT_NAMES[step.values["suit"]],
    )


def _free(step: Step) -> Message:
    suit, suits = SUIT_NAMES[step.values["suit"]], joined(names_of(step.values["allowed"]))
    if TRUMP in step.values["allowed"]:
        return Message(
            "No card in hand shows {suit}: any may be played ({suits}), trump or not.", suit=suit, suits=suits
        )
    return Message("No card in hand shows {suit}: any may be played ({suits}).", suit=suit, suits=suits)


TRICK_RULES = {
    DECK: Rule(
        Message("Luz, Setup"),
        Message("cards of the game"),
        Message("Each suit has the cards 1 to 8 with three players, 1 to 10 with four, 1 to 12 with five; each once."),
    ),
    TEN_TRICKS: Rule(
        _TRICKS,
        Message("ten tricks"),
        Message("A deal has ten tricks, and each player plays one card to each of them."),
    ),
    LED: Rule(
        _TRICKS,
        Message("suit led"),
        Message("Whoever opens a trick plays any card; its suit is the suit led."),
        _led,
    ),
    TRUMPED: Rule(
        _WINS,
        Message("trump"),
        Message("Yellow, the sun, is trump. A trick with a trump in it goes to a trump, else to the suit led."),
        _trumped,
    ),
    BEST: Rule(
        _WINS,
        Message("highest card"),
        Message("Of the cards that can win, the highest number takes the trick; other suits count nothing."),
        _best,
    ),
    FOLLOW: Rule(
        _TRICKS,
        Message("follow suit"),
        Message("Whoever has a card of the suit led plays one of these, whatever its number turns out to be."),
        _follow,
    ),
    FREE: Rule(
        _TRICKS,
        Message("no card of the suit"),
        Message("Whoever has no card of the suit led plays any card. Nobody is made to play a trump."),
        _free,
    ),
}
