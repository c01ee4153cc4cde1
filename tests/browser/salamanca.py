"""What people do on the pages of Salamanca: tap spaces, tiles, cards and sales, and read the board."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.players import Phone


def space(at: Sequence[int]) -> str:
    return f".land [data-tap='{at[0]}.{at[1]}']"


def look_at(phone: Phone, at: Sequence[int]) -> None:
    """One tap on a space; waits until the phone shows it as tapped."""
    phone.tap(space(at))
    expect(phone.page.locator(f"{space(at)}[aria-pressed=true]")).to_have_count(1)


def press(phone: Phone, key: str, value: object) -> None:
    """One of the keys of the bar, which does something."""
    phone.tap(f"#bar .key[name={key}][value='{value}']")


def step_is_in(phone: Phone, number: int) -> None:
    """Wait until this phone shows so many steps of the running turn."""
    expect(phone.page.locator("#entry [name=step]")).to_have_value(str(number + 1))


def tap_tile(phone: Phone, kind: str, at: Sequence[int], value: int | None = None) -> None:
    look_at(phone, at)
    if value:
        phone.tap(f"#bar [data-tap=v{value}]")
        expect(phone.page.locator(f"#bar [data-tap=v{value}][aria-pressed=true]")).to_have_count(1)
    press(phone, "tile", kind)


def tap_step(phone: Phone, number: int, step: Mapping[str, Any]) -> None:
    """A step of a turn, as an entry tells it; waits until it is in."""
    if "place" in step:
        tap_tile(phone, step["place"], step["at"], step.get("value"))
        step_is_in(phone, number)
        if step.get("occupy"):
            phone.tap(f"[name=amend][value='{number}.on']")
            expect(phone.page.locator(f"[name=amend][value='{number}.off'][aria-pressed=true]")).to_have_count(1)
    elif "draw" in step:
        phone.tap("#bar [data-tap=c]")
        press(phone, "draw", step["draw"])
    else:
        key = next(key for key in ("sell", "noble", "hazard") if key in step)
        look_at(phone, step["at"] if key == "hazard" else step[key])
        press(phone, key, step[key] if key == "hazard" else 1)
    step_is_in(phone, number)
