"""The scoresheet for paper: whole up to what a sheet holds, summed up beyond it, and without what is hidden."""

from __future__ import annotations

import json

from companion.views.export.paper import SIZES, PrintedRow, layout_paper
from tests.support.each_row import each_row
from tests.support.finished_sheets import finished_sheet
from tests.support.phones import Phone, Phones, bets, totals
from tests.support.reading import parts, read_text


def cells(page: str) -> list[list[str]]:
    """The rows of the entries, as they are read."""
    _, *columns = parts(page, "table")  # the first has the standings
    return [row for column in columns for row in column.rows]


def test_every_entry_stands_with_its_points_and_totals(host: Phone, phone: Phones) -> None:
    luz = host.open("luz", negative_totals=1, start=2)
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    host.enter(luz, bets("1 1 1 1"))
    host.enter(luz, totals("1 2 3 4"))
    host.act(luz, "end")
    viewer = phone().join(host, luz, "viewer")
    page = viewer.page(f"/t/{luz}/print")
    assert not parts(page, "form") and f"/t/{luz}/print" in host.page(f"/t/{luz}/sheet")
    assert cells(page)[0] == ["Entries", "Ann", "Ben", "Cleo", "Dan"]
    assert [row[0] for row in cells(page)[1:]] == ["Deal 1", "Deal 2", "Stopped"]
    assert cells(page)[1][1:] == ["+10", "10", "+10", "10", "0", "0", "0", "0"]
    assert "Can a total fall below 0? No, stops at 0 (ruling)" in read_text(page)
    assert "Who has the start card? Cleo" in read_text(page) and "What settled it" in page
    assert "http" not in page.split("<body>")[1], "nor where it came from"
    assert "style.css" not in page and phone().get(f"/t/{luz}/print").status_code == 404


def lines(count: int, seats: int) -> list[PrintedRow]:
    return [PrintedRow(f"Round {n}", [n % 3] * seats, [n] * seats) for n in range(1, count + 1)]


@each_row("seats", [1, 2, 3, 4, 5])
@each_row("count", [0, 1, 30, 120])
def test_up_to_120_entries_none_is_left_out(seats: int, count: int) -> None:
    paper = layout_paper(lines(count, seats), ["Mei-Ling"] * seats, ["a note"] * 6, str)
    assert [line.title for column in paper.columns for line in column] == [line.title for line in lines(count, seats)]
    assert (paper.size > 0) == (count == 120 and seats > 1), "smaller letters where they are needed"


def test_beyond_what_fits_the_earlier_ones_are_summed_up() -> None:
    paper = layout_paper(lines(1000, 5), ["Ann"] * 5, [], lambda count: f"{count} before")
    printed = [line for column in paper.columns for line in column]
    first = printed[0]
    count = 1000 - len(printed) + 1
    assert first.title == f"{count} before" and first.is_sum and not printed[1].is_sum
    assert list(first.totals) == [count] * 5
    assert list(first.points) == [sum(n % 3 for n in range(1, count + 1))] * 5
    assert printed[-1].title == "Round 1000" and paper.size == len(SIZES) - 1


def test_what_is_hidden_is_not_summed_up() -> None:
    hidden = [PrintedRow(f"Round {n}", [1, None], [n, None]) for n in range(1, 1000)]
    first = layout_paper(hidden, ["Ann", "Ben"], [], str).columns[0][0]
    assert first.is_sum and first.points[0] and first.points[1] is None and first.totals[1] is None


def test_a_bonus_at_the_end_is_a_line_of_its_own_on_paper(host: Phone) -> None:
    sheet = finished_sheet("azul", 2)
    answer = host.post("/import/open", {"text": json.dumps(sheet), "key": "bonus"})
    page = host.page(f"{answer.location}/print")
    assert cells(page)[-2:] == [
        ["Round 5", "+5", "15", "+4", "10"],
        ["Final bonus", "+2", "17", "+2", "12"],
    ]
    pad = parts(host.page(f"{answer.location}/sheet"), "disclosure")[0]
    assert pad.cells == ["Final bonus", "+2", "+2", "Round 5", "+5", "+4"]
