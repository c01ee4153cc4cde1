"""On every page of a table whose players' names begin alike, no two seats have the same mark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.app import create_app
from tests.browser.places import places
from tests.browser.sample_instance import SampleInstance, fill_database
from tests.support.phones import Phone

ALIKE = ("Anna", "Andy", "Amy", "Alex", "Abe")
MARKS = ("An", "Ad", "Am", "Al", "Ab", *"明小華大安志美")  # of the others at a table of twelve
MARK = re.compile(r'<b class="mark seat-(\d+)[^>]*>([^<]*)</b>')


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SampleInstance]:
    database = tmp_path_factory.mktemp("alike") / "companion.sqlite"
    return database, fill_database(database, ALIKE)


def test_no_page_shows_two_seats_alike(instance: tuple[Path, SampleInstance]) -> None:
    database, made = instance
    app = create_app({"DATABASE": str(database), "TESTING": True})
    phone = Phone(app)
    phone.client.set_cookie("phone", made.cookies["host"])
    faults, seen = [], 0
    for place, address in places(made):
        if place.who == "host" and address.startswith("/t/"):
            marks = {(int(seat), text) for seat, text in MARK.findall(phone.get(address).get_data(as_text=True))}
            seen += len(marks)
            faults += [f"{place.name}: {text} on seat {seat}" for seat, text in marks if text != MARKS[seat - 1]]
    app.extensions["companion"].store.close()
    assert not faults, "\n".join(faults)
    assert seen > 200
