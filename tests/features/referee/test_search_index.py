"""How well an entry fits: what many of its phrases say leads there, and what is not known to nothing."""

import pytest
from hypothesis import given, strategies as st

from companion.features.referee.search import Index, search_words
from companion.features.referee.vocabulary import Vocabulary
from companion.locales import LOCALES
from tests.support.each_row import each_row

ENTRIES = (
    ("azul", "a tile on the floor, fallen tiles, does a tile fall, 地板扣分"),
    ("azul", "a tile on the wall, tiles side by side"),
    ("ingenious", "a tile of two hexagons, where does it lie"),
    ("luz", "who takes the trick, the highest card"),
    ("5211", "how many roosters, cards with a rooster"),
)
SYNONYMS = (
    ("azul", ("ground", "floor")),
    ("", ("hen", "rooster")),
    ("luz", ("plain", "floor")),
    ("luz", ("hand to hand", "trick")),
)

WORDS = Vocabulary([search_words(locale).get("", {}) for locale in LOCALES if locale != "de"])


@pytest.fixture(scope="module")
def index():
    made = Index(SYNONYMS, WORDS)
    for game, texts in ENTRIES:
        made.add(game, [(texts, 1.0)])
    return made


@each_row(
    ("words", "game", "found"),
    [
        ("tiles", "", [0, 1, 2]),  # the entry whose phrases say it most comes first
        ("card", "", [4, 3]),
        ("tile card", "azul", [0, 1]),
        # a synonym holds for its game only
        ("ground", "", [0]),
        ("hen", "", [4]),
        ("plain", "", []),
        # the beginning of a word, but not one or two letters; a slip of typing
        *[(typed, "", [4]) for typed in ("roo", "roster", "rooste", "roosetr", "roozter", "roostter")],
        *[(typed, "", []) for typed in ("ro", "")],
        # what may be another word is no slip: a short one, or one with another first letter; a stop word stays one
        *[(typed, "", []) for typed in ("tale", "booster")],
        ("wich tricl", "", [3]),
        # two letters exchanged, also in a short word; a space that is missing
        *[(typed, "", [3, 4]) for typed in ("hihgest crad", "ihghest card", "highestcard")],
        # all of a phrase is known where one of its words alone is not
        *[("hand to hand", game, found) for game, found in (("", [3]), ("luz", [3]), ("azul", []))],
        # where most is unknown nothing is found, unless a game is chosen
        ("trick magician", "", [3]),
        ("the trick of a magician with a hat", "", []),
        ("the trick of a magician with a hat", "luz", [3]),
        ("地板上有蟑螂跑來跑去", "", []),
        ("地板上", "", [0]),
    ],
)
def test_what_is_typed_leads_to_entries(index, words, game, found):
    scores = index.scores(words, game)
    assert sorted(scores, key=lambda place: -scores[place]) == found


@each_row(
    ("word", "base"),
    [
        ("tries", "try"), ("cities", "city"), ("ties", "tie"), ("lies", "lie"), ("passes", "pass"), ("boxes", "box"),
        ("matches", "match"), ("dishes", "dish"), ("tricks", "trick"), ("swapping", "swap"), ("calling", "call"),
        ("scored", "score"), ("placed", "place"), ("trumped", "trump"), ("string", "string"), ("king", "king"),
        ("bus", "bus"), ("its", "its"), ("sold", "sell"), ("fell", "fall"), ("gray", "grey"), ("公雞", "公雞"),
    ],
)  # fmt: skip
def test_a_word_is_found_by_its_base(word, base):
    assert WORDS.stem(word) == base


@given(st.text(max_size=60))
def test_each_term_is_in_a_text_of_the_same_words(text):
    assert all(0 < weight <= 1 for part in WORDS.parts(text) for weight in WORDS.tokens(part).values())
    short = [part for part in WORDS.parts(text) if len(part) == 1 and len(part[0]) <= 7]
    assert all(WORDS.token_of(part[0]) in set(WORDS.terms(part)) for part in short)
