"""Ingenious on its pages: taps that make a tile, what is shown before it is sent, faults as sentences, swaps."""

from random import Random

from werkzeug.datastructures import MultiDict

from companion.forms.secrecy import secrecy_of
from companion.forms.viewer import Viewer
from companion.games.ingenious import GAME
from companion.games.ingenious.form import Form
from companion.games.ingenious.rules import play
from tests.games.ingenious.strategies import MODES, NAMES, head, random_game
from tests.games.ingenious.test_rules import after, laid, swap, table, text as said, tile
from tests.support.each_row import each_row
from tests.support.phones import notice

form = Form()


def fields(*taps, **base):
    return MultiDict([*base.items(), *(("tap", tap) for tap in taps)])


def read(state, *taps, **base):
    return form.read(fields(*taps, **base), state, {}).entry


def view(state, *taps, **base):
    return form.view(state, {}, fields(*taps, **base))


@each_row(
    ("taps", "made"),
    [
        ((), {"points": []}),
        (("b3", "r2"), {"points": [["blue", 3], ["red", 2]]}),
        (("r2", "r3"), {"points": [["red", 2], ["red", 3]]}),
        (("r2", "b3", "x0", "g1"), {"points": [["green", 1], ["blue", 3]]}),
        (("r2", "b3", "flip"), {"points": [["blue", 3], ["red", 2]]}),
        (("r+", "r18", "y7"), {"points": [["red", 18], ["yellow", 7]]}),
        (("r0", "r19", "z2", "r-1", "0.-4", "r", "", "flop", "x2", "+", "r٣"), {"points": []}),
        (("r", "0.-4", "b", "0.-3"), {"tile": ["red", "blue"], "at": [[0, -4], [0, -3]]}),
        (("r", "b", "0.-4", "1.1", "0.-3"), {"tile": ["red", "blue"], "at": [[0, -4], [0, -3]]}),
        (("r", "0.-4", "b", "0.-3", "flip"), {"tile": ["blue", "red"], "at": [[0, -3], [0, -4]]}),
        (("r", "0.-4", "b", "0.-3", "x0", "0.-4", "g"), {"tile": ["green", "blue"], "at": [[0, -4], [0, -3]]}),
        (("r", "0.-4", "b", "0.-3", "x1", "g", "1.-5"), {"tile": ["red", "green"], "at": [[0, -4], [1, -5]]}),
    ],
)
def test_taps_make_a_tile_by_its_points_or_on_the_board(taps, made):
    assert read(table(board="at" in made), *taps) == {"seat": 0, **made}


def test_a_board_shows_the_lines_before_the_tile_is_sent():
    # Ann lays red at [0, -4] beside the printed red, blue at [0, -3]: 1 and 0.
    state = table(board=True)
    shown = view(state, "r", "0.-4", "b", "0.-3")
    assert [(half.colour, half.points, said(half.note)) for half in shown.halves] == [
        ("red", 1, "1 in line"),
        ("blue", 0, "nothing in line"),
    ]
    assert [(ray.count, ray.stitches.count("M")) for ray in shown.board.rays] == [(1, 1)]
    assert [cell.tap for cell in shown.board.cells if cell.is_new] == ["0.-4", "0.-3"]
    assert said(shown.save) == "Save, Ben next" and shown.is_ready
    # One half whose other has no colour yet shows its line too; without the other space it does not.
    assert [half.points for half in view(state, "r", "0.-4", "0.-3").halves] == [1, None]
    assert [half.points for half in view(state, "r", "0.-4").halves] == [None, None]
    assert said(view(state, "r", "0.-4").save) == "2 more taps"


def test_tracks_show_what_the_tile_adds():
    # Ann has red 16 and scores 4: 18, two lost. Blue stands at 0 and is one of her five lowest.
    state = after(table(), tile(0, "red 16"), tile(1))
    shown = view(state, "r4", "b3")
    red, _, blue, *_ = shown.track_table.rows[0].markers
    assert (red.value, red.gain, red.filled, red.added, red.is_low) == (16, 2, 16, 2, False)
    assert (blue.value, blue.gain, blue.is_low) == (0, 3, True)
    assert shown.track_table.rows[0].is_current and not any(marker.gain for marker in shown.track_table.rows[1].markers)
    assert [said(sentence) for sentence in shown.sentences][:2] == ["+4 red: from 16 to 18.", "2 past 18 (red): lost."]
    assert shown.extra == 1 and said(shown.save) == "Save, Ann places again"


def test_mates_share_a_row_and_the_duel_has_two_sides():
    team = after(table("team", 4), tile(0, "red 5"), tile(1, "blue 2"))
    rows = form.sheet(team, {}).track_table.rows
    assert [(row.seats, row.markers[0].value, row.markers[2].value) for row in rows] == [((0, 2), 5, 0), ((1, 3), 0, 2)]
    # Chris brings red to his 9; Angelika has blue on her 4 and pulls red by 3: 6 on his side.
    duel = after(table("duel"), tile(0, "red 9"), tile(0), tile(1, "blue 4"))
    shown = view(after(duel, tile(0)), "r3", "b2")
    ones, others = shown.track_table.rows
    assert [marker.value for marker in ones.markers] == [9, 0, -4, 0, 0, 0] and ones.markers[0].has_token
    assert [marker.value for marker in others.markers] == [-9, 0, 4, 0, 0, 0] and not others.markers[0].has_token
    assert (others.markers[0].filled, others.markers[0].added, others.markers[2].added) == (0, 0, 2)
    assert [marker.is_low for marker in ones.markers] == [True, *[False] * 5]


def test_a_record_shows_the_tracks_as_they_stood_after_its_tile():
    before = after(table(), tile(0, "red 3", "blue 2"), tile(1))
    entry = tile(0, "red 2", "green 1")
    row, other = form.outcome(before, entry, *play(before, entry)).track_table.rows
    red, green, blue, orange, *_ = row.markers
    assert (red.value, red.gain, red.filled, red.added, red.is_low) == (5, 2, 3, 2, False)
    assert (green.value, green.gain, green.is_low) == (1, 1, False), "no longer one of the lowest"
    assert (blue.value, blue.gain, orange.is_low) == (2, 0, True)
    assert row.is_current and not other.is_current and not any(marker.gain for marker in other.markers)


def test_a_swap_is_one_tap_or_says_why_not():
    assert view(table()).swap is None
    state = after(table(), tile(0, "red 2"))
    offered = view(state).swap
    assert (offered.seat, offered.fault) == (0, None)
    assert offered.colours == ("green", "blue", "orange", "yellow", "purple")
    assert view(state, "r2").swap is None, "not while a tile is tapped"
    assert read(state, swap="0") == {"seat": 0, "swap": True}
    assert said(view(after(state, swap(0))).swap.fault) == "Ann has swapped in this turn already"
    owing = after(table(), tile(0, "red 18"))
    assert "swapping comes after it" in (said(view(owing).swap.fault) or "")
    duel = after(table("duel"), tile(0, "red 8"))
    assert said(view(duel).swap.fault) == "Ann has no marker on 9 and so may not swap"
    assert view(table("solo", 1)).swap is None


def test_a_hidden_seat_is_offered_a_swap_whatever_its_markers_are():
    """Whether one stands on 9 would tell where it is; whether the seat has swapped already all have seen."""
    viewer = Viewer(frozenset({0, 1}), secrecy_of(GAME))
    for mode, entries, is_offered in (("duel", [tile(0, "red 8")], True), ("base", [tile(0), swap(0)], False)):
        state = after(table(mode), *entries)
        assert (form.sheet(viewer.state(state), {}, viewer).swap is not None) == is_offered


def test_a_swap_on_the_page_of_its_tile(host):
    session = host.open("ingenious", NAMES[:2])
    host.enter(session, {"seat": 0, "tap": "b3"})
    page = host.page(f"/t/{session}/entries/1")
    assert 'name="swap" value="0"' in page and "Ann swaps" in page
    assert host.enter(session, {"swap": 0}).location == f"/t/{session}/enter"
    assert "and swaps all tiles" in host.page(f"/t/{session}/entries/2")
    for number in (1, 2):
        assert 'name="swap"' not in host.page(f"/t/{session}/entries/{number}")
    assert "Ann has swapped in this turn already" in host.page(f"/t/{session}/enter")


SIX = [tile(0, "red 4", "green 5"), tile(1), tile(0, "blue 6", "orange 7"), tile(1)]


@each_row(
    ("mode", "before", "entry", "words"),
    [
        ("base", [], tile(0, "red 2", "green 3"), "Ann: +2 red, +3 green; lowest unchanged"),
        ("base", [], tile(0, "red 2", "red 3"), "Ann: +5 red; lowest unchanged"),
        ("base", [tile(0, "red 17"), tile(1)], tile(0, "red 3"), "Ann: +1 red; lowest unchanged"),
        ("base", [], tile(0), "Ann: no points"),
        ("base", [tile(0)], swap(0), "Ann swaps"),
        ("base", SIX, tile(0, "yellow 3", "purple 8"), "Ann: +3 yellow, +8 purple; lowest now 3"),
        ("duel", [], SIX[0], "Ann: +4 red, +5 green; own side now 2"),
        ("duel", SIX[:2], tile(0, "red 1"), "Ann: +1 red; own side unchanged"),
    ],
)
def test_an_entry_says_whose_tile_it_was_and_what_it_moved(mode, before, entry, words):
    state = after(table(mode), *before)
    assert said(form.entry_summary(state, entry, play(state, entry)[1])) == words


def test_what_cannot_stand_is_said_and_what_was_tapped_stays(host):
    session = host.open("ingenious", NAMES[:2], board=1)
    answer = host.enter(session, {"seat": 0, "m0": "r", "m1": "b", "s0": "0.0", "s1": "0.1"})
    assert answer.status_code == 422 and "first tile of every player lies beside" in notice(answer)
    assert 'name="m0" value="r"' in answer.text and 'name="s1" value="0.1"' in answer.text
    assert (
        notice(host.enter(session, {"seat": 1, "tap": ["r", "0.-4", "b", "0.-3"]}))
        == "It is the turn of Ann, not of Ben"
    )
    assert "only after placing a tile" in notice(host.enter(session, {"swap": 0})) and host.version(session) == 0


@each_row(("mode", "seats"), MODES)
def test_moves_are_counted_in_one_way(mode, seats):
    """Swaps and extra placements are moves too, in the titles of the entries and in how far the game is."""
    entries = random_game(head(mode, seats), Random(7), 60)["entries"]
    state = table(mode, seats)
    for number, entry in enumerate(entries, 1):
        title = str(form.entry_title(state.setup, number)).lower()
        assert str(form.progress(state)).split(",")[0] == title
        state = after(state, entry)
    assert len(entries) > state.turns or mode == "solo"
    over = state if state.finished else after(state, {"end": True})
    assert str(form.progress(over)) == f"{len(entries)} moves made"


def test_a_tile_that_has_run_out_is_refused_before_it_is_sent():
    # Five double reds in the column of the printed red and beside it; the sixth is one too many.
    state = table("solo", 1, board=True)
    for q, r in ((0, -4), (0, -3), (0, -2), (0, -1), (0, 0)):
        state = after(state, laid(0, "red red", (q, r), (q + 1, r)))
    shown = view(state, "r", "r", "0.1", "1.1")
    assert not shown.is_ready and "5 tiles of double red" in (said(shown.fault) or "")
