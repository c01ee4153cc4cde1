"""Points in halves: stored as exact whole numbers, shown as 7.5, or 7,5 where the reader's language writes a comma."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

DECIMAL_MARK: ContextVar[str] = ContextVar("decimal mark", default=".")
"""What stands before the fraction of a number that is shown, in the language of whoever reads it."""


class Halves(int):
    """Points stored as an integer number of halves; sums, differences and multiples are exact and of this type.

    JSON and databases hold the plain integer; texts show the points.

    >>> str(Halves(15)), f"{-Halves(15)}", str(Halves(15) + Halves(1)), str(sum([Halves(3), Halves(-4)]))
    ('7.5', '-7.5', '8', '-0.5')
    >>> Halves(15) == 15, repr(Halves(3) * 2), Halves(15) / 3
    (True, 'Halves(6)', 2.5)
    """

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return _as_halves(int(self) + other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return _as_halves(int(self) - other)

    def __rsub__(self, other: Any) -> Any:
        return _as_halves(other - int(self))

    def __mul__(self, times: Any) -> Any:
        return _as_halves(int(self) * times)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> float:
        """Return the points divided by a number, for means."""
        return float(int(self) / 2 / other)

    def __neg__(self) -> Halves:
        return Halves(-int(self))

    def __abs__(self) -> Halves:
        return Halves(abs(int(self)))

    def __str__(self) -> str:
        whole, rest = divmod(abs(int(self)), 2)
        return f"{'-' if self < 0 else ''}{whole}{f'{DECIMAL_MARK.get()}5' if rest else ''}"

    def __repr__(self) -> str:
        return f"Halves({int(self)})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _as_halves(number: Any) -> Any:
    """Return an integer as `Halves`; return other numbers, such as coordinates of a drawing, unchanged."""
    return Halves(number) if isinstance(number, int) else number


def plain(value: Any, number: Callable[[Halves], float] = int) -> Any:
    """Return JSON values with a plain number in place of each `Halves`, by default its integer.

    >>> plain({"points": (Halves(3), 1)}), plain([Halves(3), 1], decimal)
    ({'points': [3, 1]}, [1.5, 1])
    """
    if isinstance(value, Halves):
        return number(value)
    if isinstance(value, dict):
        return {key: plain(item, number) for key, item in value.items()}
    return [plain(item, number) for item in value] if isinstance(value, list | tuple) else value


def decimal(points: Halves) -> float:
    """Return the points as a decimal number."""
    return int(points) / 2
