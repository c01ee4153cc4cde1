"""What people tap in each game, in any engine. Pages wait for nothing: whoever taps waits until it is there."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.other_browsers.driver import Phone

EXAMPLES = Path(__file__).parents[1] / "examples"
SAVE = ".bar button.button"


def example(path: str) -> tuple[dict[str, Any], dict[str, Any], list[int]]:
    """An example's sheet without its last entry, that entry, and the totals after it."""
    data = json.loads((EXAMPLES / f"{path}.json").read_text("utf-8"))
    *before, last = data["sheet"]["entries"]
    return {**data["sheet"], "entries": before}, last, data["result"]["totals"]


# Luz


def tap_bet(phone: Phone, seat: int, bet: Mapping[str, Any]) -> None:
    phone.choose(f"b{seat}", bet["beads"])
    if bet["safety"]:
        phone.tap(f"label.safety:has([name=s{seat}])")


def tap_trick(phone: Phone, number: int, winner: int, *, by_another: bool = False) -> None:
    """Who took this trick, once the phone asks for it; right after one that another phone gave, it is asked first."""
    phone.is_value("#entry [name=trick]", number)
    phone.tap(f"button.winner[value='{winner}']")
    if by_another:
        phone.tap("#meant .actions button")


def tricks_in(phone: Phone, count: int) -> None:
    phone.has(".tricks li a", count)


# 5211


def tap_hand(phone: Phone, seat: int, cards: Sequence[str]) -> None:
    phone.is_value("#entry [name=seat]", seat)
    for number, card in enumerate(cards, 1):
        phone.tap(f"[data-card={card}]")
        phone.has(".hand [data-taken]", number)
    phone.tap("[data-hand-save]")
