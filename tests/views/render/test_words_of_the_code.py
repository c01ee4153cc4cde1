"""No page shows what only the code knows, such as a slot or the id of a rule, and none has English words in Chinese."""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask

from companion.app import create_app
from tests.browser.places import places
from tests.browser.sample_instance import EXAMPLES, UNWIELDY, SampleInstance, fill_database
from tests.support.chinese import not_chinese
from tests.support.long import long, mostly_long
from tests.support.phones import Phone
from tests.support.reading import texts_of
from tests.support.spoken import Shown, code_on

LANGUAGES = ("en", "zh_Hant")
# How many addresses of one shape are read, as the pages of a hundred entries are made by the same code.
_OF_A_SHAPE = 1


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, SampleInstance]]:
    """A companion with tables of all games, running and over."""
    database = tmp_path_factory.mktemp("words") / "companion.sqlite"
    sample = fill_database(database, UNWIELDY)
    app = create_app({"DATABASE": str(database), "TESTING": True, "PHOTOS": True})
    yield app, sample
    app.extensions["companion"].store.close()


def phone_of(instance: tuple[Flask, SampleInstance], language: str, who: str = "host") -> Phone:
    app, sample = instance
    phone = Phone(app, language.replace("_", "-"))
    if who in sample.cookies:
        phone.client.set_cookie("phone", sample.cookies[who])
    phone.client.set_cookie("language", language)
    return phone


def test_every_page_is_in_chinese_and_has_its_spaces(instance: tuple[Flask, SampleInstance]) -> None:
    _, sample = instance
    phones = {who: phone_of(instance, "zh_Hant", who) for who in (*sample.cookies, "stranger")}
    faults = []
    for place, address in places(sample):
        if not place.is_repeated:
            texts = texts_of(phones[place.who].get(address, follow_redirects=True).text)
            faults += [f"{place.name}: {kind}: {text}" for kind, text in not_chinese(texts)]
    assert not faults, "\n".join(faults)


def crawled(phone: Phone, starts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (address, page) of all pages that links lead to."""
    shapes: Counter[str] = Counter()
    waiting = deque(starts)
    known = set(waiting)
    while waiting:
        address = waiting.popleft()
        answer = phone.get(address)
        if answer.mimetype != "text/html":
            continue
        yield address, answer.text
        for link in Shown(answer.text).links:
            found = urljoin(address, link.split("#")[0])
            shape = re.sub(r"=[^&]*", "=", re.sub(r"/\d+(?=/|$)", "/1", found))
            is_page = not urlsplit(found).netloc and not found.startswith(("/static/", "/language", "mailto:"))
            if found not in known and is_page and shapes[shape] < _OF_A_SHAPE:
                shapes[shape] += 1
                known.add(found)
                waiting.append(found)


@long
@pytest.mark.parametrize("language", mostly_long(LANGUAGES, 1))
def test_no_page_speaks_as_the_code_does(instance: tuple[Flask, SampleInstance], language: str) -> None:
    _, sample = instance
    starts = ["/", *(address for place, address in places(sample) if place.who == "host")]
    pages = list(crawled(phone_of(instance, language), starts))
    faults = [f"{address}: {text}" for address, page in pages for text in code_on(page)]
    assert len(pages) > 500
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
