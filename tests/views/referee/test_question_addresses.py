"""Addresses of the referee's questions with codes that no page made: always a page, never a failure of the server.

The tests mutate real addresses, which the forms themselves lead to, and write nonsense into every field that a form
reads. COMPANION_LONG=200 tries twenty times as many.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games import all_games
from tests.support.askpages import AskPage
from tests.support.each_row import each_row

Fields = list[tuple[str, str]]

FORMS = {key: read for game in all_games().values() if game.help for key, read in game.help.forms.items()}
NASTY = (
    *("", ".", "..", "X9.Y1", "X", "Y", "R99", "R-1", "R²", "R٣", "Y１", "0", "-1", "00", "9" * 50, "1e3", "+1", "_1"),
    *("x", "x0", "x-1", "x²", "v", "v0", "v²", "s", "sX", "null", "a.b.c", "1.1.1.1.1", "-", ",", "1,1", "1-1", "1_0"),
    *(":", "r1c1", "a-1-1", "\x00", "\u2028", "\ufffd", "ß", "İ", "小", "🂡", "Ⅷ", "½", "on", "0.0.0", "99.99"),
    *("{{7*7}}", "%s", "../..", "x" * 300, "1" * 5000),
)
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,-_:~!*²٣１ \x00小"


class Recorder(MultiDict[str, str]):
    """The fields of an address; remembers which names were asked for."""

    def __init__(self, fields: Fields) -> None:
        super().__init__(fields)
        self.names: set[str] = set()

    def get(self, key: str, *rest: Any, **more: Any) -> Any:
        self.names.add(key)
        return super().get(key, *rest, **more)

    def getlist(self, key: str, *rest: Any, **more: Any) -> Any:
        self.names.add(key)
        return super().getlist(key, *rest, **more)


def names_read(key: str, fields: Fields) -> list[str]:
    """Every field that a question's form reads, in a fixed order."""
    recorder = Recorder(fields)
    FORMS[key](recorder)
    return sorted(recorder.names | {"tap", "claim", "name"})


def real_addresses(app: Flask, key: str, chance: random.Random) -> list[Fields]:
    """What a few walks by tapping lead to, so that most of a mutated address still makes sense."""
    found: list[Fields] = []
    for _ in range(2):
        page = AskPage(app.test_client(), key)
        for _ in range(8):
            taps = page.taps
            if not taps:
                break
            page = page.tap(chance.choice(taps))
            found.append([*page.form])
    return found or [[]]


def mutated(text: str, chance: random.Random) -> str:
    """A text with a character changed, added or taken out, a part repeated, or nonsense instead of a part."""
    place = chance.randrange(len(text) + 1)
    letter = chance.choice(LETTERS)
    parts = re.split(r"([.,:\-])", text)
    parts[chance.randrange(len(parts))] = chance.choice(NASTY)
    return chance.choice(
        (
            text[:place] + letter + text[place:],
            text[:place] + text[place + 1 :],
            text[:place] + letter + text[place + 1 :],
            text + "." + text,
            "".join(parts),
            chance.choice(NASTY),
        )
    )


def nonsense(app: Flask, key: str, times: int) -> Iterator[Fields]:
    """Each field with nasty values, all of them at length, then random mutations of real addresses."""
    chance = random.Random(key)
    real = real_addresses(app, key, chance)
    names = sorted({name for fields in (real[0], real[-1]) for name in names_read(key, fields)})
    for name in names:
        for value in chance.sample(NASTY, min(8 * times, len(NASTY))):
            yield [(name, value), *chance.choice(real)]
    for _ in range(30 * times):
        fields = list(chance.choice(real))
        for _ in range(chance.randint(1, 3)):
            name = chance.choice(names)
            values = [value for other, value in fields if other == name] or [""]
            fields = [(other, value) for other, value in fields if other != name]
            fields.append((name, mutated(chance.choice(values), chance)))
        yield fields


@each_row("cards", ["X9.Y1", "X9", ".X", "Ä1.Y1", "R4.X9", "RX.Y1", "R.Y", "R²", "R99999"])
def test_a_card_that_is_none_is_a_sentence(app: Flask, cards: str) -> None:
    answered = app.test_client().get("/referee/luz/trick", query_string={"players": 4, "cards": cards})
    assert answered.status_code == 200
    assert 'role="alert"' in answered.text and 'id="why"' not in answered.text
