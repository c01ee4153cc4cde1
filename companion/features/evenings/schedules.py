"""Schedules for all against all that are known to be exact: nobody meets anybody twice.

Tables of two follow the circle method, from which Berger's tables come (J. Schurig, 1886; FIDE Handbook C.05, Annex 1).
Larger ones follow transversal designs over a finite field, and affine planes where as many tables as seats stand in a
round (C. Colbourn and J. Dinitz, Handbook of Combinatorial Designs, 2nd edition, III.3 and VII.2), as in the problem of
the social golfers.
"""

from collections.abc import Sequence

PAIR = 2
_OF_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The products in the field of four elements, whose sum is the exclusive or."""


Tables = list[tuple[int, ...]]


def schedule(players: Sequence[int], size: int) -> list[tuple[Tables, list[int]]]:
    """Return rounds (tables and who sits out) in which nobody meets anybody twice; none if no schedule fits."""
    if size == 2:
        return [circle_round(players, number) for number in range(1, len(players) + len(players) % 2)]
    rounds: list[tuple[Tables, list[int]]] = []
    while (tables := design_round(players, size, len(rounds) + 1)) is not None:
        rounds.append((tables, []))
    return rounds


def circle_round(players: Sequence[int], number: int) -> tuple[Tables, list[int]]:
    """Return the pairs of round `number` (from 1) of the circle method, and who sits out where the number is odd.

    The first player of a pair sits first. After as many rounds as a player has opponents it begins again.
    """
    seats: list[int | None] = list(players)
    if len(seats) % 2:
        seats.append(None)
    fixed, rotor = seats[-1], seats[:-1]
    turns = (number - 1) * ((len(seats)) // 2) % len(rotor)
    rotor = rotor[turns:] + rotor[:turns]
    pairs = [(rotor[0], fixed) if number % 2 else (fixed, rotor[0])]
    pairs += [(rotor[place], rotor[-place]) for place in range(1, len(seats) // 2)]
    byes = [first if second is None else second for first, second in pairs if first is None or second is None]
    whole: Tables = [(first, second) for first, second in pairs if first is not None and second is not None]
    return whole, [player for player in byes if player is not None]


def design_round(players: Sequence[int], size: int, number: int) -> Tables | None:
    """Return the tables of round `number` (from 1) without repeated meetings; None if no design has that round."""
    tables = len(players) // size
    if len(players) % size or tables < size:
        return None
    columns = [players[column * tables : (column + 1) * tables] for column in range(size)]
    step, rounds = number - 1, _rounds(size, tables)
    if step < rounds:
        return [
            tuple(columns[column][_place(table, step, column, tables)] for column in range(size))
            for table in range(tables)
        ]
    if step == rounds and tables == size:  # the last class of an affine plane
        return [tuple(column) for column in columns]
    return None


def _rounds(size: int, tables: int) -> int:
    """Return for how many rounds the differences of columns and of rounds have no product of 0."""
    if tables == len(_OF_FOUR):
        return tables
    smallest = next(factor for factor in range(2, tables + 1) if tables % factor == 0)
    return smallest if size <= smallest else 1


def _place(table: int, step: int, column: int, tables: int) -> int:
    if tables == len(_OF_FOUR):
        return table ^ _OF_FOUR[step][column]
    return (table + step * column) % tables
