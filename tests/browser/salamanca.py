"""What people do on the pages of Salamanca: tap spaces, tiles, cards and sales, and read the board."""

from playwright.sync_api import expect


def space(at):
    return f".land [data-tap='{at[0]}.{at[1]}']"


def look_at(phone, at):
    """One tap on a space; waits until the phone shows it as tapped."""
    phone.tap(space(at))
    expect(phone.page.locator(f"{space(at)}[aria-pressed=true]")).to_have_count(1)


def press(phone, key, value):
    """One of the keys of the bar, which does something."""
    phone.tap(f"#bar .key[name={key}][value='{value}']")


def step_is_in(phone, number):
    """Wait until this phone shows so many steps of the running turn."""
    expect(phone.page.locator("#entry [name=step]")).to_have_value(str(number + 1))


def tap_tile(phone, kind, at, value=None):
    look_at(phone, at)
    if value:
        phone.tap(f"#bar [data-tap=v{value}]")
        expect(phone.page.locator(f"#bar [data-tap=v{value}][aria-pressed=true]")).to_have_count(1)
    press(phone, "tile", kind)


def tap_step(phone, number, step):
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


def tap_turn(phone, entry):
    """A turn from its first step to its end."""
    for number, step in enumerate(entry["turn"], 1):
        tap_step(phone, number, step)
    save(phone)


def post_turn(phone, invitation, entry):
    """The same by posting, with what the form would send."""
    for number, step in enumerate(entry["turn"], 1):
        key = next(key for key in ("place", "draw", "sell", "noble", "hazard") if key in step)
        at = step.get("at") or step[key]
        fields = {"draw": step[key]} if key == "draw" else {"at": f"{at[0]}.{at[1]}"}
        if key != "draw":
            fields |= {"place": {"tile": step[key], "v": step.get("value", "")}, "hazard": {key: step[key]}}.get(
                key, {key: 1}
            )
        phone.post(invitation, "enter", of=entry["seat"], step=number, **fields)
        if step.get("occupy"):
            phone.post(invitation, "enter", of=entry["seat"], amend=f"{number}.on")
    phone.post(invitation, "enter", of=entry["seat"], end=1)


def tap_setup(phone, entry):
    for number, land in enumerate(entry["setup"], 1):
        tap_tile(phone, land["tile"], land["at"], land.get("value"))
        if number < 5:
            expect(phone.page.locator(".land .new")).to_have_count(number)
    phone.see("#last[data-entry='1']")


def tap_cards(phone, entry):
    """The cards of each seat, and where two are equal who of them goes first."""
    for seat, cards in enumerate(entry["cards"]):
        for card in cards if isinstance(cards, list) else [cards]:
            phone.tap(f"label.key:has([name=c{seat}][value='{card}'])")
    cards = entry["cards"]
    if isinstance(cards[0], int) and len(set(cards)) < len(cards):
        equal = [seat for seat, card in enumerate(cards) if cards.count(card) == 2]
        first = next(seat for seat in entry.get("order", range(len(cards))) if seat in equal)
        phone.tap(f"label.key:has([name=first][value='{first}'])")
    expect(phone.page.locator("#preview .hint[aria-live]")).to_be_visible()
    save(phone)


def save(phone):
    """The main button; ends on the next form, or on the final page."""
    button = phone.page.locator(".bar button.button")
    expect(button).to_be_enabled()
    phone.scores(button)
