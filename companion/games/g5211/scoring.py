"""The scoring of a round of 5211: the exact number of roosters, or the largest colour that is not tied."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Json, Step, record
from companion.games.g5211.cards import COLOURS, Hand, worth

ROOSTERS, LIMIT, TIE = "5211/roosters", "5211/limit", "5211/tie"
MAJORITY, NOTHING, KEPT = "5211/majority", "5211/nothing", "5211/cards"


@record
class Outcome:
    """The outcome of a round (5211 2): `scored` is "roosters", a colour or None.

    `counts` holds the number of cards of each colour, in the order of `COLOURS`. `bust` are the colours over the limit,
    `tied` the groups of tied colours that were discarded, largest first.
    """

    scored: str | None
    roosters: int
    counts: tuple[int, ...]
    bust: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...]

    def as_json(self) -> Json:
        """Return the outcome as a JSON object."""
        return {
            "scored": self.scored,
            "roosters": self.roosters,
            "counts": dict(zip(COLOURS, self.counts, strict=True)),
            "bust": list(self.bust),
            "tied": [list(tie) for tie in self.tied],
        }


@record
class RoundScore:
    """A scored round: the outcome, the cards that each seat keeps and their points (5211 2), and the steps."""

    outcome: Outcome
    kept: tuple[Hand, ...]
    points: tuple[int, ...]
    steps: tuple[Step, ...]


def needed_roosters(players: int) -> int:
    """Return the exact number of roosters with which roosters score (5211 2.1)."""
    return players + 2


def limit(players: int) -> int:
    """Return the number of cards at which a colour is discarded (5211 2.2, Limit)."""
    return players + 3


def judge(counts: tuple[int, ...], roosters: int, players: int) -> Outcome:
    """Decide what scores: exactly players + 2 roosters, else the largest colour that is not tied (5211 2.1, 2.2).

    `counts` holds the number of cards of each colour, in the order of `COLOURS`. Colours with players + 3 cards or more
    are discarded first, then tied colours, largest first.

    >>> judge((8, 4, 2, 0, 2), roosters=3, players=4).scored
    'Y'
    >>> judge((5, 5, 3, 2, 1), roosters=6, players=4).scored
    'roosters'
    >>> judge((5, 5, 2, 2, 2), roosters=0, players=4).tied
    (('G', 'Y'), ('O', 'B', 'T'))
    """
    if roosters == needed_roosters(players):
        return Outcome("roosters", roosters, counts, (), ())
    scored, too_many = None, limit(players)
    ties = []
    for number in sorted({number for number in counts if 0 < number < too_many}, reverse=True):
        if counts.count(number) == 1:
            scored = COLOURS[counts.index(number)]
            break
        ties.append(tuple([colour for colour, count in zip(COLOURS, counts, strict=True) if count == number]))
    bust = tuple([colour for colour, count in zip(COLOURS, counts, strict=True) if count >= too_many])
    return Outcome(scored, roosters, counts, bust, tuple(ties))


def cascade(outcome: Outcome, players: int) -> tuple[Step, ...]:
    """Return the steps that explain an outcome, stage by stage; they have no points."""
    steps = [Step(ROOSTERS, values={"roosters": outcome.roosters, "needed": needed_roosters(players)})]
    if outcome.scored == "roosters":
        return tuple(steps)
    counts = dict(zip(COLOURS, outcome.counts, strict=True))
    for colour in outcome.bust:
        steps.append(Step(LIMIT, values={"colour": colour, "count": counts[colour], "limit": limit(players)}))
    for tie in outcome.tied:
        steps.append(Step(TIE, values={"colours": list(tie), "count": counts[tie[0]]}))
    if outcome.scored:
        steps.append(Step(MAJORITY, values={"colour": outcome.scored, "count": counts[outcome.scored]}))
    else:
        steps.append(Step(NOTHING))
    return tuple(steps)


def score_round(hands: Sequence[Hand]) -> RoundScore:
    """Score the cards that all seats played in a round; each card kept is worth its number (5211 2).

    >>> score_round([("Y3", "Y6", "G2", "G2"), ("Y1", "O2", "B2", "B2")]).points
    (9, 1)
    """
    played = "".join(map("".join, hands))
    outcome = judge(tuple(map(played.count, COLOURS)), played.count("1"), len(hands))
    kept_mark = "1" if outcome.scored == "roosters" else outcome.scored or "none"
    kept = tuple([tuple([card for card in hand if kept_mark in card]) for hand in hands])
    points = tuple([worth(cards) for cards in kept])
    gains = [Step(KEPT, seat, points[seat], {"cards": list(cards)}) for seat, cards in enumerate(kept) if cards]
    return RoundScore(outcome, kept, points, (*cascade(outcome, len(hands)), *gains))
