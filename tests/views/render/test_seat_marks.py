"""On every page of a table whose players' names begin alike, no two seats have the same mark."""

from __future__ import annotations

import re

from flask import Flask

from tests.support.world import World

NAMES, MARKS = ("Anna", "Andy", "Amy", "Alex", "Abe"), ("An", "Ad", "Am", "Al", "Ab")
MARK = re.compile(r'<b class="mark seat-(\d+)[^>]*>([^<]*)</b>')
PAGES = ("", "/sheet", "/enter", "/log", "/needs", "/seats", "/share", "/print", "/replay/1", "/entries/1", "/totals/0")


def test_no_page_shows_two_seats_alike(app: Flask) -> None:
    world, faults, seen = World(app, NAMES), [], 0
    for session in world.tables:
        for path in PAGES:
            marks = set(MARK.findall(world.phones["host"].get(f"/t/{session}{path}").text))
            seen += len(marks)
            faults += [f"{path}: {text} on seat {seat}" for seat, text in marks if text != MARKS[int(seat) - 1]]
    assert seen > 100 and not faults, "\n".join(faults)
