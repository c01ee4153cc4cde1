"""The referee's questions about Luz: who takes a trick, which cards are allowed, the points of a bet, the ranking."""

from collections.abc import Sequence

from companion.engine import Answer, Message, Question, Seat, joined, who_comes_first
from companion.engine.question import Choice, Column, Flag, Input, Number, OneSeat, Several
from companion.games.luz import rulebook, rules
from companion.games.luz.rulebook import RULES, Card
from companion.games.luz.rules import Bet


def _trick(players: int, leader: int, cards: Sequence[Card]) -> Answer:
    trick = rules.judge_trick(players, leader, cards)
    verdict = {"winner": trick.winner, "led": trick.led, "complete": trick.is_complete}
    if trick.winner is None or trick.led is None:
        return Answer(verdict, trick.steps, Message("No card has been played yet"))
    winner, led = Seat(trick.winner), Message("Led: {suit}", suit=rulebook.SUIT_NAMES[trick.led])
    if trick.is_complete:
        return Answer(verdict, trick.steps, Message("{seat} takes it", seat=winner), led)
    return Answer(verdict, trick.steps, Message("{seat} would take it so far", seat=winner), led)


def _follow(led: str, hand: Sequence[str]) -> Answer:
    allowed, steps = rules.follow(led, hand)
    if allowed == (led,):
        headline = Message("Only {suit} may be played", suit=rulebook.SUIT_NAMES[led])
    else:
        headline = Message("Any card may be played: {suits}", suits=joined(rulebook.names_of(allowed)))
    return Answer({"allowed": list(allowed)}, steps, headline, Message("Led: {suit}", suit=rulebook.SUIT_NAMES[led]))


def _bet(deal: int, beads: int, tricks: int, safety: bool) -> Answer:
    bet = Bet(beads, safety)
    step, has_made_bet = rules.score_bet(deal, bet, tricks), rules.is_made(bet, tricks)
    points = step.points or 0
    headline = Message("Made: {points}", points=points) if has_made_bet else Message("Missed: {points}", points=points)
    return Answer(
        {"made": has_made_bet, "points": points}, (step,), headline, Message("Deal {number}", number=deal), points
    )


QUESTIONS = (
    Question(
        "luz/trick",
        title="Who takes the trick?",
        help="The cards in the order played, also while the trick is still running.",
        inputs=(
            Number("players", min(rules.HIGHEST), max(rules.HIGHEST), usual=4),
            OneSeat("leader"),
            Input("cards", reads=rules.read_trick, needs=("players",)),
        ),
        answer=_trick,
    ),
    Question(
        "luz/follow",
        title="Which cards may be played?",
        help="The suit led, and the suits that the backs of the hand show.",
        inputs=(
            Choice("led", rules.SUITS, asks="Tap the suit that was led"),
            Several("hand", rules.SUITS, reads=rules.read_backs, asks="Tap the suits on the backs of the hand"),
        ),
        answer=_follow,
    ),
    Question(
        "luz/bet",
        title="What does the bet bring?",
        help="The deal, the beads that were taken, and the tricks.",
        inputs=(
            Number("deal", 1, rules.DEALS, usual=1),
            Number("beads", 0, rules.TRICKS, asks="Tap the yellow beads of the bet"),
            Number("tricks", 0, rules.TRICKS, asks="Tap how many tricks were taken"),
            Flag("safety"),
        ),
        answer=_bet,
        claims=True,
    ),
    who_comes_first(
        "luz",
        range(3, 6),
        rulebook.HIGHEST_TOTAL,
        RULES,
        Column("latest", title="Last deal", asks="Tap what {seat} scored in the last deal", below_zero=True),
        OneSeat("holder", title="Whose start card decides?"),
        ranking=rules.ranking,
        help="The totals, what each scored in the last deal, and whose start card decides.",
        below_zero=True,
    ),
)
