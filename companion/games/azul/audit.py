"""The audit of a final wall: the lowest and highest total that it can have scored, and whether a total is possible."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine import Answer, Message, Refusal, Step, raise_if
from companion.games.azul.rulebook import TOO_FEW_ROUNDS
from companion.games.azul.rules import PatternLine, bonus_steps, tile_lines
from companion.games.azul.tiling_search import MOST_EXTRA, Order, Search, Shape
from companion.games.azul.walls import EMPTY, Wall, bonuses


def shape_of(wall: Wall) -> Shape:
    """Return the occupied spaces of a wall.

    >>> shape_of((("blue", None, "red", None, None), *[(None,) * 5] * 4))
    (5, 0, 0, 0, 0)
    """
    return tuple(sum(1 << column for column, colour in enumerate(line) if colour is not None) for line in wall)


@lru_cache(maxsize=128)
def extreme_orders(shape: Shape, rounds: int | None) -> tuple[Order, Order]:
    """Return an order with the least and one with the most points of all tiles.

    `rounds` is the number of rounds, at least as many as a row has tiles; None for any number.

    >>> [order.points for order in extreme_orders((0b00111, 0, 0, 0, 0), None)]
    [5, 6]
    """
    search = Search(shape, rounds)
    least = most = search.find(0, MOST_EXTRA)
    assert least is not None and most is not None, "so many rounds are enough for the fullest row"
    while (lower := search.find(0, least.points - search.fixed - 1)) is not None:
        least = lower
    search = Search(shape, rounds)
    while (higher := search.find(most.points - search.fixed + 1, MOST_EXTRA)) is not None:
        most = higher
    return least, most


@lru_cache(maxsize=128)
def order_with(shape: Shape, rounds: int | None, points: int) -> Order | None:
    """Return an order in which the tiles score exactly `points`; None if there is none.

    >>> order_with((0b00111, 0, 0, 0, 0), 3, 6).rounds
    (((1, 1),), ((1, 2),), ((1, 3),))
    >>> order_with((0b00111, 0, 0, 0, 0), 3, 7)
    """
    least, most = extreme_orders(shape, rounds)
    if not least.points <= points <= most.points:
        return None
    search = Search(shape, rounds)
    return search.find(points - search.fixed, points - search.fixed)


MOST_ROUNDS = 25


class TiledRound(NamedTuple):
    """One round of an order of tiling: the wall before it, the completed lines and their steps, from the top down."""

    wall: Wall
    lines: tuple[PatternLine, ...]
    steps: Sequence[Step]


class FinalWall(NamedTuple):
    """A wall at the end of a game. `rounds` were played, None if unknown; `floor` is the total loss on the floor."""

    wall: Wall
    rounds: int | None
    floor: int

    @property
    def bonus(self) -> int:
        """The points of all bonuses."""
        return bonuses(self.wall).points

    def order_with(self, total: int) -> Order | None:
        """Return an order that gives exactly this total, after bonuses and floor; None if there is none."""
        return order_with(shape_of(self.wall), self.rounds, total - self.bonus + self.floor)

    def tiled(self, order: Order) -> list[TiledRound]:
        """Play an order round by round; each tile is scored as in a game."""
        wall, played = EMPTY, []
        for spaces in order.rounds:
            lines = tuple(PatternLine(row, self.wall[row - 1][column - 1] or "", column) for row, column in spaces)
            tiled, steps = tile_lines(wall, lines, seat=0)
            played.append(TiledRound(wall, lines, steps))
            wall = tiled
        return played

    def total(self, order: Order) -> int:
        """Return the total that an order gives, after bonuses and floor."""
        return order.points + self.bonus - self.floor


def audit(kind: str, wall: Wall, rounds: int | None = None, floor: int = 0) -> Answer:
    """Answer which totals a final wall can have scored; raise `RuleError` for too few rounds."""
    raise_if(None if rounds is None else too_few_rounds(wall, rounds))
    final = FinalWall(wall, rounds, floor)
    least, most = extreme_orders(shape_of(wall), rounds)
    lowest, highest = final.total(least), final.total(most)
    verdict = {
        "least": lowest,
        "most": highest,
        "least_order": [[list(space) for space in spaces] for spaces in least.rounds],
        "most_order": [[list(space) for space in spaces] for spaces in most.rounds],
    }
    headline = Message("{least} to {most} points", least=lowest, most=highest)
    if lowest == highest:
        headline = Message("Exactly {count} point", "Exactly {count} points", lowest)
    parts = Message("Bonuses +{bonus}", bonus=final.bonus)
    if final.floor:
        parts = Message("Bonuses +{bonus}, floor −{floor}", bonus=final.bonus, floor=final.floor)
    steps = tuple(bonus_steps(bonuses(final.wall)))
    return Answer(verdict, steps, headline, parts, judge=lambda claim: _judge(final, claim, lowest, highest))


def too_few_rounds(wall: Wall, rounds: int) -> Refusal | None:
    """Return the refusal of a number of rounds that is too low for a wall; None if it is enough.

    >>> str(too_few_rounds((("blue", "yellow", None, None, None), *EMPTY[1:]), 1))
    'row 1 has 2 tiles, one a round at most; 1 round is not enough'
    """
    counts = [line.bit_count() for line in shape_of(wall)]
    most = max(counts)
    return TOO_FEW_ROUNDS.of(rounds, row=counts.index(most) + 1, tiles=most) if rounds < most else None


def _judge(final: FinalWall, claim: int, lowest: int, highest: int) -> tuple[bool, Message]:
    """Return whether some order gives a total, and a sentence that says so."""
    if claim < lowest:
        return False, Message("{claim} is not possible: this wall brings {least} at least.", claim=claim, least=lowest)
    if claim > highest:
        return False, Message("{claim} is not possible: this wall brings {most} at most.", claim=claim, most=highest)
    if final.order_with(claim) is None:
        return False, Message(
            "{claim} is not possible: it lies between the least and the most, but no order brings just that.",
            claim=claim,
        )
    return True, Message("{claim} is possible.", claim=claim)
