"""The parts of the mutation run name files and tests that are there."""

from tools.mutation_areas import AREAS, Area, faults


def test_an_area_that_names_what_is_not_there_is_told():
    assert not [*faults(AREAS)]
    gone = Area(["companion/gone/*.py"], ["tests/gone", "tests/examples"], frozenset({"nowhere"}))
    told = "gone/*.py is no file", "gone has no test", "examples has no test", "nowhere is left out, but is no module"
    for fault, words in zip(faults({"gone": gone}), told, strict=True):
        assert fault.endswith(words)
    assert [*faults({"bare": Area(["companion/app.py"], [])})] == ["bare: it has no test"]
