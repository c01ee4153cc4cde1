"""The page of a question, from its inputs: what was tapped, its address, and what is missing."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from companion.engine import Choice, Column, Flag, Game, Input, Message, Number, OneSeat, Question, Several
from companion.engine.question import Known, seats_in
from companion.forms.form import Posted, number
from companion.forms.help import Fields, Help, QuestionInput, choice
from companion.forms.keypad import read_grid, view_grid
from companion.forms.viewer import View

Form = Callable[[Posted], QuestionInput]
_YES_NO = {"yes": True, "no": False}
_MOST_KEYS = 25


def forms_of(game: Game) -> Mapping[str, Form]:
    """Return the function that reads the page of each question, by its key: the help's own, or one for its inputs."""
    known = game.help or Help()
    return {
        question.key: known.forms.get(question.key) or partial(read_form, question, known.shows.get(question.key))
        for question in game.questions
        if question.key in known.forms or all(type(one) is not Input for one in question.inputs)
    }


def read_form(question: Question, shows: Callable[..., Mapping[str, Any]] | None, posted: Posted) -> QuestionInput:
    """Read the inputs of a question. `shows` returns what its template shows besides their values."""
    columns = [one for one in question.inputs if isinstance(one, Column)]
    grid = None
    if columns:
        sizes = columns[0].seats or range(0)
        players = number(posted, "players", sizes[0], sizes[-1]) or columns[0].usual or sizes[0]
        grid = read_grid(posted, columns, players)
    known: dict[str, Any] = {"players": len(grid.numbers[0]), **grid.lists()} if grid else {}
    fields: list[tuple[str, str]] = [("players", str(known["players"]))] if grid else []
    asked: Message | None = None
    inputs = []
    for one in question.inputs:
        if isinstance(one, Column):
            continue
        value = known[one.key] = read_input(one, posted, known)
        if value is None and one.asks:
            asked = asked or Message(one.asks)
        if one.applies is None or one.applies(known):
            fields += fields_of(one, value)
            inputs.append(_shown(one, known))
    view = View(**known, inputs=inputs, has_grid=grid is not None)
    if grid:
        fields += grid.fields
        asked = asked or grid.missing
        vars(view).update(vars(view_grid(grid, known["players"], columns[0].seats or ())))
    values = {one.key: known[one.key] for one in question.inputs}
    vars(view).update(shows(**values) if shows else {})
    given = {key: value for key, value in values.items() if value is not None}
    return QuestionInput(tuple(fields), None if asked else given, asked, view)


def read_input(one: Input, posted: Posted, known: Known) -> Any:
    """Return the posted value of an input, else its usual one; None while it is missing."""
    if one.applies is not None and not one.applies(known):
        return one.otherwise
    value: Any = None
    match one:
        case Number():
            value = number(posted, one.field, one.low, one.most if one.high is None else one.high)
        case OneSeat():
            value = number(posted, one.field, 0, seats_in(known) - 1)
        case Several():
            value = [each for each in one.choices if each in posted.getlist(one.field)] or None
        case Choice():
            value = choice(posted, one.field, one.offers(known) if one.offers else one.choices)
        case Flag() if one.asks:
            value = _YES_NO.get(posted.get(one.field) or "")
        case Flag():
            value = posted.get(one.field) is not None
    return one.usual if value is None else value


def fields_of(one: Input, value: Any) -> Fields:
    """Return the fields of an address for the value of an input; none while it is missing."""
    match one:
        case Several():
            texts: Iterable[str] = value or ()
        case Flag() if one.asks:
            texts = [] if value is None else ["yes" if value else "no"]
        case Flag():
            texts = ["on"] if value else []
        case _:
            texts = [] if value is None else [str(value)]
    return tuple([(one.field, text) for text in texts])


def _shown(one: Input, known: Known) -> View:
    """Return an input as shared/inputs.html shows it; `keys` are (value, label, is chosen), none of a typed number."""
    value, labels = known[one.key], dict[str, Message]()
    match one:
        case Number(high=int(high)) if high - one.low < _MOST_KEYS:
            labels = {str(each): Message(str(each)) for each in range(one.low, high + 1)}
        case OneSeat():
            labels = {str(seat): Message(str(seat)) for seat in range(seats_in(known))}
        case Choice():
            labels = one.labels
        case Flag() if one.asks:
            labels = {word: Message(label) for word, label in zip(_YES_NO, one.labels, strict=True)}
        case Flag():
            labels = {"on": one.label}
    chosen = [text for _, text in fields_of(one, value)]
    keys = [(text, label, text in chosen) for text, label in labels.items()]
    is_ticked = isinstance(one, Several) or (isinstance(one, Flag) and not one.asks)
    kind = type(one).__name__
    return View(kind=kind, field=one.field, label=one.label, value=value, keys=keys, is_ticked=is_ticked)
