"""The texts to translate are found wherever a Message is made."""

import io

from tests.support.each_row import each_row
from tools.extract import extract

CASES = {
    'Message("a")': {"a"},
    'Message("a " "b")': {"a b"},
    'Message("{x}", x="not this", y=1)': {"{x}"},
    'Refusal("{x} lies there", rule="not/this", title="taken")': {"{x} lies there", "taken"},
    'rule(PLACE, "strokes", "Each counts.", says("a"))': {"strokes", "Each counts.", "a"},
    'Message("{count} card", "{count} cards", n)': {("{count} card", "{count} cards")},
    'Message("{count} card of {who}", "{count} cards of {who}", f(n), who=Seat(1))': {
        ("{count} card of {who}", "{count} cards of {who}")
    },
    'raise RuleError(Message("out", what=joined([Message("in"), f(Message("one", "many", 2))])))': {
        "out",
        "in",
        ("one", "many"),
    },
    '_("a", name="not this")': {"a"},
    'catalogue.gettext("a")': {"a"},
    'ngettext("one", "many", n)': {("one", "many")},
    'Message(title); print("not this")': set(),
}


@each_row("code", CASES)
def test_texts_in_python(code):
    found = extract(io.BytesIO(code.encode()), {}, (), {})
    assert {texts for _, _, texts, _ in found} == CASES[code]
