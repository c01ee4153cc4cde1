"""The lines on the setup form: one row of fields per line, with its formula, and the sentences that describe it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Json, Message, RuleError, joined
from companion.engine.names import clean_title, has_control_characters, name_length, normalize_name
from companion.forms.form import Posted, plain_number
from companion.forms.parts import FieldError
from companion.games.open import formulas
from companion.games.open.formulas import Formula, SheetLine
from companion.games.open.options import BOUNDS, LONGEST_NAME, MOST_LINES, MOST_NUMBERS, check_circles

_TIES = {
    formulas.SPLIT: Message("With a tie, they share it, rounded down."),
    formulas.ALL: Message("With a tie, each gets all of it."),
    formulas.LOWER: Message("With a tie, each gets what the next place gets."),
    formulas.NONE: Message("With a tie, nobody gets it."),
    formulas.POOL: Message("With a tie, they share the points of the places that they take, rounded down."),
}


def describe_line(line: SheetLine, names: Sequence[str], *, briefly: bool = False) -> list[Message]:
    """Return the sentences about a line's formula, divisor, factor, condition and visibility.

    With `briefly` those for the entry form, without what becomes of other numbers, ties, divisor and factor.
    """
    if line.formula is None:
        return [*_divided(line), *_limits(line, names)]
    sentences = [_formula_words(line, line.formula, names)]
    if not briefly:
        sentences += _remainder(line.formula)
    if not briefly and line.per > 1:
        sentences.append(Message("Divided by {per} first, and rounded down.", per=line.per))
    if not briefly and line.factor != 1:
        sentences.append(Message("All of it × {factor}.", factor=line.factor))
    return [*sentences, *_limits(line, names)]


def _divided(line: SheetLine) -> list[Message]:
    """Return the sentence about how many points a divided number is worth; none for a number that is not divided."""
    if line.per == 1:
        return []
    if line.factor < 0:
        return [
            Message(
                "Minus {count} point for each {per}, rounded down.",
                "Minus {count} points for each {per}, rounded down.",
                -line.factor, per=line.per,
            )
        ]  # fmt: skip
    return [
        Message(
            "{count} point for each {per}, rounded down.", "{count} points for each {per}, rounded down.",
            line.factor, per=line.per,
        )
    ]  # fmt: skip


def _limits(line: SheetLine, names: Sequence[str]) -> list[Message]:
    sentences = []
    if line.when is not None:
        sentences.append(
            Message("Only where {other} is above {above}.", other=names[line.when.line], above=line.when.above)
        )
    if line.is_apart:
        sentences.append(Message("It gives no points of its own; other lines count with it, or it breaks ties."))
    if line.is_secret:
        sentences.append(Message("Only its own side sees it until the end."))
    return sentences


def _formula_words(line: SheetLine, formula: Formula, names: Sequence[str]) -> Message:
    values: Json = {"name": line.name if formula.of is None else names[formula.of]}
    numbers = joined(formula.numbers)
    if formula.kind == formulas.STEPS:
        return Message("{name} 0, 1, 2 and so on: {steps} points.", steps=numbers, **values)
    if formula.kind in formulas.PLACES:
        return _places(formula, values["name"])
    if formula.kind == formulas.TIMES:
        return Message("{name} × {other}.", other=names[formula.lines[0]], **values)
    values["others"] = joined([names[other] for other in formula.lines])
    if formula.kind == formulas.BEST:
        return Message("The best of {others}.", **values)
    if formula.kind == formulas.WORST:
        return Message("The worst of {others}.", **values)
    return Message("The sum of {others}.", **values)


def _places(formula: Formula, name: str) -> Message:
    """The points of the places; a line's own name may begin with "most", so it stands apart."""
    first, *others = formula.numbers
    values: Json = {"count": first, "name": name, "others": joined(others)}
    if formula.kind == formulas.MOST and others:
        return Message("{name}: whoever has most gets {count} point, the next {others}.",
                       "{name}: whoever has most gets {count} points, the next {others}.", **values)  # fmt: skip
    if formula.kind == formulas.MOST:
        return Message("{name}: whoever has most gets {count} point.",
                       "{name}: whoever has most gets {count} points.", **values)  # fmt: skip
    if others:
        return Message("{name}: whoever has fewest gets {count} point, the next {others}.",
                       "{name}: whoever has fewest gets {count} points, the next {others}.", **values)  # fmt: skip
    return Message("{name}: whoever has fewest gets {count} point.",
                   "{name}: whoever has fewest gets {count} points.", **values)  # fmt: skip


def _remainder(formula: Formula) -> list[Message]:
    """Return the sentences about numbers beyond the last step, or about ties."""
    if formula.kind == formulas.STEPS:
        if formula.beyond:
            return [Message("Each more adds {beyond}.", beyond=formula.beyond)]
        return [Message("More than that counts as the last.")]
    if formula.kind not in formulas.PLACES:
        return []
    sentences = [_TIES[formula.ties]]
    if formula.gives_next and len(formula.numbers) > 1:
        sentences.append(Message("The next place is given all the same."))
    if not formula.counts_equal:
        sentences.append(Message("If all have the same, nobody gets anything."))
    if formula.sides > 1:
        sentences.append(Message("It counts with {count} or more players or teams.", count=formula.sides))
    return sentences


LONGEST_NUMBERS = 240
KINDS = ("", *formulas.KINDS)
"""The formulas to choose for a line; the first one is no formula."""
_IN_THOUSANDS = re.compile(r"[0-9],[0-9]{3}(?![0-9])")
_INTEGER = re.compile(r"-?[0-9]{1,6}", re.ASCII)
_TEXTS = ("line", "factor", "per", "formula", "numbers", "beyond", "ties", "of", "with", "when", "above", "least")
_TICKS = ("next", "uneven", "apart", "secret")
_REFERENCES = ("of", "with", "when")

Row = Json
"""A row of the form as typed: its number as `row`, the `name` of the line, and the other fields by their names.

`of`, `with`, `among` and `when` are numbers of rows, as texts; "" is none. `is_open`: the details are unfolded.
"""


def read_integer(field: str, text: str, bounds: tuple[int, int], otherwise: int | None) -> int | None:
    """Read a number, `otherwise` for an empty text; raise `FieldError` if it is not a number or out of range."""
    text, (low, high) = plain_number(text), bounds
    if not text:
        return otherwise
    number = int(text) if _INTEGER.fullmatch(text) else None
    if number is None or not low <= number <= high:
        raise FieldError(field, Message("Type a whole number from {low} to {high} here.", low=low, high=high))
    return number


def read_numbers(field: str, text: str, most: int, bounds: tuple[int, int]) -> list[int]:
    """Read 1 to `most` numbers, separated by spaces or commas; raise `FieldError` for any other text.

    A comma before three digits could be within a number.
    """
    words = text[:LONGEST_NUMBERS].replace(",", " ").replace("、", " ").replace("，", " ").split()
    if not 1 <= len(words) <= most or _IN_THOUSANDS.search(text):
        raise FieldError(
            field, Message("Type 1 to {most} numbers here with spaces between them, such as 0 1 3 6 10.", most=most)
        )
    return [read_integer(field, word, bounds, 0) or 0 for word in words]


def read_name(field: str, text: str) -> str:
    """Return a name; raise `FieldError` if it is too long or has control characters."""
    if name_length(text) > LONGEST_NAME:
        raise FieldError(field, Message("A name has at most {longest} characters.", longest=LONGEST_NAME))
    if has_control_characters(text):
        raise FieldError(field, Message("A name cannot have control characters."))
    return text


def typed_lines(posted: Posted) -> list[Row]:
    """Return the rows as typed, without empty ones and the removed one; the others are renumbered from 0."""
    lists = [posted.getlist(field)[: MOST_LINES + 1] for field in _TEXTS]
    padded = [[*values, *[""] * (len(lists[0]) - len(values))] for values in lists]
    rows = [_row(str(place), values, posted) for place, values in enumerate(zip(*padded, strict=False))]
    kept = [row for row in rows if row["name"].strip() and posted.get("unline") != row["row"]][:MOST_LINES]
    new_places = {row["row"]: str(place) for place, row in enumerate(kept)}
    return [_renumbered(row, new_places) for row in kept]


def _row(row: str, values: Sequence[str], posted: Posted) -> Row:
    fields = dict(zip(("name", *_TEXTS[1:]), values, strict=True))
    among = [place for owner, _, place in (tick.partition("-") for tick in posted.getlist("among")) if owner == row]
    return {
        **fields,
        **{name: row in posted.getlist(name) for name in _TICKS},
        "row": row,
        "among": among,
        "formula": fields["formula"] if fields["formula"] in KINDS else "",
        "ties": fields["ties"] if fields["ties"] in formulas.TIES else formulas.TIES[0],
    }


def _renumbered(row: Row, new_places: Mapping[str, str]) -> Row:
    """Return a row whose references to other rows use their new numbers, without removed rows."""
    references = {name: new_places.get(row[name], "") for name in _REFERENCES}
    among = [new_places[other] for other in row["among"] if other in new_places]
    is_open = bool(row["formula"] or references["when"] or row["apart"] or row["secret"])
    return {**row, **references, "row": new_places[row["row"]], "among": among, "is_open": is_open}


def read_named_lines(posted: Posted) -> list[Json]:
    """Read the names, factors and divisors of the lines; raise `FieldError` for an invalid field."""
    rows = typed_lines(posted)
    return [_plain(row, rows[:place]) for place, row in enumerate(rows)]


def read_line_fields(posted: Posted) -> list[Json]:
    """Read the lines that are counted at the end; raise `FieldError` for an invalid field."""
    rows = typed_lines(posted)
    if not rows:
        raise FieldError("line0", Message("Type what is counted at the end, such as coins: one line at least."))
    lines = [{**_plain(row, rows[:place]), **read_formula(row)} for place, row in enumerate(rows)]
    try:
        check_circles(lines)
    except RuleError as error:
        first = next(row for row in rows if row["is_open"])
        raise FieldError(_field(first), error.message) from None
    return lines


def _field(row: Row) -> str:
    return f"line{row['row']}"


def _plain(row: Row, earlier: Sequence[Row]) -> Json:
    field = _field(row)
    name = read_name(field, clean_title(" ".join(row["name"].split())))
    if normalize_name(name) in [normalize_name(other["name"]) for other in earlier]:
        raise FieldError(field, Message("Two lines are called {name}; give one another name.", name=name))
    times = read_integer(field, row["factor"], BOUNDS["factor"], 1)
    if times == 0:
        raise FieldError(field, Message("A line that counts 0 gives no points; type another factor."))
    return {"name": name, "factor": times, "per": read_integer(field, row["per"], BOUNDS["per"], 1)}


def read_formula(row: Row) -> Json:
    """Return the formula, condition and flags of a row as options; raise `FieldError` for an invalid field."""
    options: Json = {"formula": _formula(row)} if row["formula"] else {}
    if row["when"]:
        above = read_integer(_field(row), row["above"], BOUNDS["step"], 0)
        options["when"] = {"line": int(row["when"]), "above": above}
    return options | {key: True for key in ("apart", "secret") if row[key]}


def _formula(row: Row) -> Json:
    field, kind, of = _field(row), row["formula"], {"of": int(row["of"])} if row["of"] else {}
    if kind in formulas.SEVERAL:
        if not row["among"]:
            raise FieldError(field, Message("Tap the lines of which {name} is made.", name=row["name"]))
        return {kind: sorted(map(int, row["among"]))}
    if kind == formulas.TIMES:
        if not row["with"]:
            raise FieldError(field, Message("Choose the line by which {name} is multiplied.", name=row["name"]))
        return {kind: int(row["with"]), **of}
    points = read_numbers(field, row["numbers"], MOST_NUMBERS[kind], BOUNDS["step"])
    if kind == formulas.STEPS:
        return {kind: points, "beyond": read_integer(field, row["beyond"], BOUNDS["step"], 0), **of}
    least = read_integer(field, row["least"], BOUNDS["sides"], None)
    limits = ({"equal": False} if row["uneven"] else {}) | ({} if least is None else {"sides": least})
    return {kind: points, "ties": row["ties"], "next": row["next"], **limits, **of}


def fields_of_lines(lines: Sequence[Mapping[str, Any]]) -> dict[str, str | list[str]]:
    """Return the fields that show these lines."""
    fields: dict[str, list[str]] = {name: [] for name in (*_TEXTS, *_TICKS, "among")}
    for place, line in enumerate(lines):
        formula, when = line.get("formula") or {}, line.get("when") or {}
        kind = next((kind for kind in KINDS[1:] if kind in formula), "")
        texts = {
            "line": line["name"], "factor": line["factor"], "per": line["per"], "formula": kind,
            "numbers": " ".join(map(str, formula[kind])) if kind in MOST_NUMBERS else "",
            "beyond": formula.get("beyond") or "", "ties": formula.get("ties", ""), "of": formula.get("of", ""),
            "with": formula.get(formulas.TIMES, ""), "when": when.get("line", ""), "above": when.get("above") or "",
            "least": formula.get("sides", ""),
        }  # fmt: skip
        for name, text in texts.items():
            fields[name].append(str(text))
        fields["among"] += [f"{place}-{other}" for other in formula[kind]] if kind in formulas.SEVERAL else []
        for name, is_on in (
            ("next", formula.get("next")),
            ("uneven", formula.get("equal") is False),
            ("apart", line.get("apart")),
            ("secret", line.get("secret")),
        ):
            fields[name] += [str(place)] if is_on else []
    plain = ("line", "factor", "per")
    return {name: values for name, values in fields.items() if name in plain or any(values)}
