"""The rules of Luz that decide points, places or the lead: text, place in the rulebook, and what they refuse."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from companion.engine import Message, Rulebook, Seat, Step, by, joined

TRUMP = "Y"
SUIT_NAMES: Mapping[str, Message] = {
    "Y": Message("yellow"),
    "R": Message("red"),
    "G": Message("green"),
    "B": Message("blue"),
    "P": Message("purple"),
}


class Card(NamedTuple):
    """A card: its suit and its number."""

    suit: str
    value: int


def card_name(card: Card) -> Message:
    """Return the name of a card.

    >>> str(card_name(Card("Y", 10)))
    'yellow 10'
    """
    return Message("{colour} {value}", colour=SUIT_NAMES[card.suit], value=card.value)


def names_of(suits: Collection[str]) -> list[Message]:
    """Return the names of suits."""
    return [SUIT_NAMES[suit] for suit in suits]


RULES = Rulebook("luz", suit=SUIT_NAMES, start=Seat)
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says
# A rule's id, place and title stand on its first line.
# fmt: off

_SCORING = Message("Luz 4, Scoring")
EXACT = rule("bet-exact", _SCORING, "exact bet",
    "Without the safety bead a bet is made only with exactly as many tricks as yellow beads. "
    "It brings 10, 20, 30 or 40 points in deals 1 to 4.",
    says("Bet {beads}, took {tricks}. Exact, no safety bead: {points}."))
_PAID: Mapping[str, Any] = {"full": lambda step: 2 * (step.points or 0), "more": lambda step: step.values["beads"] + 1}
WITH_SAFETY = rule("bet-safety", _SCORING, "bet with safety",
    "With the safety bead one trick more than the yellow beads is right too. "
    "A bet so made brings half: 5, 10, 15 or 20 points in deals 1 to 4.",
    by("beads",
        {10: says("Bet {beads} with safety, took {tricks}: half of {full}.", **_PAID)},
        says("Bet {beads} with safety, so {beads} or {more} fits. Took {tricks}: half of {full}.", **_PAID),
    ))
MISSED = rule("bet-missed", _SCORING, "missed bet",
    "A missed bet costs 5 points for each trick more or fewer than the yellow beads; "
    "the safety bead does not count here.",
    by("safety",
        {
            True: says(
                "Bet {beads} with safety, took {tricks}. Missed by {count} trick: {count} × −5.",
                "Bet {beads} with safety, took {tricks}. Missed by {count} tricks: {count} × −5.",
                counted="off",
            )
        },
        says(
            "Bet {beads}, took {tricks}. Missed by {count} trick: {count} × −5.",
            "Bet {beads}, took {tricks}. Missed by {count} tricks: {count} × −5.",
            counted="off",
        ),
    ))
FLOOR = rule("total-floor", _SCORING, "no total below 0",
    "The rulebook does not say whether a total can fall below 0, and it usually may. At this table it stops at 0.",
    says("{total} less {loss} would fall below 0; at this table it stops at 0."),
    is_ruling=True)

rule("passing", "Luz 1, Sorting the cards", "sorting and passing the hand",
    "Everybody gets ten cards, sorts them by suit and number, puts the start card or plus card at the end "
    "where the highest numbers are, and passes the hand face down to the left.")
rule("no-looking", "Luz 3, Tricks", "looking at numbers and won tricks",
    "Nobody looks at the numbers of the own cards before they are played, at tricks already won, or at the ten "
    "cards set aside. How many tricks each has won stays visible to all.")
rule("beads", "Luz 2, Bets", "beads of a bet",
    "Everybody takes a yellow bead for each trick they expect; none is allowed. One safety bead at most comes "
    "with them, or alone.")
rule("start-card", "Luz 2, Bets", "start card",
    "The start card goes one seat to the left each deal; whoever has it bids and leads first.")
rule("leader-opens", "Luz, Three players", "the leader opens deal 4",
    "With three players the highest total bids and leads first in deal 4; "
    "among equals the first clockwise from the start player, who counts too.")

_END = Message("Luz, End of the game")
HIGHEST_TOTAL = rule("highest-total", _END, "highest total",
    "The highest total after the fourth deal wins; with equal totals the last deal is compared.",
    says("{seats} has the highest total, {total}.", "{seats} have the highest total, {total} each.", counted="seats"))
TIE_LAST_DEAL = rule("tie-last-deal", _END, "tie: the last deal",
    "With equal totals, whoever scored more in the last deal comes first.",
    by("deal",
        {None: says("{seats} before {over}: same total, {total}; the last deal decides, {value} against {other}.")},
        says("{seats} before {over}: same total, {total}; deal {deal} decides, {value} against {other}."),
    ))
TIE_START_CARD = rule("tie-start-card", _END, "tie: the start card",
    "If the last deal is equal too, the first clockwise from the start player comes first; the start player "
    "counts too. Which deal's start player is meant the rulebook leaves open: usually deal 4.",
    by(lambda step: (step.values["seats"] == [step.values["start"]], "deal" in step.values),
        {
            (True, True): says(
                "{seats} before {over}: same total, {total}, and the same in the last deal. "
                "{seats} has the start card in deal {deal}."
            ),
            (True, False): says(
                "{seats} before {over}: same total, {total}, and the same in the last deal. "
                "{seats} has the start card that decides."
            ),
            (False, True): says(
                "{seats} before {over}: same total, {total}, and the same in the last deal. "
                "Clockwise from {start}, who has the start card in deal {deal}, {seats} comes first."
            ),
            (False, False): says(
                "{seats} before {over}: same total, {total}, and the same in the last deal. "
                "Clockwise from {start}, who has the start card that decides, {seats} comes first."
            ),
        },
    ),
    is_ruling=True)

DECK = rule("deck", "Luz, Setup", "cards of the game",
    "Each suit has the cards 1 to 8 with three players, 1 to 10 with four, 1 to 12 with five; each once.")
NOT_IN_DECK = refusal(DECK,
    "with {players} players a card is a suit (Y, R, G, B or P) and a number from 1 to {highest}, not {card}",
    title="a card that is not in the game with so many players")
CARD_TWICE = refusal(DECK, "{card} stands twice in this trick", title="the same card twice in a trick")

_TRICKS = Message("Luz 3, Tricks")
TEN_TRICKS = rule("ten-tricks", _TRICKS, "ten tricks",
    "A deal has ten tricks, and each player plays one card to each of them.")
OTHER_SUM = refusal(TEN_TRICKS,
    "the tricks add up to {sum}, not {tricks}", title="tricks of a deal that do not add up to ten")
TOO_MANY_CARDS = refusal(TEN_TRICKS,
    "a trick of {players} players has {players} cards, not {count}",
    title="more cards in a trick than players")
LED = rule("led-suit", _TRICKS, "suit led",
    "Whoever opens a trick plays any card; its suit is the suit led.",
    says("{seat} led {suit}."))

_WINS = Message("Luz 3, Which card wins?")
TRUMPED = rule("trump", _WINS, "trump",
    "Yellow, the sun, is trump. A trick with a trump in it goes to a trump, else to the suit led.",
    by("suit",
        {TRUMP: says("The suit led is trump: nothing else can win.")},
        by("trumps",
            {0: says("No trump lies there: the suit led wins.")},
            says(
                "{count} trump lies there: it beats every other suit.",
                "{count} trumps lie there: they beat every other suit.",
                counted="trumps",
            ),
        ),
    ))


def _card(step: Step) -> Message:
    return card_name(Card(step.values["suit"], step.values["value"]))


BEST = rule("highest-card", _WINS, "highest card",
    "Of the cards that can win, the highest number takes the trick; other suits count nothing.",
    by("complete",
        {True: says("{seat} has the highest of them, {card}, and takes the trick.", card=_card)},
        says("{seat} has the highest of them so far, {card}; the trick goes on.", card=_card),
    ))
FOLLOW = rule("follow-suit", _TRICKS, "follow suit",
    "Whoever has a card of the suit led plays one of these, whatever its number turns out to be.",
    says(
        "{count} card in hand shows {suit}, the suit led: it must be played.",
        "{count} cards in hand show {suit}, the suit led: one of them must be played.",
    ))
_SUITS: Mapping[str, Any] = {"suit": SUIT_NAMES, "suits": lambda step: joined(names_of(step.values["allowed"]))}
FREE = rule("no-card-of-the-suit", _TRICKS, "no card of the suit",
    "Whoever has no card of the suit led plays any card. Nobody is made to play a trump.",
    by(lambda step: TRUMP in step.values["allowed"],
        {True: says("No card in hand shows {suit}: any may be played ({suits}), trump or not.", **_SUITS)},
        says("No card in hand shows {suit}: any may be played ({suits}).", **_SUITS),
    ))
