"""Ingenious on several phones: a game on the board to its end, teams, a duel and a game alone, by tapping.

Without a board every number was counted by hand from the rulebook. The whole game on the board is counted by the
second, slow count of the tests, which counts in another way than the engine; no engine is asked.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.ingenious import (
    halves_show,
    lowest,
    owed,
    save,
    short_game,
    tap_points,
    tap_tile,
    tokens,
    tracks_show,
)  # fmt: skip
from tests.browser.players import Phone
from tests.support.long import IS_LONG, long

ANN, BEN, CLEO, MEI = range(4)
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]
ALONE, TEAM, DUEL = 1, 2, 3  # places in the list of ways to play
HEAD = {"game": "ingenious", "players": NAMES[:2], "options": {"board": True}}
TAPPED_FIRST, BROUGHT = (3, 34) if IS_LONG else (2, 35)  # of the 37 tiles of the game on the board
SEEN_BY_ALL = (TAPPED_FIRST, 36)


def wrong_place_says_why(ann: Phone) -> None:
    """Nothing can be sent from there; what was tapped stays and is taken back by taps."""
    tap_tile(ann, ["red", "green"], [(0, 0), (1, 1)])
    expect(ann.page.locator("#form .note.bad")).to_contain_text("not side by side")
    ann.tap(".scroller [data-tap='1.1']")
    ann.tap(".scroller [data-tap='1.0']")
    expect(ann.page.locator("#form .note.bad")).to_contain_text("beside a printed symbol")
    expect(ann.page.locator(".bar button.button")).to_be_disabled()
    for tap in ("x1", "x0"):
        ann.tap(f"[data-tap='{tap}']")
    expect(ann.page.locator(".bar button.button")).to_have_text("4 more taps")


def taps_a_tile(hand: Phone, tile, at, points) -> None:
    """What it will bring is shown before it is saved."""
    tap_tile(hand, tile, at)
    halves_show(hand, points)
    counted = sum(points)
    assert (
        hand.page.locator(".scroller .ray-end").count() == 0
        if not counted
        else hand.page.locator(".scroller .ray-end").count() > 0
    )
    save(hand)


def all_see_who_won(phones, table) -> None:
    """The lowest of both is 4; Ann's second-lowest marker is 8, Ben's 6."""
    assert [list(track.values()) for track in table.tracks] == [[4, 14, 13, 8, 8, 10], [6, 18, 18, 7, 14, 4]]
    for phone in phones:
        phone.shows([4, 4], [ANN, BEN])
        expect(phone.page.locator("h1")).to_contain_text("Ann wins")
        tracks_show(phone, "4 14 13 8 8 10", "6 18 18 7 14 4")
        assert lowest(phone) == [["red"], ["purple"]]
        found = phone.page.locator("#now .why")
        expect(found).to_contain_text("the second-lowest marker decides, 8 (orange, yellow) against 6 (red)")


@long
def test_a_game_of_two_on_the_board_to_its_end(phone):
    """The first tiles and the last ones are tapped; in between the table is brought in as it then stands."""
    ann, ben, viewer = phone(), phone(), phone(scheme="dark")
    invitation = ann.open_table("ingenious", NAMES[:2], {"board": 1})
    ben.join_by_link(invitation.links["scorer"])
    ann.go(f"/t/{invitation.id}/enter")
    ben.enter()

    wrong_place_says_why(ann)
    extras, table, entries = 0, None, []
    for number, (seat, tile, at, points, table) in enumerate(short_game(0), 1):
        entries.append({"seat": seat, "tile": tile, "at": at})
        extras += table.owed
        if TAPPED_FIRST < number < BROUGHT:
            continue
        if number == BROUGHT:
            invitation = ann.brings({"format": 1, **HEAD, "entries": entries})
            viewer.joins(invitation, "viewer")
            for player in (ann, ben):
                player.joins(invitation, at="/enter")
            continue
        hand = (ann, ben)[seat]
        expect(hand.page.locator("h1")).to_contain_text(NAMES[seat])
        if number in SEEN_BY_ALL:  # the other phone shows all that lies there
            expect(hand.page.locator(".scroller g[transform]")).to_have_count(6 + 2 * (number - 1))
        before = hand.taps
        taps_a_tile(hand, tile, at, points)
        if table.over:
            break
        owed(hand, table.owed)
        tracks = [list(track.values()) for track in table.tracks]
        tracks_show(hand, *tracks)
        assert hand.taps - before == 5  # as LOOK.md says: two colours, two spaces and save
        if number in SEEN_BY_ALL:
            for player in (ann, ben, *([viewer] if number > BROUGHT else [])):
                tracks_show(player, *tracks)

    assert number == 37 and extras == 2, "two of the tiles are extra ones"
    all_see_who_won((ann, ben, viewer), table)


@long
def test_two_teams_cross_the_left_18_and_one_wins_at_once(phone):
    host, other, viewer = phone(), phone(), phone()
    invitation = host.opens("ingenious", NAMES, mode=TEAM)
    other.joins(invitation)
    viewer.joins(invitation, "viewer")
    everybody = (host, other, viewer)
    host.go(f"/t/{invitation.id}/enter")
    other.enter()

    def turn(hand, *halves, label=None, owes=0, ours, theirs):
        """One tile; afterwards every phone shows what both teams have: red green blue orange yellow purple."""
        tap_points(hand, *halves)
        save(hand, label)
        for one in everybody:
            tracks_show(one, ours, theirs)
            owed(one, owes)

    # Ann and Cleo against Ben and Mei-Ling; each tile goes to the markers of the team.
    before = host.taps
    turn(host, "red 5", "blue 3", label="Save, Ben next", ours="5 0 3 0 0 0", theirs="0 0 0 0 0 0")
    assert host.taps - before == 3  # as LOOK.md says: two halves and save
    turn(other, "green 4", label="Save, Cleo next", ours="5 0 3 0 0 0", theirs="0 4 0 0 0 0")
    turn(host, "red 12", "green 2", ours="17 2 3 0 0 0", theirs="0 4 0 0 0 0")
    turn(other, label="No points, Ann next", ours="17 2 3 0 0 0", theirs="0 4 0 0 0 0")
    # 17 + 4 goes to the left 18, the other 3 are lost; that is an extra placement for Ann.
    turn(host, "green 3", "red 4", label="Save, Ann places again", owes=1, ours="18 5 3 0 0 0", theirs="0 4 0 0 0 0")
    assert lowest(viewer) == [["orange", "yellow", "purple"], ["red", "blue", "orange", "yellow", "purple"]]
    # A double: both halves score 4, the same key is tapped twice. 18 + 4 + 4 goes on on the right track.
    turn(host, "red 4", "red 4", label="Save, Ben next", ours="26 5 3 0 0 0", theirs="0 4 0 0 0 0")
    # Ben: 4 + 14 is the left 18; the extra tile takes the same marker to the right 18, so there is one more.
    turn(other, "green 14", "blue 1", owes=1, ours="26 5 3 0 0 0", theirs="0 18 1 0 0 0")
    turn(other, "green 18", owes=1, ours="26 5 3 0 0 0", theirs="0 36 1 0 0 0")
    turn(other, "yellow 2", "purple 2", label="Save, Cleo next", ours="26 5 3 0 0 0", theirs="0 36 1 0 2 2")
    # Cleo brings all six to the end of the right track. Two more of hers are owed for each tile, one is placed.
    turn(host, "green 18", "blue 18", owes=2, ours="26 18 18 0 0 0", theirs="0 36 1 0 2 2")
    turn(host, "orange 18", "yellow 18", owes=3, ours="26 18 18 18 18 0", theirs="0 36 1 0 2 2")
    turn(host, "purple 18", "red 10", owes=4, ours="36 18 18 18 18 18", theirs="0 36 1 0 2 2")
    turn(host, "green 18", "blue 18", owes=5, ours="36 36 36 18 18 18", theirs="0 36 1 0 2 2")
    turn(host, "orange 18", "yellow 18", owes=6, ours="36 36 36 36 36 18", theirs="0 36 1 0 2 2")
    tap_points(host, "purple 18")
    save(host, "Save, and the game is over")
    for player in everybody:
        player.shows([36, 0, 36, 0], [ANN, CLEO, BEN, MEI])
        expect(player.page.locator("h1")).to_contain_text("Ann + Cleo win")
    viewer.go(f"/t/{invitation.id}/entries/15")
    viewer.see(viewer.page.get_by_text("All six markers of Cleo's team are at the end of the right track"))


@long
def test_a_duel_with_tokens_that_ends_in_a_tie(phone):
    ann, ben = phone(), phone()
    invitation = ann.opens("ingenious", NAMES[:2], mode=DUEL)
    ben.joins(invitation)
    ann.go(f"/t/{invitation.id}/enter")
    ben.enter()

    def turn(hand, *halves, owes=0, mine, yours):
        tap_points(hand, *halves)
        save(hand)
        for player in (ann, ben):
            tracks_show(player, mine, yours)
            owed(player, owes)

    # Each track as its side sees it; "." where the marker is on the other side.
    turn(ann, "red 9", "blue 2", owes=1, mine="9 0 2 0 0 0", yours=". 0 . 0 0 0")
    assert tokens(ben) == [["red"], []]
    turn(ann, mine="9 0 2 0 0 0", yours=". 0 . 0 0 0")
    # Ben pulls blue 5 from Ann's 2 to his 3, and red from 9 to 6; he has no marker on 9.
    turn(ben, "blue 5", "red 3", mine="6 0 . 0 0 0", yours=". 0 3 0 0 0")
    ann.see(ann.page.get_by_text("Ben has no marker on 9 and so may not swap"))
    # 6 + 5 stops at 9. Ann holds the token already: no extra placement.
    turn(ann, "red 5", "green 1", mine="9 1 . 0 0 0", yours=". . 3 0 0 0")
    # A double of Ben: 10 from Ann's 9 to his 1, 9 more to his 9; the token changes hands, and he places again.
    turn(ben, "red 10", "red 9", owes=1, mine=". 1 . 0 0 0", yours="9 . 3 0 0 0")
    assert tokens(ann) == tokens(ben) == [[], ["red"]]
    tap_points(ben, "green 1")
    save(ben, "Save, Ann next")
    before = ben.taps
    ben.tap("button[name=swap]")
    ben.see("#last[data-entry='7']")
    assert ben.taps - before == 1
    ann.see(ann.page.get_by_text("Ben has swapped in this turn already"))
    # Two markers on each side, so these are compared from the lowest up: Ann's yellow 1 against Ben's blue 3.
    turn(ann, "orange 2", "yellow 1", mine=". 0 . 2 1 0", yours="9 0 3 . . 0")
    assert lowest(ben) == [["yellow"], ["blue"]]
    ann.go(f"/t/{invitation.id}/host")
    ann.tap("main form button.button >> nth=0")
    for player in (ann, ben):
        player.shows([2, 2], [BEN, ANN])
        expect(player.page.locator("#now .why")).to_contain_text(
            "the lowest marker decides, 3 (blue) against 1 (yellow)"
        )


def test_alone_without_extra_placements_and_without_script(phone):
    # Without script each tap is a page of its own; what it shows is the same. Red 17 + 4: the left 18, 3 lost.
    ann = phone(script=False)
    invitation = phone().opens("ingenious", NAMES[:1])
    ann.joins(invitation)
    for points, shown in (("17", "17 0 0 0 0 0"), ("4", "18 0 0 0 0 0"), ("2", "20 0 0 0 0 0")):
        ann.enter()
        tap_points(ann, f"red {points}")
        save(ann, "Save the tile")
        assert ann.page.get_by_text("Ingenious!").count() == 0
        ann.back_to_table()
        tracks_show(ann, shown)
    ann.shows([0], [ANN])


def test_the_board_without_script(phone):
    ann = phone(script=False)
    invitation = phone().opens("ingenious", NAMES[:2], board=1, symbols=1)
    ann.joins(invitation)
    ann.enter()
    # The board is turned by one: green is printed at the upper left, at [0, -5]. Two greens below it see it once;
    # the lower half looks away from it past the upper one, which is its own tile.
    for tap in ("g", "0.-4", "g", "0.-3"):
        ann.tap(f"[data-tap='{tap}']")
    halves_show(ann, [1, 0])
    assert ann.page.locator(".scroller .ray-text").all_text_contents() == ["1"]
    save(ann, "Save, Ben next")
    ann.back_to_table()
    tracks_show(ann, "0 1 0 0 0 0", "0 0 0 0 0 0")
