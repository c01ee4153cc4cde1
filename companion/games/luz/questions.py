"""The referee's questions about Luz: who takes a trick, which cards are allowed, the points of a bet, the ranking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import (
    Answer,
    Message,
    Question,
    Seat,
    by_seat,
    flag,
    integer,
    joined,
    ranking_answer,
)
from companion.games.luz.rulebook import RULES
from companion.games.luz.rules import DEALS, HIGHEST_TOTAL, TRICKS, Bet, is_made, ranking, score_bet
from companion.games.luz.tricks import (
    SUIT_NAMES,
    follow,
    judge_trick,
    names_of,
    read_backs,
    read_leader,
    read_players,
    read_suit,
    read_trick,
)

_SEATS = range(3, 6)
_DEAL, _BEADS, _SAFETY, _TRICKS = Message("deal"), Message("beads"), Message("safety"), Message("tricks")


def _trick(question: Mapping[str, Any]) -> Answer:
    players = read_players(question["players"])
    leader = read_leader(question["leader"], players)
    trick = judge_trick(players, leader, read_trick(question["cards"], players))
    verdict = {"winner": trick.winner, "led": trick.led, "complete": trick.is_complete}
    if trick.winner is None or trick.led is None:
        return Answer(verdict, trick.steps, Message("No card has been played yet"))
    winner, led = Seat(trick.winner), Message("Led: {suit}", suit=SUIT_NAMES[trick.led])
    if trick.is_complete:
        return Answer(verdict, trick.steps, Message("{seat} takes it", seat=winner), led)
    return Answer(verdict, trick.steps, Message("{seat} would take it so far", seat=winner), led)


def _follow(question: Mapping[str, Any]) -> Answer:
    led, hand = read_suit(question["led"]), read_backs(question["hand"])
    allowed, steps = follow(led, hand)
    if allowed == (led,):
        headline = Message("Only {suit} may be played", suit=SUIT_NAMES[led])
    else:
        headline = Message("Any card may be played: {suits}", suits=joined(names_of(allowed)))
    return Answer({"allowed": list(allowed)}, steps, headline, Message("Led: {suit}", suit=SUIT_NAMES[led]))


def _bet(question: Mapping[str, Any]) -> Answer:
    deal = integer(question["deal"], _DEAL, 1, DEALS)
    bet = Bet(integer(question["beads"], _BEADS, 0, TRICKS), flag(question["safety"], _SAFETY))
    tricks = integer(question["tricks"], _TRICKS, 0, TRICKS)
    step, has_made_bet = score_bet(deal, bet, tricks), is_made(bet, tricks)
    points = step.points or 0
    headline = Message("Made: {points}", points=points) if has_made_bet else Message("Missed: {points}", points=points)
    return Answer(
        {"made": has_made_bet, "points": points}, (step,), headline, Message("Deal {deal}", deal=deal), points
    )


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("totals"), _SEATS)
    latest = by_seat(question["latest"], Message("latest"), len(totals))
    ranked = ranking(totals, latest, integer(question["holder"], Message("holder"), 0, len(totals) - 1))
    return ranking_answer(totals, ranked, HIGHEST_TOTAL, RULES)


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
