"""Asking about Ingenious: every tap of the forms, the address that it makes, and what is missing."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode

from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.game import Message
from companion.game.pages.help import Fields, QuestionInput
from companion.games.ingenious.board import COLOURS
from companion.games.ingenious.questions import FORMS
from tests.support.asking import verdict
from tests.support.each_row import each_row

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]
LINE = "tiles=rbkh0&m0=r&m1=b&s0=3.1&s1=4.1"


def asked(name: str, query: str = "", *taps: str) -> QuestionInput:
    return FORMS[f"ingenious/{name}"](MultiDict([*parse_qsl(query), *(("tap", tap) for tap in taps)]))


def one_by_one(name: str, taps: str, query: str = "") -> QuestionInput:
    """Each tap as a page of its own, from nothing but the address before it."""
    made = asked(name, query)
    for tap in taps.split():
        made = asked(name, urlencode(made.fields), tap)
    return made


def said(message: Message | None) -> str | None:
    return message and message.text(names=NAMES)


def address(name: str, fields: Fields) -> str:
    return f"/referee/ingenious/{name}?{urlencode(fields)}"


@each_row(
    ("taps", "address"),
    [
        ("r 3.0 b 4.0", "m0=r&m1=b&s0=3.0&s1=4.0"),
        ("r 3.0 b 4.0 flip", "m0=b&m1=r&s0=4.0&s1=3.0"),
        ("r 3.0 b 4.0 x0 g 2.0", "m0=g&m1=b&s0=2.0&s1=4.0"),
        ("r 3.0 b 4.0 4.0", "m0=r&m1=b&s0=3.0"),
        # the next tile: a colour first, or a space in the colour tapped last
        ("r 3.0 b 4.0 g", "tiles=rbkh0&m0=g"),
        ("r 3.0 b 4.0 3.1 r 2.1", "tiles=rbkh0&m0=b&m1=r&s0=3.1&s1=2.1"),
        # a tile that lies there is asked about: the other one is laid; one that is not whole is dropped
        ("r 3.0 b 4.0 3.1 r 2.1 4.0", "tiles=brki3&m0=r&m1=b&s0=3.0&s1=4.0"),
        # two spaces that are not side by side are not laid: the tap changes them
        ("r 3.0 b 1.0 1.0 4.0", "m0=r&m1=b&s0=3.0&s1=4.0"),
        ("9.9 z s0 r1 x2 x", ""),
    ],
)
def test_taps_lay_tiles(taps: str, address: str) -> None:
    made = one_by_one("placement", taps)
    assert sorted(made.fields) == sorted(parse_qsl(f"area=white&{address}"))
    assert asked("placement", "", *taps.split()).fields == made.fields, "taps that come together count the same"


def test_the_tile_in_question_and_what_is_missing() -> None:
    made = asked("placement", LINE)
    assert made.question == {
        "area": "white",
        "tiles": [{"tile": ["red", "blue"], "at": [[3, 0], [4, 0]]}],
        "place": {"tile": ["red", "blue"], "at": [[3, 1], [4, 1]]},
    }
    assert [(ray.count, ray.stitches.count("M")) for ray in made.view.board.rays] == [(1, 1), (1, 1), (1, 1)]
    assert said(asked("placement").missing) == "Tap the tiles that matter; the last one is asked about"
    assert said(asked("placement", "m0=r&s0=3.0&s1=4.0").missing) == "1 more tap"
    for query, sentence in (
        ("m0=r&m1=b&s0=3.0&s1=1.0", "not side by side"),
        ("m0=r&m1=b&s0=5.0&s1=4.0", "symbol already"),
        ("m0=r&m1=b&s0=7.-7&s1=6.-7", "outside these spaces"),
        ("tiles=rbaa0&m0=r&m1=b&s0=3.0&s1=2.0", "outside these spaces"),
    ):
        made = asked("placement", query)
        assert made.question is None and sentence in (said(made.missing) or "")


def test_the_area_and_the_turn_of_the_board_are_kept() -> None:
    turned = "symbols=gboypr&area=grey&m0=g&m1=g&s0=0.-4&s1=0.-3"
    made = asked("placement", turned)
    assert made.question and made.question["symbols"] == ["green", "blue", "orange", "yellow", "purple", "red"]
    assert sorted(made.fields) == sorted(parse_qsl(turned))
    for junk in ("symbols=gbo", "symbols=rrrrrr", "symbols=rgboyp", "area=black"):
        made = asked("placement", f"{junk}&m0=g&m1=g&s0=0.-4&s1=0.-3")
        assert made.question and "symbols" not in made.question


TEN = "10.12.14.11.15.18"


@each_row(
    ("query", "taps", "address"),
    [
        ("", "n4 n12 n0", "mode=base&players=2&t0=4.12.0..."),
        (f"t0={TEN}", "n9", f"mode=base&players=2&t0={TEN}&t1=9....."),
        (f"t0={TEN}", "c0b n7 n9", "mode=base&players=2&t0=10.12.7.11.15.18&t1=9....."),
        ("", "n19 n-1 n c9z z c1", "mode=base&players=2"),
        ("mode=duel", "n9 n-9 n10 n-10 n0 c1g n-3", "mode=duel&t0=9.-3.0..."),
        ("mode=duel&t0=18.5.-9...", "", "mode=duel&t0=.5.-9..."),
    ],
)
def test_markers_are_told_one_after_the_other(query: str, taps: str, address: str) -> None:
    made = one_by_one("ranking", taps, query)
    assert sorted(made.fields) == sorted(parse_qsl(address))
    assert made.question is None and (said(made.missing) or "").startswith("Tap where the ")


def test_whole_tracks_are_a_question() -> None:
    made = one_by_one("ranking", "n9 " * 6, f"t0={TEN}")
    assert made.question and made.question["tracks"][1] == dict.fromkeys(COLOURS, 9) and not made.missing
    assert said(asked("ranking", f"t0={TEN}", "n9").missing) == "Tap where the green marker of Ben stands"
    # a marker that is tapped to be changed leaves the answer standing
    assert asked("ranking", urlencode(made.fields), "c1r").question == made.question
    rows = asked("ranking", "mode=duel&t0=2.4.-2.0.-3.0").view.track_table.rows
    assert [[marker.value for marker in row.markers] for row in rows] == [[2, 4, -2, 0, -3, 0], [-2, -4, 2, 0, 3, 0]]
    assert [row.total for row in rows] == [2, 2]


@each_row(
    ("taps", "hand", "missing"),
    [
        ("", "", "Tap the colours of the tiles in hand"),
        ("r b", "rb", None),
        ("r b g g y p x1", "rbyp", None),
        ("r " * 13, "r" * 12, None),
        ("z x9 q", "", "Tap the colours of the tiles in hand"),
    ],
)
def test_a_hand_is_tapped(taps: str, hand: str, missing: str | None) -> None:
    made = one_by_one("swap", taps, "t0=4.5.9.4.6.36")
    assert dict(made.fields).get("hand", "") == hand and said(made.missing) == missing
    assert (made.question is None) == bool(missing)


@given(
    st.lists(st.integers(0, 36), min_size=6, max_size=6),
    st.lists(st.lists(st.sampled_from(COLOURS), min_size=2, max_size=2), max_size=5),
)
def test_a_hand_with_any_of_the_lowest_colours_stays(values: list[int], hand: list[list[str]]) -> None:
    track = dict(zip(COLOURS, values, strict=True))
    lowest = [colour for colour in COLOURS if track[colour] == min(values)]
    held = {colour for tile in hand for colour in tile}
    assert verdict("ingenious/swap", track=track, hand=hand) == {
        "allowed": not held & set(lowest),
        "lowest": lowest,
    }


def tile(first: str, second: str, *at: list[int]) -> dict[str, Any]:
    return {"tile": [first, second], "at": list(at)}


PAIRS = [tile("red", "blue", [q, 0], [q, 1]) for q in range(-3, 4)]
PAIRS[2] = tile("blue", "red", [-1, 1], [-1, 0])


def track(*values: Any) -> dict[str, Any]:
    return dict(zip(COLOURS, values, strict=True))
