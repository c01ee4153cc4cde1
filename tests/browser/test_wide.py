"""Wide screens: the big screen beside the table, and the pages away from it, use the room they have."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.places import Place
from tests.browser.walk import Walk

HOST = Place("a page", "", "host")
LAPTOP, PROJECTED, TABLET = (1366, 768), (1280, 720), (820, 1180)
TABLES = ["sheet-of-2", "sheet-of-6", "luz", "luz-of-3", "fifty-of-5", "azul-of-4", "tracks", "board", "land", "coins"]
# Pairs of the parts of a page that lie over each other.
OVERLAPS = """selector => {
    const boxes = [...document.querySelectorAll(selector)].map(part => [part, part.getBoundingClientRect()])
        .filter(([, box]) => box.width && box.height);
    return boxes.flatMap(([one, a], place) => boxes.slice(place + 1).filter(([other, b]) =>
        !one.contains(other) && a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1
    ).map(([other]) => [one, other].map(part => part.id + "." + part.className).join(" and ")));
}"""
# The parts that are not whole between the head and the bar of the first screen.
CUT = """selector => {
    const head = document.querySelector(".top").getBoundingClientRect().bottom;
    const bar = document.querySelector(".bar")?.getBoundingClientRect();
    const foot = bar?.height ? bar.top : innerHeight;
    return [...document.querySelectorAll(selector)].filter(part => {
        const box = part.getBoundingClientRect();
        return box.height && (box.top < head - 1 || box.bottom > foot + 1 || box.left < 0 || box.right > innerWidth);
    }).map(part => part.textContent.trim().slice(0, 40));
}"""
PARTS = (
    ".plate, .score-pad, .join, .more-rows, .people, .tabs, #now > header, #now > .rows, .walls, .tracks, .land, .frame"
)


def at(page: Page, size: tuple[int, int]) -> Page:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def share(page: Page, part: str) -> tuple[float, float]:
    """How much of the window's width and height the first such part has."""
    box = page.locator(part).first.bounding_box()
    assert box and page.viewport_size
    return box["width"] / page.viewport_size["width"], box["height"] / page.viewport_size["height"]


@pytest.mark.parametrize("size", [LAPTOP, PROJECTED])
@pytest.mark.parametrize("table", TABLES)
def test_a_big_screen_shows_all_seats_and_no_links_among_them(walk: Walk, table: str, size: tuple[int, int]) -> None:
    with walk.at(HOST, walk.instance.address(f"/t/{{{table}}}"), "en-GB") as page:
        at(page, size)
        assert page.evaluate(CUT, ".plate, .walls > li, #now .rows > li, #now .tabs a, .join, .tracks tbody") == []
        assert page.evaluate(OVERLAPS, PARTS) == []
        low = page.evaluate(
            "Math.max(...[...document.querySelectorAll('.join, #now > *')].map(one =>"
            " one.getBoundingClientRect().bottom))"
        )
        links = page.locator(".more-rows a").all()
        assert len(links) >= 4
        for link in links:
            box = link.bounding_box()
            assert box and box["y"] >= low - 1 and box["height"] >= 44
        assert len({round(link.bounding_box()["y"]) for link in links}) == 1, "they stand in a line"


@pytest.mark.parametrize("size", [LAPTOP, PROJECTED, (1920, 1080)])
@pytest.mark.parametrize("table", ["board", "land", "land-of-3"])
def test_a_board_is_as_tall_as_a_big_screen(walk: Walk, table: str, size: tuple[int, int]) -> None:
    with walk.at(HOST, walk.instance.address(f"/t/{{{table}}}"), "en-GB") as page:
        at(page, size)
        assert share(page, ".hex-board, .land")[1] > 0.7
        assert page.evaluate(CUT, ".hex-board, .land") == []
