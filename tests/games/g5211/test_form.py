"""The form of 5211: a posted hand, the grid of cards, and the variables of the outcome page."""

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError
from companion.games.g5211.form import Form
from companion.games.g5211.rules import CARDS, play, start
from tests.games.g5211.test_rules import setup
from tests.support.each_row import each_row
from tests.support.files import example
from tests.support.page_tree import parse
from tests.support.phones import hand

form = Form()


def state(*rounds, seats=2, **options):
    made = start(setup(seats, **options))
    for hands in rounds:
        made, _ = play(made, {"cards": [hand.split() for hand in hands]})
    return made


def asked(**fields):
    return MultiDict(fields)


def read(cards, seat=0, of=None, draft=None):
    return form.read(asked(seat=str(seat), card=cards.split()), of or state(), draft or {})


def grid(shown, attribute):
    return {key.card: getattr(key, attribute) for key in shown.grid}


def test_the_deck_is_asked_with_all_hands_of_the_round():
    with pytest.raises(RuleError, match="this deck has 1 of green 6; with this round 2 would be played"):
        read("G6 G1 Y1 O1", draft={"hand-1": ["G6", "Y2", "O2", "B2"]})
    assert read("G6 G1 Y1 O1", draft={"hand-0": ["G6", "Y2", "O2", "B2"]}), "a hand may be put in place of its own"
    with pytest.raises(RuleError, match="green 6"):
        read("G6 G1 Y1 O1", of=state(["G6 Y2 O2 B2", "T1 T2 T3 T4"]))


def test_the_grid_counts_what_this_hand_may_still_hold():
    made = state(["G1 G1 G4 G6", "T1 T2 T3 T4"])
    shown = form.view(made, {"hand-1": ["G1", "G5", "Y2", "Y2"]}, asked(seat="0", card=["G4", "Y2"]))
    assert list(grid(shown, "available")) == list(CARDS)
    left = grid(shown, "available")
    assert [left[card] for card in ("G1", "G4", "G5", "G6", "Y2", "T4", "B1")] == [2, 1, 0, 0, 4, 1, 5]
    assert {card for card, is_used_up in grid(shown, "is_used_up").items() if is_used_up} == {"G4", "G5", "G6"}
    assert {card for card, is_chosen in grid(shown, "is_chosen").items() if is_chosen} == {"G4", "Y2"}


@each_row(
    ("hand", "tap", "sentence"),
    [
        ("G4", "G6", "green 6 is not taken: this deck holds no further copy of it."),
        ("G4 G4 O1 O2", "O3", "Four cards are in. Tap one of them above to take it back."),
        ("G4", "O3", None),
    ],
)
def test_a_key_that_is_used_up_says_so_without_script(hand, tap, sentence):
    shown = form.view(state(), {"hand-1": ["G6", "G5", "Y2", "Y2"]}, asked(seat="0", card=hand.split(), add=tap))
    assert (shown.refused and str(shown.refused)) == sentence
    assert shown.chosen == hand.split() + [tap] * (sentence is None)
    assert form.view(state(), {}, asked(seat="0", card=hand.split(), drop="0")).chosen == hand.split()[1:]


def test_the_form_opens_at_the_first_hand_that_is_missing():
    made = state(seats=3)
    assert form.view(made, {}, asked()).seat == 0
    assert form.view(made, {"hand-0": ["G1"] * 4}, asked()).seat == 1
    shown = form.view(made, {"hand-0": ["G1"] * 4, "hand-1": ["T1"] * 4}, asked())
    assert (shown.seat, shown.is_last) == (2, True)
    again = form.view(made, {"hand-0": ["G1"] * 4, "hand-1": ["T1"] * 4}, asked(seat="1"))
    assert (again.chosen, again.is_last) == (["T1"] * 4, False)


def test_the_stage_tells_the_hands_apart():
    made, one = state(seats=3), {"hand-0": ["G1", "G2", "Y3", "O2"]}
    stages = [form.view(made, draft, asked(seat=seat)).stage for draft in ({}, one) for seat in ("0", "1", "2")]
    assert len(set(stages)) == 4, "only Ann's is asked for otherwise once it is in"
    later = state(["G1 G2 Y3 O2", "G3 T3 Y2 O3"])
    assert form.view(later, {}, asked(seat="1")).stage != form.view(state(), {}, asked(seat="1")).stage


def cascade(*hands):
    made = state(seats=len(hands))
    entry = {"cards": [hand.split() for hand in hands]}
    return form.outcome(made, entry, *play(made, entry))


def kept(*hands):
    _, steps = play(state(seats=len(hands)), {"cards": [hand.split() for hand in hands]})
    return {step.seat: step.points for step in steps if step.seat is not None}


def test_the_cascade_names_what_left_and_what_scored():
    shown = cascade("G1 G2 G3 Y2", "G2 G3 O2 Y3", "G6 O3 B4 B2")
    assert str(shown.headline) == "Nobody scores"
    assert shown.result.bust == ("G",) and shown.result.tied == (("Y", "O", "B"),)
    assert (shown.needed, shown.limit, shown.outnumbered) == (5, 6, [])
    assert kept("G1 G2 G3 Y2", "G2 G3 O2 Y3", "G6 O3 B4 B2") == {}
    shown = cascade("G1 G2 Y3 O2", "G3 T3 Y2 O3", "B4 G4 B2 T2")
    assert str(shown.headline) == "Green scores" and shown.counts and shown.counts["G"] == 4
    assert kept("G1 G2 Y3 O2", "G3 T3 Y2 O3", "B4 G4 B2 T2") == {0: 3, 1: 3, 2: 4}
    assert shown.outnumbered == ["Y", "O", "B", "T"]
    assert shown.cards["G"] == [(1, 0), (2, 0), (3, 1), (4, 2)]


def test_the_sheet_tells_of_the_deck_and_the_way_to_50():
    made = state(["G1 G2 Y3 O2", "G3 T3 Y2 O3"], long=True)
    sheet = form.sheet(made, {"hand-1": ["T1"] * 4})
    assert (sheet.round, sheet.rounds, sheet.left, sheet.deck) == (2, 11, 10, 1)
    assert (sheet.most, sheet.target, sheet.is_long) == (3, 50, True)
    assert str(sheet.next) == "Enter round 2 of deck 1" and str(sheet.latest) == "Green scores"
    assert str(form.progress(made)) == "Deck 1, round 2 of 11"
    assert str(form.progress(state())) == "Round 1 of 11"


LONG = example("5211/long-second-deck")


@pytest.mark.parametrize("hidden", [0, 1])
def test_rounds_are_counted_by_deck_and_the_pad_says_where_one_ends(host, hidden):
    session = host.open("5211", LONG["players"], long=1, **({"hidden": 1} if hidden else {}))
    for entry in LONG["entries"][:5]:
        for seat, cards in enumerate(entry["cards"]):
            answer = host.enter(session, hand(seat, " ".join(cards)))
            assert answer.status_code == 303
    page = host.page(f"/t/{session}")
    titles = [line.text for line in parse(page).by_id("pad").find_all("disclosure")]
    assert "Round 1 of deck 2" in titles[0] and "End of deck 1" in titles[1]
    assert "Round 4 of deck 1" in titles[1] and sum("End of deck" in title for title in titles) == 1
    assert "Enter round 2 of deck 2" in page and "Deck 2, round 2 of 4" in page
    assert "Round 1 of deck 2" in host.page(f"/t/{session}/entries/5")
    last = [hand(seat, " ".join(cards)) for seat, cards in enumerate(LONG["entries"][5]["cards"])]
    for cards in last[:-1]:
        host.enter(session, cards)
    assert "Score round 2 of deck 2" in host.page(f"/t/{session}/enter?seat=4")
    assert f"Round 1 of deck 2 {'entered' if hidden else 'scored'}" in host.page(f"/t/{session}/log")
