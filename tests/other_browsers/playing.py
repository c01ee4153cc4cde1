"""What people tap in each game, in any engine. Pages wait for nothing: whoever taps waits until it is there."""

import json
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
SAVE = ".bar button.button"


def example(path):
    """An example's sheet without its last entry, that entry, and the totals after it."""
    data = json.loads((EXAMPLES / f"{path}.json").read_text("utf-8"))
    *before, last = data["sheet"]["entries"]
    return {**data["sheet"], "entries": before}, last, data["result"]["totals"]


# Luz


def tap_bet(phone, seat, bet):
    phone.choose(f"b{seat}", bet["beads"])
    if bet["safety"]:
        phone.tap(f"label.safety:has([name=s{seat}])")


def tap_trick(phone, number, winner, *, by_another=False):
    """Who took this trick, once the phone asks for it; right after one that another phone gave, it is asked first."""
    phone.is_value("#entry [name=trick]", number)
    phone.tap(f"button.winner[value='{winner}']")
    if by_another:
        phone.tap("#meant .actions button")


def tricks_in(phone, count):
    phone.has(".tricks li a", count)


# 5211


def tap_hand(phone, seat, cards):
    phone.is_value("#entry [name=seat]", seat)
    for number, card in enumerate(cards, 1):
        phone.tap(f"[data-card={card}]")
        phone.has(".hand [data-taken]", number)
    phone.tap("[data-hand-save]")
