"""Entering 5211: four cards a seat on a grid, hands of different seats at once, the cascade, the long game."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, hand, notice
from tests.support.reading import parts

Phones = Callable[..., Phone]
ANN, BEN = "G1 G2 Y3 O2", "G3 T3 Y2 O3"  # green scores: 3 points each


def on_form(page: str) -> list[str]:
    """The cards that the form would send."""
    return [value for name, value in parse(page).by_id("entry").fields if name == "card"]


def struck_out(page: str) -> set[str]:
    cards = parse(page).with_attribute("data-card")
    return {card["data-card"] for card in cards if card.attributes.get("aria-disabled") == "true"}


def form(phone: Phone, session: str, **fields: object) -> str:
    answer = phone.get(f"/t/{session}/enter", query_string=fields)
    assert answer.status_code == 200
    return answer.text


def play(phone: Phone, session: str, *hands: str) -> str:
    """A round; returns its page, or the table's once the game is over."""
    for seat, cards in enumerate(hands):
        answer = phone.enter(session, hand(seat, cards))
        assert answer.status_code == 303, notice(answer)
    last = re.search(r'data-entry="(\d+)"', phone.page(answer.location))
    return f"/t/{session}/entries/{last[1]}" if last else answer.location


def test_cards_are_added_and_taken_back_without_script(host: Phone, fifty: str) -> None:
    page = form(host, fifty)
    assert on_form(page) == [] and 'name="seat" value="0"' in page and " disabled>Four cards to tap" in page
    assert on_form(form(host, fifty, seat=0, add="G1")) == ["G1"]
    assert on_form(form(host, fifty, seat=0, card=["G1", "Y3"], add="G1")) == ["G1", "Y3", "G1"]
    assert on_form(form(host, fifty, seat=0, card=["G1", "Y3", "T6"], drop=1)) == ["G1", "T6"]
    assert on_form(form(host, fifty, seat=0, card=["G1"], drop=0)) == []
    full = ANN.split()
    assert on_form(form(host, fifty, seat=0, card=full, add="T6")) == full
    assert " disabled>" not in form(host, fifty, seat=0, card=full).split("data-hand-save")[1]
    for odd in ({"add": "G7"}, {"add": ""}, {"drop": 9}, {"card": ["x", "<b>"]}):
        assert on_form(form(host, fifty, seat=1, **odd)) == []


def test_cards_that_the_deck_does_not_hold_any_more_are_struck_out(host: Phone, fifty: str) -> None:
    assert struck_out(form(host, fifty)) == set()
    assert struck_out(form(host, fifty, card=["G6", "G4", "G4"])) == {"G6", "G4"}, "by the hand itself"
    host.enter(fifty, hand(0, "G6 G5 G1 G1"))
    assert struck_out(form(host, fifty, seat=1)) == {"G6", "G5"}, "by the other hand of this round"
    assert struck_out(form(host, fifty, seat=0)) == {"G6", "G5"}
    assert struck_out(form(host, fifty, seat=0, card=["T6"])) == {"T6"}, "its own cards may be changed"
    host.enter(fifty, hand(1, "G1 G1 G1 Y4"))
    assert struck_out(form(host, fifty)) == {"G6", "G5", "G1"}, "by the round before"


def test_a_card_too_many_is_refused_with_its_name(host: Phone, fifty: str) -> None:
    for cards, sentence in (
        ("G6 G6 Y1 Y2", "This deck has 1 of green 6; with this round 2 would be played"),
        ("G1 Y1 O1", "Ann plays 4 cards in a round, not 3"),
        ("G1 Y1 O1 B1 T1", "not 5"),
        ("G1 Y1 O1 X1", "cannot have played &quot;X1&quot;"),
        ("", "not 0"),
    ):
        answer = host.enter(fifty, hand(0, cards))
        assert answer.status_code == 422 and sentence.replace("&quot;", '"') in notice(answer)
    play(host, fifty, "B1 B1 B1 B1", ANN)
    answer = host.enter(fifty, hand(1, "B1 B1 T1 T2"))
    assert answer.status_code == 422 and "This deck has 5 of dark blue 1" in notice(answer)
    assert on_form(answer.text) == ["B1", "B1", "T1", "T2"], "what was tapped stays"
    assert "whose cards" in notice(host.enter(fifty, {"card": ANN.split()}))


def test_hands_of_two_seats_on_one_version_both_count(host: Phone, phone: Phones) -> None:
    session = host.open("5211", ["Ann", "Ben", "Cleo"])
    other, third = phone().join(host, session), phone().join(host, session)
    assert host.enter(session, hand(0, ANN), seen=0).status_code == 303
    assert other.enter(session, hand(1, BEN), seen=0).status_code == 303
    assert third.enter(session, hand(2, "G2 B3 T2 B1"), seen=0).location == f"/t/{session}/enter"
    assert host.totals(session) == [3, 3, 2]


def test_the_same_seat_twice_on_one_version_is_a_conflict(host: Phone, fifty: str, phone: Phones) -> None:
    other = phone().join(host, fifty)
    other.enter(fifty, hand(0, ANN), seen=0)
    answer = host.enter(fifty, hand(0, "T1 T2 T3 T4"), seen=0)
    assert answer.status_code == 409
    assert "Ann: green 1, green 2, yellow 3, orange 2 (phone 2)" in notice(answer)
    assert on_form(answer.text)[:4] == ["T1", "T2", "T3", "T4"], "what was tapped stays"
    brief = host.enter(fifty, hand(0, "T1 T2 T3 T4"), seen=0, headers=HTMX)
    assert brief.status_code == 409 and "<html" not in brief.text and notice(brief) == notice(answer)
    assert host.enter(fifty, hand(0, "T1 T2 T3 T4"), seen=1).status_code == 303


def test_an_entry_or_an_undo_in_between_is_a_conflict(host: Phone, fifty: str, phone: Phones) -> None:
    other = phone().join(host, fifty)
    other.enter(fifty, hand(0, ANN))
    other.act(fifty, "undo")
    answer = host.enter(fifty, hand(0, BEN), seen=1)
    assert answer.status_code == 409 and "taken back: Ann: green 1" in notice(answer)
    play(other, fifty, ANN, BEN)
    answer = host.enter(fifty, hand(1, BEN), seen=2)
    assert answer.status_code == 409 and "Round 1 scored (phone 2)" in notice(answer)
    answer = host.enter(fifty, hand(1, BEN), seen=1000)
    assert answer.status_code == 409 and notice(answer)
    assert host.version(fifty) == 4


def test_the_same_act_twice_is_answered_the_same_and_counts_once(host: Phone, fifty: str) -> None:
    first = [host.enter(fifty, hand(0, ANN), seen=0, key="a") for _ in range(3)]
    last = [host.enter(fifty, hand(1, BEN), seen=1, key="b") for _ in range(3)]
    assert {answer.location for answer in first} == {f"/t/{fifty}/enter"}
    assert {answer.location for answer in last} == {f"/t/{fifty}/enter"}
    assert host.version(fifty) == 2 and host.totals(fifty) == [3, 3]
    for seat, cards in ((0, BEN), (1, ANN)):
        answer = host.enter(fifty, hand(seat, cards), seen=2, key="a")
        assert answer.status_code == 409 and notice(answer)
    assert host.act(fifty, "undo", seen=2, key="b").status_code == 409, "the key of an entry is none for an undo"
    assert host.version(fifty) == 2


def stages(page: str) -> list[str]:
    """What a round was settled by, step by step."""
    return [heading.text for step in parts(page, "listitem") for heading in step.find_all("heading")]


def test_the_cascade_of_a_round(host: Phone) -> None:
    session = host.open("5211", ["Ann", "Ben", "Cleo"])
    # Six green leave by the limit, two yellow tie with two orange, one dark blue with one teal.
    address = play(host, session, "G1 G2 G3 Y2", "G2 G3 O2 Y3", "G6 O3 B4 T2")
    page = host.page(address)
    assert stages(page) == ["Roosters", "Limit of 6", "Tie", "Tie", "Majority"]
    assert "Nobody scores" in page and host.totals(session) == [0, 0, 0]
    assert "All cards played are discarded" in page
    page = host.page(play(host, session, "G1 Y1 O1 B1", "T1 T2 T3 T4", "B2 B3 O2 O3"))
    assert stages(page) == ["Roosters"] and "Roosters score" in page
    assert host.totals(session) == [4, 1, 0]


def test_one_deck_ends_after_its_rounds(host: Phone) -> None:
    session = host.open("5211", ["Ann", "Ben", "Cleo", "Dan", "Eve"])
    for number, values in enumerate(("1111", "1222", "2223", "3333"), 1):
        assert f"Round {number} of 4" in host.page(f"/t/{session}")
        address = play(host, session, *(" ".join(colour + value for value in values) for colour in "GYOBT"))
    page = host.page(f"/t/{session}")
    assert address == f"/t/{session}" and "Final ranking" in page and "share the win" in page
    assert 'href="/rules/5211/shared"' in page and "4 rounds played" in host.page(f"/t/{session}/sheet")


def tied_rounds() -> list[tuple[str, str]]:
    """Ten rounds for two in which all colours tie: each leaves one colour out; only ones, twos and threes are used."""
    pairs = {colour: iter(["11", "11", "12", "22", "22", "23", "33", "33"]) for colour in "GYOBT"}
    rounds = []
    for number in range(10):
        played = [(colour, next(pairs[colour])) for colour in "GYOBT" if colour != "GYOBT"[number % 5]]
        first, two = (" ".join(colour + pair[hand] for colour, pair in played) for hand in (0, 1))
        rounds.append((first, two))
    return rounds


def test_a_long_game_changes_decks_and_ends_at_50(host: Phone) -> None:
    session = host.open("5211", long=1)
    for number, hands in enumerate(tied_rounds(), 1):
        assert f"Deck 1, round {number} of 11" in host.page(f"/t/{session}")
        play(host, session, *hands)
    assert host.totals(session) == [0, 0]
    assert struck_out(form(host, session)) == {f"{colour}{value}" for colour in "GYOBT" for value in (1, 2, 3)}
    address = play(host, session, "G4 G4 G5 G6", "Y4 Y5 O4 O5")
    assert "Green scores" in host.page(address) and "/rules/5211/new-deck" in host.page(address)
    assert host.totals(session) == [19, 0]
    page = host.page(f"/t/{session}")
    assert "Deck 2, round 1 of 11" in page and "the most so far is 19" in page
    assert struck_out(form(host, session)) == set(), "a new deck holds every card again"
    play(host, session, "Y4 Y4 Y5 Y6", "G1 G2 T2 T3")
    assert "the most so far is 38" in host.page(f"/t/{session}")
    assert play(host, session, "O4 O4 O5 O6", "G1 G2 T2 T3") == f"/t/{session}"
    page = host.page(f"/t/{session}")
    assert "Ann wins" in page and host.totals(session) == [57, 0]
    assert "/rules/5211/fifty" in host.page(f"/t/{session}/entries/13")
    assert host.act(session, "undo").status_code == 303 and host.totals(session) == [38, 0]


def test_the_first_deck_is_played_out_though_somebody_has_50(host: Phone) -> None:
    session = host.open("5211", long=1)
    for ann, ben in (("G", "YO"), ("Y", "GO"), ("O", "BT")):
        play(host, session, " ".join(ann + value for value in "4456"), f"{ben[0]}1 {ben[0]}2 {ben[1]}2 {ben[1]}3")
    page = host.page(f"/t/{session}")
    assert (
        host.totals(session) == [57, 0]
        and "The first deck is always played to its end." in page
        and "Final" not in page
    )
