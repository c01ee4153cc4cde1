"""Every game and mode at a table that hides totals: all pages answer at each stage, and none counts for other seats."""

import re

from tests.support.each_row import each_row
from tests.support.files import EXAMPLES, bring, example, session_of
from tests.support.long import IS_LONG
from tests.support.secrets import SHEETS

NAMES = [f"{path.parent.name}/{path.stem}" for path in EXAMPLES if path.parent.name in SHEETS]
PLAYED = [name for name in NAMES if len(example(name)["entries"]) > 1]
BOARDS = ("salamanca/every-hazard", "salamanca/paid-occupation", "ingenious/placements-1-2-4")
# What a page says only where it counts: an estate's worth, what a sale pays, coins, a scored line, a marker.
COUNTED = (
    r"A sale would pay", r"coins? before this turn", r" of \w+, worth \d", r"<text[^>]*>\s*\d", r"data-points",
    r"\d coins<",
    r'class="(red|blue|green|orange|yellow|purple)[^"]*"><svg viewBox="0 0 1 \d+".*?</svg><b>\d',
)  # fmt: skip


def hidden(host, sheet, count):
    """A table of strangers with so many entries of a sheet."""
    return bring(host, session_of({**sheet, "entries": sheet["entries"][:count]}, hidden=True))


@each_row("name", BOARDS)
def test_a_board_is_shown_without_what_it_counts(host, phone, name):
    sheet = example(name)
    last = len(sheet["entries"]) - 1
    for count in range(1, last + 1) if IS_LONG else (1, last // 2, last):
        session = hidden(host, sheet, count)
        viewer = phone().join(host, session, "viewer")
        paths = ("", f"/entries/{count}", "/sheet", "/log", "/needs", f"/entries/{count}/steps")
        pages = [viewer.page(f"/t/{session}{path}") for path in paths]
        pages += [host.page(f"/t/{session}{path}") for path in ("/enter", f"/entries/{count}/correct")]
        for page in pages:
            leaks = [counted for counted in COUNTED if re.search(counted, page.split("<main")[-1], re.DOTALL)]
            assert not leaks, (count, leaks)


def test_a_step_of_no_seat_tells_no_total_of_a_hidden_table(host):
    options = {"limit": {"total": 100, "more": True}}
    sheet = {"format": 1, "game": "open", "players": ["Ann", "Ben"], "options": options}
    for is_hidden in (False, True):
        session = bring(host, session_of({**sheet, "entries": [{"round": [137, 5]}]}, hidden=is_hidden))
        assert ("137" in host.page(f"/t/{session}/entries/1/steps")) != is_hidden


def test_who_changes_options_is_told_of_no_hidden_total(host):
    lines = {"line": ["coins"], "factor": ["1"], "per": ["1"]}
    for hidden, told in (({}, [("10", "20")] * 2), ({"hidden": "1"}, [("10", "20")])):
        session = host.open("open", ["Ann", "Ben"], title="Island", count="lines", win="together", **lines, **hidden)
        assert host.enter(session, {"seat": "0", "kind": "lines", "n0": "10"}).status_code == 303
        host.act(session, "sit", {"seat": "0"})
        asked = host.act(session, "options", {**lines, "factor": ["2"]}).text
        assert re.findall(r'number">(\d+) → (\d+)<', asked) == told


# An example, how many of its entries are in, and a page on which something of the table is counted.
SHOWN = (
    ("salamanca/paid-occupation", 17, ""), ("salamanca/paid-occupation", 17, "/enter?tap=2.1"),
    ("salamanca/paid-occupation", 20, "/enter"), ("ingenious/placements-1-2-4", 13, ""),
    ("ingenious/placements-1-2-4", 13, "/entries/9"),
    ("ingenious/placements-1-2-4", 12, "/enter?m0=r&m1=b&s0=5.-2&s1=6.-2"),
)  # fmt: skip


def test_an_open_table_shows_what_is_counted(host):
    """The patterns find on an open table what the test above does not find on a hidden one."""
    counted = set()
    for name, count, path in SHOWN:
        sheet = example(name)
        session = bring(host, session_of({**sheet, "entries": sheet["entries"][:count]}))
        page = host.page(f"/t/{session}{path}")
        counted |= {pattern for pattern in COUNTED if re.search(pattern, page, re.DOTALL)}
    assert set(COUNTED) - counted == set()


@each_row("name", PLAYED if IS_LONG else PLAYED[::9])
def test_every_example_can_be_played_hidden(host, name):
    sheet = example(name)
    last = len(sheet["entries"]) - 1
    session = hidden(host, sheet, last)
    for seat in (None, 0):
        for at in ("", "/enter", f"/entries/{last}", f"/entries/{last}/correct", f"/entries/{last}/remove", "/print"):
            assert host.get(f"/t/{session}{at}").status_code in (200, 302, 422), at
        if seat is not None:
            host.act(session, "sit", {"seat": seat})
