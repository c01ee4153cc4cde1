"""The referee's questions about 5211: what scores, given the cards played or a count of the colours; the ranking."""

from collections.abc import Mapping, Sequence

from companion.engine import Answer, Column, Input, Message, Number, Question, who_comes_first
from companion.games.g5211 import rulebook, rules
from companion.games.g5211.rulebook import RULES
from companion.games.g5211.rules import Hand, headline


def _round(players: int, cards: Sequence[Hand]) -> Answer:
    rules.take(rules.FULL_DECK, cards)
    scored = rules.score_round(cards)
    verdict = {**scored.outcome.as_json(), "points": list(scored.points)}
    return Answer(verdict, scored.steps, headline(scored.outcome), _table(players), sum(scored.points))


def _colours(players: int, counts: Mapping[str, int], roosters: int) -> Answer:
    outcome = rules.judge(tuple(counts.values()), roosters, players)
    return Answer(outcome.as_json(), rules.cascade(outcome, players), headline(outcome), _table(players))


def _table(players: int) -> Message:
    """Return a sentence with the two limits that depend on the number of players (5211 2.1, 2.2)."""
    return Message(
        "{needed} roosters would score alone; {limit} of a colour are out",
        needed=rules.needed_roosters(players),
        limit=rules.limit(players),
    )


_PLAYERS = Number("players", rules.SEATS[0], rules.SEATS[-1], usual=4)

QUESTIONS = (
    Question(
        "5211/round",
        title="What scores in this round?",
        help="The four cards of every player; a claim is the points of all players together.",
        inputs=(_PLAYERS, Input("cards", reads=rules.read_hands, needs=("players",))),
        answer=_round,
        claims=True,
    ),
    Question(
        "5211/colours",
        title="Which colour scores?",
        help="How many cards of each colour lie on the table, and how many of all are roosters.",
        inputs=(
            _PLAYERS,
            Input("counts", reads=rules.read_counts, needs=("players",)),
            Input("roosters", reads=rules.read_roosters, needs=("counts",)),
        ),
        answer=_colours,
    ),
    who_comes_first(
        "5211",
        rules.SEATS,
        rulebook.MOST_POINTS,
        RULES,
        Column("cards", title="Score pile", asks="Tap how many cards {seat} has in the pile", low=0),
        ranking=rules.ranking,
        help="The totals, and how many cards lie in each score pile.",
    ),
)
