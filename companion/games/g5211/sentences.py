"""The steps of 5211 as sentences."""

from __future__ import annotations

from companion.game import Message, Step, joined, named_values
from companion.games.g5211.cards import COLOUR_NAMES, card_name
from companion.games.g5211.rules import ROUNDS
from companion.games.g5211.scoring import Outcome

_CAPITAL = {
    "G": Message("Green"),
    "Y": Message("Yellow"),
    "O": Message("Orange"),
    "B": Message("Dark blue"),
    "T": Message("Teal"),
}


def headline(outcome: Outcome) -> Message:
    """Say what scores, in a few words."""
    if outcome.scored == "roosters":
        return Message("Roosters score")
    if outcome.scored is None:
        return Message("Nobody scores")
    return Message("{colour} scores", colour=_CAPITAL[outcome.scored])


def roosters(step: Step) -> Message:
    """Whether roosters alone score."""
    roosters, needed = step.values["roosters"], step.values["needed"]
    if roosters == needed:
        return Message("{needed} roosters on the table, exactly enough: only they score.", needed=needed)
    return Message(
        "{count} rooster on the table. Only exactly {needed} would score.",
        "{count} roosters on the table. Only exactly {needed} would score.",
        roosters,
        needed=needed,
    )


def limit(step: Step) -> Message:
    """Which colour is over the limit."""
    return Message(
        "{number} {colour} cards; with {limit} or more all are discarded.",
        number=step.values["count"],
        colour=COLOUR_NAMES[step.values["colour"]],
        limit=step.values["limit"],
    )


def tie(step: Step) -> Message:
    """Which colours are discarded because they are tied."""
    return Message(
        "Tied with {count} card each: {colours}. All are discarded.",
        "Tied with {count} cards each: {colours}. All are discarded.",
        step.values["count"],
        colours=joined([COLOUR_NAMES[colour] for colour in step.values["colours"]]),
    )


def majority(step: Step) -> Message:
    """Which colour scores."""
    return Message(
        "{count} {colour} card, more than any other colour left: it alone scores.",
        "{count} {colour} cards, more than any other colour left: only they score.",
        step.values["count"],
        colour=COLOUR_NAMES[step.values["colour"]],
    )


def nothing(step: Step) -> Message:
    """That nobody scores."""
    return Message("No colour stands alone: nobody scores.")


def kept(step: Step) -> Message:
    """Which cards a seat keeps."""
    return Message("Keeps {cards}.", cards=joined([card_name(card) for card in step.values["cards"]]))


def deck(step: Step) -> Message:
    """When a deck is used up."""
    return Message("A deck is used up after {rounds} rounds.", rounds=joined(list(ROUNDS.values())))


def new_deck(step: Step) -> Message:
    """That a new deck follows."""
    return Message("Deck {deck} is used up. The most points are {most}, not yet {target}: a new deck.", **step.values)


def fifty(step: Step) -> Message:
    """Who has reached 50 points."""
    return Message("The most points are {most}, at least {target}: the game is over.", **step.values)


def most_points(step: Step) -> Message:
    """Who has the most points."""
    return Message(
        "{seats} has the most points, {total}.",
        "{seats} have the most points, {total} each.",
        len(step.values["seats"]),
        **named_values(step),
    )


def tie_cards(step: Step) -> Message:
    """Which seats come first by their cards."""
    return Message(
        "{seats} before {over}: same total, {total}; more cards in the score pile, {value} against {other}.",
        **named_values(step),
    )


def tie_cards_long(step: Step) -> Message:
    """Which seats come first by their cards in the long game."""
    values = named_values(step)
    if values["deck"] is None:
        return Message(
            "{seats} before {over}: same total, {total}; more cards from all decks, {value} against {other}.", **values
        )
    return Message(
        "{seats} before {over}: same total, {total}; more cards from deck {deck}, {value} against {other}.", **values
    )


def shared(step: Step) -> Message:
    """Which seats share a place."""
    return Message("{seats} share the place: same total, {total}; same number of cards, {value}.", **named_values(step))
