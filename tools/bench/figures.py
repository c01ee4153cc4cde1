"""A figure with its bound, and the table of figures."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A measured value in a unit and its bound, None for no bound; with `at_least` that is the lower one."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    at_least: bool = False

    @property
    def holds(self) -> bool:
        if self.bound is None:
            return True
        return self.value >= self.bound if self.at_least else self.value <= self.bound

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "holds": self.holds}


def table_of(figures: Sequence[Figure]) -> str:
    """Return the figures as a text table."""
    rows = [(figure.name, _amount(figure.value, figure.unit), _bound(figure), _verdict(figure)) for figure in figures]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return "\n".join(
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {bound:<{widths[2]}}  {verdict}".rstrip()
        for name, value, bound, verdict in rows
    )


def _amount(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{number} {unit}".strip()


def _bound(figure: Figure) -> str:
    if figure.bound is None:
        return ""
    return f"{'at least' if figure.at_least else 'at most'} {_amount(figure.bound, figure.unit)}"


def _verdict(figure: Figure) -> str:
    return "" if figure.bound is None else "ok" if figure.holds else "MISSED"
