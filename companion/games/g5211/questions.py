"""The referee's questions about 5211: what scores, given the cards played or a count of the colours; the ranking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Answer, Message, Question, by_seat, ranking_answer
from companion.games.g5211.cards import FULL_DECK, SEATS, read_counts, read_hands, read_players, read_roosters, take
from companion.games.g5211.rulebook import RULES
from companion.games.g5211.rules import MOST_POINTS, ranking
from companion.games.g5211.scoring import cascade, judge, limit, needed_roosters, score_round
from companion.games.g5211.sentences import headline


def _round(question: Mapping[str, Any]) -> Answer:
    players = read_players(question["players"])
    hands = read_hands(question["cards"], players)
    take(FULL_DECK, hands)
    scored = score_round(hands)
    verdict = {**scored.outcome.as_json(), "points": list(scored.points)}
    return Answer(verdict, scored.steps, headline(scored.outcome), _table(players), sum(scored.points))


def _colours(question: Mapping[str, Any]) -> Answer:
    players = read_players(question["players"])
    counts = read_counts(question["counts"], players)
    outcome = judge(tuple(counts.values()), read_roosters(question["roosters"], counts), players)
    return Answer(outcome.as_json(), cascade(outcome, players), headline(outcome), _table(players))


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("totals"), SEATS)
    ranked = ranking(totals, by_seat(question["cards"], Message("cards"), len(totals), 0))
    return ranking_answer(totals, ranked, MOST_POINTS, RULES)


def _table(players: int) -> Message:
    """Return a sentence with the two limits that depend on the number of players (5211 2.1, 2.2)."""
    return Message(
        "{needed} roosters would score alone; {limit} of a colour are out",
        needed=needed_roosters(players),
        limit=limit(players),
    )


QUESTIONS = (
    Question(
        key="5211/round",
        title=Message("What scores in this round?"),
        help=Message("The four cards of every player; a claim is the points of all players together."),
        words=Message("roosters, majority, limit, tie, points, cards kept"),
        fields=("players", "cards"),
        answer=_round,
        claims=True,
    ),
    Question(
        key="5211/colours",
        title=Message("Which colour scores?"),
        help=Message("How many cards of each colour lie on the table, and how many of all are roosters."),
        words=Message("roosters, majority, too many, tied colours, count"),
        fields=("players", "counts", "roosters"),
        answer=_colours,
    ),
    Question(
        key="5211/ranking",
        title=Message("Who comes first?"),
        help=Message("The totals, and how many cards lie in each score pile."),
        words=Message("who wins, tie, same points, score pile, number of cards, ranking"),
        fields=("totals", "cards"),
        answer=_ranking,
    ),
)
