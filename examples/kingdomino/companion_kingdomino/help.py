"""The help of Kingdomino: the guide, the forms of the questions, and what each seat needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine import Message, Seat, Step
from companion.forms.form import Draft
from companion.forms.help import (
    Example,
    Help,
    Need,
    QuestionLink,
    behind_first,
    chapter,
    filled,
    join_values,
    ranking_link,
)
from companion.forms.viewer import EVERYTHING, Viewer
from companion_kingdomino.dominoes import TERRAINS
from companion_kingdomino.kingdom import areas
from companion_kingdomino.rulebook import AREA, TOTAL, area_words
from companion_kingdomino.rules import State, dominoes_each, standing


def _show_area(terrain: str, squares: int | None, crowns: int | None) -> dict[str, Any]:
    return {"words": area_words(terrain, squares or 0, crowns or 0)}


def _entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    links = [
        QuestionLink(
            "kingdomino/area",
            Message("what the area {terrain} scores", terrain=TERRAINS[step.values["terrain"]]),
            tuple((name, str(step.values[name])) for name in ("terrain", "squares", "crowns")),
        )
        for step in steps
        if step.rule == AREA
    ]
    return [*links, _ranking_question(after)] if after.finished else links


def _ranking_question(state: State) -> QuestionLink:
    details = standing(state).details
    fields = (("totals", state.totals), ("largest", details["largest"]), ("crowns", details["crowns"]))
    named = tuple((name, join_values(values)) for name, values in fields)
    return ranking_link("kingdomino", ("players", str(state.setup.seats)), *named)


def _needs(state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> Iterable[Need]:
    if viewer.sees_all:
        yield from behind_first(state.totals, TOTAL)
    for seat, kingdom in enumerate(state.kingdoms):
        if not viewer.sees(seat) or state.turns[seat] == dominoes_each(state.setup):
            continue
        best = max(areas(kingdom), key=lambda area: area.crowns, default=None)
        if best and best.crowns:
            sentence = Message(
                "{terrain}, {squares}: each further square scores {crowns}.",
                terrain=TERRAINS[best.terrain],
                squares=Message("{count} square", "{count} squares", len(best.places)),
                crowns=best.crowns,
            )
            yield Need(seat, sentence, AREA)
        else:
            yield Need(seat, Message("{seat} has no crown yet.", seat=Seat(seat)), AREA)


_GUIDE = (
    chapter(
        "Areas",
        "Squares of one terrain that touch side by side are an area.",
        "It scores its squares times the crowns on it. Without a crown it scores nothing.",
        Example("kingdomino/area", filled(terrain="forest", squares=5, crowns=2)),
        "The companion counts the kingdom after each domino; the domino scores the difference.",
    ),
    chapter(
        "Ties",
        "With equal totals the largest area decides, then all crowns of the kingdom.",
        Example("kingdomino/ranking", filled(players=2, totals="41.41", largest="7.7", crowns="8.9")),
    ),
)

HELP = Help(
    shows={"kingdomino/area": _show_area},
    guide=_GUIDE,
    entry_questions=_entry_questions,
    ranking_question=_ranking_question,
    needs=_needs,
    unknown=Message("Which dominoes are still to come is not known."),
    has_board=True,
)
