"""No page shows what only the code knows, such as a slot or the id of a rule, and none has English words in Chinese."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from tests.browser.places import places
from tests.browser.sample_instance import EXAMPLES, UNWIELDY, SampleInstance, fill_database
from tests.support.chinese import not_chinese
from tests.support.long import mostly_long
from tests.support.phones import Phone
from tests.support.reading import texts_of
from tests.support.spoken import code_on

LANGUAGES = ("en", "zh_Hant")


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, SampleInstance]]:
    """A companion with tables of all games, running and over."""
    database = tmp_path_factory.mktemp("words") / "companion.sqlite"
    sample = fill_database(database, UNWIELDY)
    app = create_app({"DATABASE": str(database), "TESTING": True, "PHOTOS": True})
    yield app, sample
    app.extensions["companion"].store.close()


def phone_of(instance: tuple[Flask, SampleInstance], who: str) -> Phone:
    app, sample = instance
    phone = Phone(app, "zh-TW")
    if who in sample.cookies:
        phone.client.set_cookie("phone", sample.cookies[who])
    return phone


def test_every_page_is_in_chinese_and_has_its_spaces(instance: tuple[Flask, SampleInstance]) -> None:
    _, sample = instance
    phones = {who: phone_of(instance, who) for who in (*sample.cookies, "stranger")}
    faults = []
    for place, address in places(sample):
        if not place.is_repeated:
            page = phones[place.who].get(address, follow_redirects=True).text
            faults += [f"{place.name}: {kind}: {text}" for kind, text in not_chinese(texts_of(page))]
            faults += [f"{place.name}: {text}" for text in code_on(page)]
    assert not faults, "\n".join(faults)


def sheets() -> list[Any]:
    """Return the scoresheet of each example, every ninth first."""
    files = sorted(EXAMPLES.glob("*/*.json"))
    return [
        pytest.param(json.loads(file.read_text("utf-8"))["sheet"], id=f"{file.parent.name}/{file.stem}")
        for start in range(9)
        for file in files[start::9]
    ]


@pytest.mark.parametrize("sheet", mostly_long(sheets(), 11))
def test_nor_does_any_page_of_a_table(host: Phone, sheet: dict[str, Any]) -> None:
    faults = []
    for left_out in (0, 1):
        entries = sheet["entries"][: len(sheet["entries"]) - left_out]
        brought = {"text": json.dumps({**sheet, "entries": entries}), "key": f"left-out-{left_out}"}
        table, last = host.post("/import/open", brought).location, len(entries)
        seats = [f"/enter?seat={seat}" for seat in range(len(sheet["players"]))]
        of_entry = [f"/entries/{last}", f"/entries/{last}/steps", f"/replay/{last}", f"/entries/{last}/remove"]
        paths = ["?sheet=1", "/sheet", "/log", "/needs", "/print", "/host", "/out", "/totals/0", "/results.csv", *seats]
        for number, path in enumerate(paths + (of_entry if last else [])):
            host.client.set_cookie("language", LANGUAGES[number % 2])
            page = host.get(table + path, follow_redirects=True).text
            faults += [f"{path} with {last} entries: {text}" for text in code_on(page)]
    assert not faults, "\n".join(faults)
