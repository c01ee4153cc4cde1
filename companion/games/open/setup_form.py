"""The form of a new table with an open score sheet: what is played, how it is counted, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Json, Message
from companion.game.names import has_control_characters, normalize_name
from companion.game.pages.form import Filled, Posted
from companion.game.pages.setup_form import FieldError, SetupForm
from companion.games.open.options import LONGEST_NAME, MOST_FACTOR, MOST_LIMIT, MOST_LINES, MOST_ROUNDS
from companion.games.open.teams import TEAMS, mates, read_teams

ROUNDS, LINES, BOTH = "rounds", "lines", "both"
HIGHEST, LOWEST, TOGETHER = "highest", "lowest", "together"
SHARED, SEATS, NUMBER = "shared", "seats", "number"

_INTEGER = re.compile(r"[-−]?[0-9]{1,6}", re.ASCII)
_LINE = "line-{}"
"""The value of the field `tie` for a line."""


def read_integer(field: str, text: str, low: int, high: int, otherwise: int | None) -> int | None:
    """Read a number, `otherwise` if nothing is typed; raise `FieldError` if the text is none or lies outside."""
    text = text.strip()
    if not text:
        return otherwise
    number = int(text.replace("−", "-")) if _INTEGER.fullmatch(text) else None
    if number is None or not low <= number <= high:
        raise FieldError(field, Message("Type a whole number from {low} to {high} here.", low=low, high=high))
    return number


def _text(field: str, text: str) -> str:
    if len(text) > LONGEST_NAME:
        raise FieldError(field, Message("A name has at most {longest} characters.", longest=LONGEST_NAME))
    if has_control_characters(text):
        raise FieldError(field, Message("A name cannot have control characters."))
    return text


def _name(posted: Posted) -> str:
    name = " ".join((posted.get("title") or "").split())
    if not name:
        raise FieldError("title", Message("Type the name of the game; its results are kept under it."))
    return _text("title", name)


def _typed_lines(posted: Posted) -> list[tuple[str, str, str]]:
    """Return name, factor and divisor of each line as they were typed, without empty ones and the one taken out."""
    names, factors, divisors = (posted.getlist(field)[: MOST_LINES + 1] for field in ("line", "factor", "per"))
    lines = [
        (name, factors[place] if place < len(factors) else "", divisors[place] if place < len(divisors) else "")
        for place, name in enumerate(names)
        if name.strip() and posted.get("unline") != str(place)
    ]
    return lines[:MOST_LINES]


def read_line_fields(posted: Posted) -> list[Json]:
    """Read the lines that are counted at the end; raise `FieldError` for one that cannot be read."""
    lines: list[Json] = []
    for place, (typed, factor, per) in enumerate(_typed_lines(posted)):
        name = _text(f"line{place}", " ".join(typed.split()))
        if normalize_name(name) in [normalize_name(line["name"]) for line in lines]:
            raise FieldError(f"line{place}", Message("Two lines are called {name}; give one another name.", name=name))
        times = read_integer(f"line{place}", factor, -MOST_FACTOR, MOST_FACTOR, 1)
        if times == 0:
            raise FieldError(f"line{place}", Message("A line that counts 0 gives no points; type another factor."))
        lines.append({"name": name, "factor": times, "per": read_integer(f"line{place}", per, 1, MOST_FACTOR, 1)})
    if not lines:
        raise FieldError("line0", Message("Type what is counted at the end, such as coins: one line at least."))
    return lines


def _tie(posted: Posted, lines: Sequence[Any]) -> str | Json:
    tie, fewest = posted.get("tie") or SHARED, posted.get("fewest") is not None
    if tie == NUMBER:
        name = " ".join((posted.get("tie_number") or "").split())
        if not name:
            raise FieldError("tie_number", Message("Type which number breaks ties, such as cards in hand."))
        return {"number": _text("tie_number", name), "fewest": fewest}
    for place in range(len(lines)):
        if tie == _LINE.format(place):
            return {"line": place, "fewest": fewest}
    return SEATS if tie == SEATS else SHARED


def _one_of(text: str | None, choices: Sequence[str]) -> str:
    """Return a choice that was tapped, the first one if none was."""
    return text if text is not None and text in choices else choices[0]


@dataclass(frozen=True)
class SetupView:
    """What was typed and tapped on the form; `lines` have name, factor and divisor, `ties` the value and name of each.

    `is_more_open` says whether one of the choices that are seldom needed was made.
    """

    title: str
    count: str
    rounds: str
    lines: Sequence[tuple[str, str, str]]
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
        """Return what was typed, with one empty line more."""
        lines = _typed_lines(query)
        return SetupView(
            title=query.get("title") or "",
            count=_one_of(query.get("count"), (ROUNDS, LINES, BOTH)),
            rounds=query.get("rounds") or "",
            lines=lines if len(lines) == MOST_LINES else [*lines, ("", "", "")],
            win=_one_of(query.get("win"), (HIGHEST, LOWEST, TOGETHER)),
            limit=query.get("limit") or "",
            tie=query.get("tie") or SHARED,
            ties=[(_LINE.format(place), name) for place, (name, _, _) in enumerate(lines)],
            tie_number=query.get("tie_number") or "",
            fewest=query.get("fewest") is not None,
            negative=query.get("negative") is not None,
            halves=query.get("halves") is not None,
            teams=_one_of(query.get("teams"), ("", *TEAMS)),
            mates=mates(query, players),
            is_more_open=any(query.get(field) for field in ("limit", "fewest", "negative", "halves", "teams"))
            or (query.get("tie") or SHARED) != SHARED,
        )

    def read(self, posted: Posted, players: Sequence[str]) -> Json:
        """Return the options of the sheet."""
        count, together = posted.get("count"), posted.get("win") == TOGETHER
        has_rounds, has_lines = count != LINES, count in (LINES, BOTH)
        # Who plays together may only say how it ended: then nothing has to be counted.
        needs_lines = has_lines and not (together and not _typed_lines(posted))
        name, lines = _name(posted), read_line_fields(posted) if needs_lines else []
        return {
            "name": name,
            "rounds": read_integer("rounds", posted.get("rounds") or "", 1, MOST_ROUNDS, 0) if has_rounds else None,
            "lines": lines,
            "lowest_wins": posted.get("win") == LOWEST,
            "limit": read_integer("limit", posted.get("limit") or "", 1, MOST_LIMIT, None) if has_rounds else None,
            "tie": SHARED if together else _tie(posted, lines),
            "negative": posted.get("negative") is not None,
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
            "rounds": str(rounds or ""),
            "line": [line["name"] for line in lines],
            "factor": [str(line["factor"]) for line in lines],
            "per": [str(line["per"]) for line in lines],
            "win": TOGETHER if options["cooperative"] else LOWEST if options["lowest_wins"] else HIGHEST,
            "limit": str(options["limit"] or ""),
        }
        fields |= {key: "1" for key in ("negative", "halves") if options[key]}
        return fields | ({"tie": tie} if isinstance(tie, str) else _tie_fields(tie))

    def name(self, options: Mapping[str, Any]) -> str:
        """Return the name of the game."""
        return str(options["name"])

    def to_keep(self, options: Mapping[str, Any]) -> Json:
        """Return the options without the teams, which depend on who plays, and without who is away or came late."""
        return {key: value for key, value in options.items() if key not in ("away", "late")} | {"teams": None}


def _tie_fields(tie: Mapping[str, Any]) -> dict[str, str | list[str]]:
    by = {"tie": _LINE.format(tie["line"])} if "line" in tie else {"tie": NUMBER, "tie_number": tie["number"]}
    return {**by, **({"fewest": "1"} if tie["fewest"] else {})}
