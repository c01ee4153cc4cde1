"""The referee asked in few words, for the tests of each game's questions."""

import pytest

from companion.games import all_games
from companion.scoring.questions import ask
from companion.scoring.scoresheet import SheetError


def verdict(key, **values):
    return ask({"ask": key, **values})["verdict"]


def steps(key, **values):
    return ask({"ask": key, **values})["steps"]


def fault(key, **values):
    return refusal({"ask": key, **values})


def refusal(question):
    with pytest.raises(SheetError) as caught:
        ask(question)
    assert caught.value.entry is None
    return caught.value.text()


def needs_by_seat(game, state, draft=None):
    """What is needed: for all, and for each seat."""
    help, texts = all_games()[game].help, {}
    for need in help.needs(state, draft or {}):
        assert need.rule in all_games()[game].rules
        texts.setdefault(need.seat, []).append(need.sentence.text(names=state.setup.players))
    return texts


def need_texts(game, state, draft=None):
    """The same in one list, with the name of whom it is about."""
    heads = {seat: f"{name}: " for seat, name in enumerate(state.setup.players)}
    found = needs_by_seat(game, state, draft).items()
    return [heads.get(seat, "") + text for seat, texts in found for text in texts]
