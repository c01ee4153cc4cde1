"""What people tap in each game, in any engine. Pages wait for nothing: whoever taps waits until it is there."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.engines.driver import Phone

EXAMPLES = Path(__file__).parents[1] / "examples"
SAVE = ".bar button.button"


def example(path: str) -> tuple[dict[str, Any], dict[str, Any], list[int]]:
    """An example's sheet without its last entry, that entry, and the totals after it."""
    data = json.loads((EXAMPLES / f"{path}.json").read_text("utf-8"))
    *before, last = data["sheet"]["entries"]
    return {**data["sheet"], "entries": before}, last, data["result"]["totals"]


def to_seat(phone: Phone, seat: int) -> None:
    """The part of this seat, by its tab where the form shows another one."""
    if phone.js("document.querySelector('#entry [name=seat]').value") != str(seat):
        phone.tap(f"[data-tab='{seat}']")
        phone.is_value("#entry [name=seat]", seat)


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
    """The four cards of a seat and save."""
    phone.is_value("#entry [name=seat]", seat)
    for number, card in enumerate(cards, 1):
        phone.tap(f"[data-card={card}]")
        phone.has(".hand [data-taken]", number)
    phone.tap("[data-hand-save]")


# Azul


def tap_wall(phone: Phone, seat: int, wall: Mapping[str, Any], is_first: bool = False) -> None:
    """The tiles and the floor of a seat, not saved yet."""
    to_seat(phone, seat)
    phone.see(f"#preview[data-key$='-{seat}']")
    for tile in wall["tiles"]:
        phone.tap(f"#preview label.key.{tile['colour']}:has([name=r{tile['row']}])")
        phone.see(f"#preview label.key.{tile['colour']}:has([name=r{tile['row']}]:checked)")
    # The floor as it is told counts the marker's space.
    if is_first:
        phone.tap("label.key:has([name=marker])")
    if wall["floor"]:
        phone.choose("floor", wall["floor"])


# Ingenious


def tap_tile(phone: Phone, tile: Sequence[str], at: Sequence[Sequence[int]]) -> None:
    """Each half: its colour, then its space. The board is pushed about where the space is out of view."""
    for colour, (q, r) in zip(tile, at, strict=True):
        phone.tap(f".pick [data-tap={colour[0]}]")
        phone.tap(f".scroller [data-tap='{q}.{r}']")


# Salamanca


def tap_space(phone: Phone, at: Sequence[int]) -> None:
    phone.tap(f".land [data-tap='{at[0]}.{at[1]}']")
    phone.see(f".land [data-tap='{at[0]}.{at[1]}'][aria-pressed=true]")


def tap_land(phone: Phone, land: Mapping[str, Any], kind: str) -> None:
    """A tile on a space: of the start, or of a turn."""
    tap_space(phone, land["at"])
    if land.get("value"):
        phone.tap(f"#bar [data-tap=v{land['value']}]")
        phone.see(f"#bar [data-tap=v{land['value']}][aria-pressed=true]")
    phone.tap(f"#bar .key[name=tile][value='{kind}']")


def tap_step(phone: Phone, number: int, step: Mapping[str, Any]) -> None:
    """A step of a turn; waits until it is in."""
    phone.is_value("#entry [name=step]", number)
    if "place" in step:
        tap_land(phone, step, step["place"])
    elif "draw" in step:
        phone.tap("#bar [data-tap=c]")
        phone.tap(f"#bar .key[name=draw][value='{step['draw']}']")
    else:
        key = next(key for key in ("sell", "noble", "hazard") if key in step)
        tap_space(phone, step["at"] if key == "hazard" else step[key])
        phone.tap(f"#bar .key[name={key}][value='{step[key] if key == 'hazard' else 1}']")
    phone.is_value("#entry [name=step]", number + 1)
    if step.get("occupy"):
        phone.tap(f"[name=amend][value='{number}.on']")
        phone.see(f"[name=amend][value='{number}.off'][aria-pressed=true]")


def tap_cards(phone: Phone, cards: Sequence[int | Sequence[int]]) -> None:
    for seat, drawn in enumerate(cards):
        for card in [drawn] if isinstance(drawn, int) else drawn:
            phone.tap(f"label.key:has([name=c{seat}][value='{card}'])")
