"""How many tables of which size a number of players makes."""

from __future__ import annotations

from math import comb

from companion.club.evening import Settings

PAIR = 2
_LARGEST = 6


def table_sizes(count: int, settings: Settings) -> tuple[list[int], int]:
    """Return the sizes of the tables, largest first, and how many players sit out.

    Tables have the size that was asked for. Where that does not divide the players, some tables are smaller, else some
    are larger, all as equal as can be; somebody sits out only where the game takes no such table. Tables of two stay
    tables of two.
    """
    return next((found, byes) for byes in range(count + 1) if (found := _split(count - byes, settings)) is not None)


def rounds_needed(count: int, settings: Settings) -> int:
    """Return after how many rounds at the earliest everybody can have met everybody; 0 where there is no table."""
    at_tables = sum(comb(size, 2) for size in table_sizes(count, settings)[0])
    return -(-comb(count, 2) // at_tables) if at_tables else 0


def _split(count: int, settings: Settings) -> list[int] | None:
    """Return sizes, as close to the one asked for as can be, that seat exactly so many; None if there are none."""
    size, least, most = settings.size, max(settings.least, PAIR), min(settings.most, _LARGEST)
    if size == PAIR:
        return None if count % PAIR else [PAIR] * (count // PAIR)
    splits = [_equal(count, tables) for tables in {-(-count // size), count // size} if tables]
    seating = [sizes for sizes in splits if least <= sizes[-1] and sizes[0] <= most]
    if not count or not seating:
        return None if count else []
    return min(seating, key=lambda sizes: (max(abs(each - size) for each in sizes), sizes[0] > size))


def _equal(count: int, tables: int) -> list[int]:
    """Return as many sizes that differ by one at most, the largest first."""
    smaller, left = divmod(count, tables)
    return [smaller + 1] * left + [smaller] * (tables - left)
