"""The setup form of an open score sheet: the game's name, how it is counted, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Json, Message
from companion.game.pages.form import Filled, Posted
from companion.game.pages.setup_form import FieldError, SetupForm
from companion.games.open.formulas.descriptions import describe_line
from companion.games.open.formulas.formula import line_of
from companion.games.open.formulas.line_fields import (
    LineFields,
    fields_of_lines,
    read_formula,
    read_integer,
    read_line_fields,
    read_name,
    read_numbers,
    typed_lines,
)
from companion.games.open.options import MOST_FACTOR, MOST_LIMIT, MOST_LINES, MOST_ROUNDS, MOST_SUM, MOST_SUMS
from companion.games.open.sheet import count_of
from companion.games.open.teams import TEAMS, mates, read_teams

ROUNDS, LINES, BOTH = "rounds", "lines", "both"
HIGHEST, LOWEST, TOGETHER = "highest", "lowest", "together"
SHARED, SEATS, NUMBER = "shared", "seats", "number"

_LINE = "line-{}"
"""The value of the field `tie` for a line."""


def _name(posted: Posted) -> str:
    name = " ".join((posted.get("title") or "").split())
    if not name:
        raise FieldError("title", Message("Type the name of the game; its results are kept under it."))
    return read_name("title", name)


def _explanation(row: LineFields, rows: Sequence[LineFields]) -> list[Message]:
    """Return the sentences about a row; empty if its fields are invalid."""
    factor, per = (text.strip() for text in (row.factor, row.per))
    try:
        options = {"factor": read_integer("", factor, -MOST_FACTOR, MOST_FACTOR, 1), **read_formula(row)}
        line = line_of({"name": row.name.strip(), "per": read_integer("", per, 1, MOST_FACTOR, 1), **options})
    except FieldError:
        return []
    return describe_line(line, [other.name.strip() for other in rows])


def _sums(posted: Posted) -> int | list[int] | None:
    """Read the allowed sums of a round: None, one number or several; raise `FieldError` for an invalid text."""
    if not (posted.get("sum") or "").strip():
        return None
    sums = sorted(set(read_numbers("sum", posted.get("sum") or "", MOST_SUMS, MOST_SUM)))
    if len(sums) > 1 and posted.get("fill") is not None:
        raise FieldError("sum", Message("The last number can follow from one sum, not from several."))
    return sums[0] if len(sums) == 1 else sums


def _tie(posted: Posted, lines: Sequence[Any]) -> str | Json:
    tie, fewest = posted.get("tie") or SHARED, posted.get("fewest") is not None
    if tie == NUMBER:
        name = " ".join((posted.get("tie_number") or "").split())
        if not name:
            raise FieldError("tie_number", Message("Type which number breaks ties, such as cards in hand."))
        return {"number": read_name("tie_number", name), "fewest": fewest}
    for place in range(len(lines)):
        if tie == _LINE.format(place):
            return {"line": place, "fewest": fewest}
    return SEATS if tie == SEATS else SHARED


def _one_of(text: str | None, choices: Sequence[str]) -> str:
    """Return the chosen text if it is one of the choices, else the first choice."""
    return text if text is not None and text in choices else choices[0]


@dataclass(frozen=True)
class SetupView:
    """The fields of the form; `lines` are rows with their sentences, `ties` the value and name of each line.

    `is_more_open` says whether a less common option is used, so that they are unfolded.
    """

    title: str
    count: str
    rounds: str
    sum: str
    fill: bool
    lines: Sequence[tuple[LineFields, Sequence[Message]]]
    win: str
    limit: str
    tie: str
    ties: Sequence[tuple[str, str]]
    tie_number: str
    fewest: bool
    negative: bool
    halves: bool
    teams: str
    mates: Sequence[tuple[str, str, str]]
    is_more_open: bool


class SheetSetupForm(SetupForm):
    """The setup form of an open score sheet."""

    title_field = "title"

    def view(self, query: Posted, players: Sequence[str]) -> SetupView:
        """Return the typed fields, with one more empty line."""
        lines = typed_lines(query)
        explained_lines = [(line, _explanation(line, lines)) for line in lines]
        return SetupView(
            title=query.get("title") or "",
            count=_one_of(query.get("count"), (ROUNDS, LINES, BOTH)),
            rounds=query.get("rounds") or "",
            sum=query.get("sum") or "",
            fill=query.get("fill") is not None,
            lines=explained_lines
            if len(lines) == MOST_LINES
            else [*explained_lines, (LineFields(str(len(lines)), ""), [])],
            win=_one_of(query.get("win"), (HIGHEST, LOWEST, TOGETHER)),
            limit=query.get("limit") or "",
            tie=query.get("tie") or SHARED,
            ties=[(_LINE.format(place), name) for place, name in enumerate(line.name for line in lines)],
            tie_number=query.get("tie_number") or "",
            fewest=query.get("fewest") is not None,
            negative=query.get("negative") is not None,
            halves=query.get("halves") is not None,
            teams=_one_of(query.get("teams"), ("", *TEAMS)),
            mates=mates(query, players),
            is_more_open=any(query.get(field) for field in ("limit", "fewest", "negative", "halves", "teams", "sum"))
            or (query.get("tie") or SHARED) != SHARED,
        )

    def read(self, posted: Posted, players: Sequence[str]) -> Json:
        """Return the options of the sheet."""
        counted, together = posted.get("count"), posted.get("win") == TOGETHER
        has_rounds, has_lines = counted != LINES, counted in (LINES, BOTH)
        # A cooperative game may have an outcome only, without any lines.
        needs_lines = has_lines and not (together and not typed_lines(posted))
        name, lines = _name(posted), read_line_fields(posted) if needs_lines else []
        count = read_integer("rounds", posted.get("rounds") or "", 1, MOST_ROUNDS, 0) if has_rounds else None
        sums = _sums(posted) if has_rounds and not together else None
        fill, lowest = posted.get("fill") is not None, min(sums) if isinstance(sums, list) else sums
        return {
            "name": name,
            "rounds": count if sums is None else {"count": count, "sum": sums, "fill": fill},
            "lines": lines,
            "lowest_wins": posted.get("win") == LOWEST,
            "limit": read_integer("limit", posted.get("limit") or "", 1, MOST_LIMIT, None) if has_rounds else None,
            "tie": SHARED if together else _tie(posted, lines),
            # Numbers that add up to 0 need numbers below 0, even if these were not chosen.
            "negative": posted.get("negative") is not None or (lowest is not None and lowest <= 0),
            "halves": posted.get("halves") is not None,
            "teams": None if together else read_teams(posted, players),
            "cooperative": together,
        }

    def fields(self, options: Mapping[str, Any]) -> Filled:
        """Return the fields that show these options."""
        tie, lines, rounds = options["tie"], options["lines"], options["rounds"]
        fields: dict[str, str | list[str]] = {
            "title": options["name"],
            "count": LINES if rounds is None else BOTH if lines else ROUNDS,
            "rounds": str(count_of(rounds) or ""),
            **fields_of_lines(lines),
            "win": TOGETHER if options["cooperative"] else LOWEST if options["lowest_wins"] else HIGHEST,
            "limit": str(options["limit"] or ""),
        }
        fields |= dict.fromkeys([key for key in ("negative", "halves") if options[key]], "1")
        if isinstance(rounds, dict):
            sums = rounds["sum"] if isinstance(rounds["sum"], list) else [rounds["sum"]]
            fields["sum"] = " ".join(map(str, sums))
            fields |= {"fill": "1"} if rounds["fill"] else {}
        return fields | ({"tie": tie} if isinstance(tie, str) else _tie_fields(tie))

    def name(self, options: Mapping[str, Any]) -> str:
        """Return the name of the game."""
        return str(options["name"])

    def to_keep(self, options: Mapping[str, Any]) -> Json:
        """Return the options without teams, absent and late players, which depend on who plays."""
        return {key: value for key, value in options.items() if key not in ("away", "late")} | {"teams": None}


def _tie_fields(tie: Mapping[str, Any]) -> dict[str, str | list[str]]:
    by = {"tie": _LINE.format(tie["line"])} if "line" in tie else {"tie": NUMBER, "tie_number": tie["number"]}
    return {**by, **({"fewest": "1"} if tie["fewest"] else {})}
