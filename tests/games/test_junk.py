"""Whatever stands in an address or is posted to a form of any game is a page or a refusal in a sentence."""

import json

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError
from companion.forms.asking import forms_of
from companion.forms.form import FormError, Part
from companion.games import all_games
from tests.games.test_secrecy import moments
from tests.support.askpages import AskPage
from tests.support.own_games import own_games
from tests.support.tries import tries

ASKED = {key: form for game in all_games().values() for key, form in forms_of(game).items()}
# By game the names in the addresses of its questions, those of its entry form, and values that mean something there.
NAMES = {
    "azul": (
        "kind wall put colour tile floor total rounds players totals rows at",
        "seat typed floor marker marked r1 r2 r3 r5 c1 c3 r0",
        "34 r9 c0 red blue 9R9 3R4 tile grey 5 7 8 on",
    ),
    "5211": (
        "players cards seat roosters G Y O B T totals at",
        "seat card add drop",
        "G1 G6 T6 G7 g1 G1G1G1G1G1..... G7zz x9 t9 tt 5 3.-4.7 c1totals",
    ),
    "ingenious": (
        "area tiles m0 m1 s0 s1 symbols mode players t0 t1 at hand",
        "seat m0 m1 s0 s1 wide swap full",
        "rbkh0rbkh0 rraa0rroo3 7.-7 3.0 4.0 r b r2 b3 r+ flip base duel all gboypr c1b n9 x0 1.2.3.4.5.6 -9.0.99.1.2",
    ),
    "luz": (
        "players leader cards suit led hand deal beads tricks safety totals latest holder at",
        "stage b0 b1 s0 was0 trick winner t0 t1 t2 t3 bets totals seat",
        "R4 sR v4 x0 R4.R4 Y bets trick totals score 10 11 2s",
    ),
    "salamanca": (
        "tiles building tool value turn noble_limit players cards first hazard tile there squire money fertile "
        "occupied",
        "step tile sell noble hazard draw amend end c0 c1 c2 first q0 n0 building at do seat b ruin lands turn",
        "F22.f23 F22.F22 2.2 9.9 t-farm t-rats v-3 5.5.5 lake castle freed idle yes 1.1 a b c v2 why. why.sell.1 1.on "
        "seat.1 noble.9 new.lake 0.r f12r-p l1-o3r cards tax fee sale",
    ),
    "open": (
        "",
        "seat kind n0 n1 key at won stop change fresh kept",
        "12+5 7½ -4 99999+1 １２ round lines d5 x n m p h",
    ),
}


def posts(names, values):
    junk = st.sampled_from(["", "0", "1", "2", "-1", "9999", "²", "٣", "x", *values.split()]) | st.text(max_size=8)
    return st.lists(st.tuples(st.sampled_from([*names.split(), "tap", "tap"]), junk), max_size=8)


@pytest.mark.parametrize("key", ASKED)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=tries(20))
@given(data=st.data())
def test_junk_in_the_address_of_a_question_is_a_page(client, key, data):
    names, _, values = NAMES[key.split("/")[0]]
    fields = data.draw(posts(f"{names} claim name", values))
    made = ASKED[key](MultiDict(fields))
    assert (made.question is None) == (made.missing is not None)
    assert sorted(ASKED[key](MultiDict(list(made.fields))).fields) == sorted(made.fields), "it says the same again"
    assert AskPage(client, key, fields).bar


@pytest.mark.parametrize("key", own_games())
@given(data=st.data())
def test_junk_that_is_posted_is_read_or_refused_with_a_sentence(key, data):
    moment, form = data.draw(moments(key)), own_games()[key].form
    _, names, values = NAMES[key]
    fields, before = MultiDict(data.draw(posts(names, values))), json.dumps(moment.draft)
    people = moment.state.setup.players
    try:
        made = form.read(fields, moment.state, moment.draft)
    except (FormError, RuleError) as error:
        assert error.message.text(names=people)
    else:
        if isinstance(made, Part):
            assert form.describe_part(made.slot, made.value).text(names=people)
            assert form.sheet(moment.state, {**moment.draft, made.slot: made.value})
    shown = form.view(moment.state, moment.draft, fields)
    assert shown.stage and str(shown.title)
    assert json.dumps(moment.draft) == before
