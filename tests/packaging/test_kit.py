"""The kit has all that a game is made with, and its examples run."""

import doctest
import importlib
import inspect

from companion import engine
from companion.forms.viewer import EVERYTHING
from tools.kit import macros, shapes, types

TYPES = types()
KNOWN = {entry.name: getattr(importlib.import_module(entry.place), entry.name) for entry in TYPES}


def test_all_is_in_it_that_a_game_is_made_with():
    documented = {entry.name for entry in macros()}
    assert {"glyph", "piece", "gained", "summed", "mark"} <= documented
    classes = {name for name in engine.__all__ if inspect.isclass(getattr(engine, name))}
    assert classes <= set(KNOWN) and "Part" in KNOWN and "Secrecy" in KNOWN
    form = next(entry for entry in TYPES if entry.name == "EntryForm")
    hooks = {part.signature.partition("(")[0].partition(":")[0] for part in form.parts}
    assert {name for name in (*vars(KNOWN["EntryForm"]), "fields") if not name.startswith("_")} <= hooks


def test_each_says_what_it_is_for_and_has_lines_that_use_it():
    for entry in (*macros(), *shapes(), *TYPES):
        assert entry.about.rstrip(".:`") and entry.signature and entry.name.strip(".") in entry.example, entry.name


def test_the_lines_that_use_a_type_run():
    output = []
    for entry in TYPES:
        known = {**KNOWN, "EVERYTHING": EVERYTHING}
        example = doctest.DocTestParser().get_doctest(entry.example, known, entry.name, None, 0)
        result = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(example, out=output.append)
        assert result.attempted, entry.name
    assert not output, "".join(output)
