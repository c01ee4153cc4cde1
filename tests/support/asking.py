"""The referee asked in few words, for the tests of each game's questions."""

from typing import Any

import pytest

from companion.games import all_games
from companion.scoring.questions import ask
from companion.scoring.scoresheet import SheetError


def verdict(key: str, **values: Any) -> dict[str, Any]:
    answered: dict[str, Any] = ask({"ask": key, **values})["verdict"]
    return answered


def steps(key: str, **values: Any) -> list[dict[str, Any]]:
    answered: list[dict[str, Any]] = ask({"ask": key, **values})["steps"]
    return answered


def fault(key: str, **values: Any) -> str:
    with pytest.raises(SheetError) as caught:
        ask({"ask": key, **values})
    assert caught.value.entry is None
    return caught.value.text()


def needs_by_seat(game: str, state: Any, draft: dict[str, Any] | None = None) -> dict[int | None, list[str]]:
    """What is needed: for all, and for each seat."""
    help, texts = all_games()[game].help, dict[int | None, list[str]]()
    assert help and help.needs
    for need in help.needs(state, draft or {}):
        assert need.rule in all_games()[game].rules
        texts.setdefault(need.seat, []).append(need.sentence.text(names=state.setup.players))
    return texts


def need_texts(game: str, state: Any, draft: dict[str, Any] | None = None) -> list[str]:
    """The same in one list, with the name of whom it is about."""
    heads = {seat: f"{name}: " for seat, name in enumerate(state.setup.players)}
    found = needs_by_seat(game, state, draft).items()
    return [heads.get(seat, "") + text for seat, texts in found for text in texts]
