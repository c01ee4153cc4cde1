"""How many tables of which size a number of players makes."""

from __future__ import annotations

from companion.club.evening import Settings

PAIR = 2
_LARGEST = 6


def table_sizes(count: int, settings: Settings) -> tuple[list[int], int]:
    """Return the sizes of the tables, largest first, and how many players sit out.

    Tables have the size that was asked for. Where that does not divide the players, some have one player fewer, else
    some have one more; only who is left over then sits out. Tables of two stay tables of two.
    """
    return next((found, byes) for byes in range(count + 1) if (found := _split(count - byes, settings)) is not None)


def _split(count: int, settings: Settings) -> list[int] | None:
    """Return sizes that seat exactly so many players, with as few of another size as can be; None if there are none."""
    size, least, most = settings.size, max(settings.least, PAIR), min(settings.most, _LARGEST)
    splits = []
    for smaller in range(size if size > max(least, PAIR) else 1):
        for larger in range(size if size > PAIR and size < most else 1):
            rest = count - smaller * (size - 1) - larger * (size + 1)
            if rest >= 0 and rest % size == 0:
                sizes = [size + 1] * larger + [size] * (rest // size) + [size - 1] * smaller
                splits.append((larger > 0, smaller + larger, sizes))
    if not splits and size > PAIR and least <= count <= most:
        return [count]  # so few that they all sit at one table
    return min(splits)[2] if splits else None
