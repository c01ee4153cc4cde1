"""The setup form of an open score sheet: the game's name, how it is counted, and how it ends."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Json, Message, joined
from companion.engine.names import clean_title
from companion.engine.pause import pause
from companion.forms.form import Filled, Posted
from companion.forms.help import choice
from companion.forms.parts import FieldError, SetupForm
from companion.games.open.formulas import line_of
from companion.games.open.line_fields import (
    Row,
    describe_line,
    fields_of_lines,
    read_formula,
    read_integer,
    read_line_fields,
    read_name,
    read_numbers,
    typed_lines,
)
from companion.games.open.options import BIDS, BOUNDS, MOST_LINES, MOST_ROUNDS, MOST_SUMS
from companion.games.open.sheet import LIMIT_FLAGS, count_of, limit_of, tie_breaks

TEAMS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
"""The number of teams for each value of the field `teams`; other values mean no teams."""
_FIELD = "team:{}"


def _by_turns(seats: int, count: int) -> list[int]:
    """Return the number of each seat's team, from 1, if teams alternate around the table.

    >>> _by_turns(5, 2)
    [1, 2, 1, 2, 1]
    """
    return [seat % count + 1 for seat in range(seats)]


def team_numbers(ticked: Sequence[str], count: int) -> list[int]:
    """Return the number of each player's team, from 1: as ticked, else alternating.

    Ticks that alternate for another number of teams were not tapped: they are the defaults of an earlier page.

    >>> team_numbers(["1", "1", "2", "2"], 2), team_numbers(["1", "2", "1"], 3), team_numbers(["3", "", "1", "1"], 2)
    ([1, 1, 2, 2], [1, 2, 3], [1, 2, 1, 1])
    """
    turns = _by_turns(len(ticked), count)
    for other in TEAMS.values():
        if all(tick in ("", str(turn)) for tick, turn in zip(ticked, _by_turns(len(ticked), other), strict=True)):
            return turns
    chosen = {str(number): number for number in range(1, count + 1)}
    return [chosen.get(tick, turn) for tick, turn in zip(ticked, turns, strict=True)]


def _ticked(posted: Posted, players: Sequence[str]) -> list[str]:
    return [posted.get(_FIELD.format(player)) or "" for player in players]


def mates(query: Posted, players: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return each player with the field and the number of the team; alternating while there are no teams."""
    count = TEAMS.get(query.get("teams") or "")
    numbers = team_numbers(_ticked(query, players), count) if count else _by_turns(len(players), 2)
    return [(player, _FIELD.format(player), str(number)) for player, number in zip(players, numbers, strict=True)]


def read_teams(posted: Posted, players: Sequence[str]) -> list[list[int]] | None:
    """Return the seats of each team, None if each plays alone; raise `FieldError` for a team without a player."""
    count = TEAMS.get(posted.get("teams") or "")
    if count is None or not players:
        return None
    if len(players) < count:
        raise FieldError("teams", Message("{count} teams need {count} players or more.", count=count))
    numbers = team_numbers(_ticked(posted, players), count)
    for number in range(1, count + 1):
        if number not in numbers:
            raise FieldError("teams", Message("Nobody is in team {number}. Tap who is.", number=number))
    return [[seat for seat, team in enumerate(numbers) if team == number] for number in range(1, count + 1)]


ROUNDS, LINES, BOTH = "rounds", "lines", "both"
HIGHEST, LOWEST, TOGETHER = "highest", "lowest", "together"
SHARED, SEATS, NUMBER = "shared", "seats", "number"
_TEXTS = ("title", "rounds", "sum", "limit", "tie", "tie_number", "tie2", "bids")
_TICKS = ("fill", "more", "play_on", "fewest", "fewest2", "negative", "halves")
_CHOICES = {"count": (ROUNDS, LINES, BOTH), "win": (HIGHEST, LOWEST, TOGETHER), "teams": ("", *TEAMS)}
_TIE_FIELDS = (("tie", "fewest"), ("tie2", "fewest2"))
"""The fields of what breaks a tie, and of what breaks the ties that are left then."""

_LINE = "line-{}"
"""The value of the field `tie` for a line."""


def _typed_name(posted: Posted, field: str, missing: Message) -> str:
    """Return the name in a field; raise `FieldError`, without a name with the sentence that asks for it."""
    name = clean_title(" ".join((posted.get(field) or "").split()))
    if not name:
        raise FieldError(field, missing)
    return read_name(field, name)


def _explanation(row: Row, rows: Sequence[Row]) -> list[Message]:
    factor, per = (text.strip() for text in (row["factor"], row["per"]))
    try:
        options = {"factor": read_integer("", factor, BOUNDS["factor"], 1), **read_formula(row)}
        line = line_of({"name": row["name"].strip(), "per": read_integer("", per, BOUNDS["per"], 1), **options})
    except FieldError:
        return []
    return describe_line(line, [other["name"].strip() for other in rows])


def _sums(posted: Posted) -> int | list[int] | None:
    """Read the allowed sums of a round: None, one number or several; raise `FieldError` for an invalid text."""
    if not (posted.get("sum") or "").strip():
        return None
    sums = sorted(set(read_numbers("sum", posted.get("sum") or "", MOST_SUMS, BOUNDS["sum"])))
    if len(sums) > 1 and posted.get("fill") is not None:
        raise FieldError("sum", Message("The last number can follow from one sum, not from several."))
    return sums[0] if len(sums) == 1 else sums


def _bids(posted: Posted) -> Json | None:
    """Read what a bid is worth, three numbers; None where nothing is typed. Raises `FieldError`."""
    text = (posted.get("bids") or "").strip()
    if not text:
        return None
    numbers = read_numbers("bids", text, len(BIDS), BOUNDS["step"])
    if len(numbers) < len(BIDS):
        raise FieldError("bids", Message("Type three numbers here with spaces between them, such as 20 10 −10."))
    return dict(zip(BIDS, numbers, strict=True))


def _tie(posted: Posted, lines: Sequence[Any]) -> str | Json | list[Json]:
    first_fields, second_fields = _TIE_FIELDS
    first = _tie_break(posted, *first_fields, lines)
    if first is None:
        return SEATS if posted.get("tie") == SEATS else SHARED
    second = _tie_break(posted, *second_fields, lines)
    if second is None:
        return first
    if posted.get("tie") == posted.get("tie2"):
        raise FieldError("tie2", Message("A tie that is left needs something else than the first one."))
    return [first, second]


def _tie_break(posted: Posted, field: str, fewest_field: str, lines: Sequence[Any]) -> Json | None:
    """Return the line or the number that was chosen to break ties; None if neither was."""
    tie, fewest = posted.get(field), posted.get(fewest_field) is not None
    if tie == NUMBER:
        missing = Message("Type which number breaks ties, such as cards in hand.")
        return {"number": _typed_name(posted, "tie_number", missing), "fewest": fewest}
    place = next((place for place in range(len(lines)) if tie == _LINE.format(place)), None)
    return None if place is None else {"line": place, "fewest": fewest}


def _limit(posted: Posted) -> int | Json | None:
    total = read_integer("limit", posted.get("limit") or "", BOUNDS["limit"], None)
    flags = {key: posted.get(key) is not None for key in LIMIT_FLAGS}
    return total if total is None or not any(flags.values()) else {"total": total, **flags}


def _in_short(query: Posted, lines: Sequence[Row]) -> joined:
    """Return how a sheet is counted in a few words: "3 rounds, 3 lines"."""
    counted, rounds = query.get("count"), (query.get("rounds") or "").strip()
    words: list[Message] = []
    if counted != LINES:
        number = int(rounds) if rounds.isdecimal() else 0
        words.append(Message("{count} round", "{count} rounds", number) if number else Message("any number of rounds"))
    if counted != ROUNDS:
        words.append(Message("{count} line", "{count} lines", len(lines)))
    if counted != LINES and query.get("limit"):
        words.append(Message("it ends at {limit}", limit=query.get("limit")))
    winning = {LOWEST: Message("the lowest total wins"), TOGETHER: Message("all play together")}
    return joined([*words, *[sentence for win, sentence in winning.items() if query.get("win") == win]])


def view(query: Posted, players: Sequence[str]) -> Json:
    """Return the typed fields, with one more empty line, by name.

    `lines` are rows with their sentences, `ties` the value and name of each line. `folded` describes the sheet in a
    few words while it is as a template has it, None once it is to be changed. `is_more_open` says whether a less
    common option is used, so that they are unfolded.
    """
    lines, texts = typed_lines(query), {name: query.get(name) or "" for name in _TEXTS}
    told: list[tuple[Row, list[Message]]] = [(line, _explanation(line, lines)) for line in lines]
    if len(lines) < MOST_LINES:
        told.append(({"row": str(len(lines)), "name": ""}, []))
    is_folded = query.get("folded") is not None and query.get("unfold") is None
    return {
        **texts,
        **{name: query.get(name) is not None for name in _TICKS},
        **{name: choice(query, name, choices) or choices[0] for name, choices in _CHOICES.items()},
        "folded": _in_short(query, lines) if is_folded else None,
        "lines": told,
        "tie": texts["tie"] or SHARED,
        "ties": [(_LINE.format(place), line["name"]) for place, line in enumerate(lines)],
        "mates": mates(query, players),
        "is_more_open": any(
            query.get(field) for field in ("limit", "fewest", "negative", "halves", "teams", "sum", "bids")
        )
        or (texts["tie"] or SHARED) != SHARED,
    }


def read(posted: Posted, players: Sequence[str]) -> Json:
    """Return the options of the sheet."""
    counted, together = posted.get("count"), posted.get("win") == TOGETHER
    has_rounds, has_lines = counted != LINES, counted in (LINES, BOTH)
    # A cooperative game may have an outcome only, without any lines.
    needs_lines = has_lines and not (together and not typed_lines(posted))
    name = _typed_name(posted, "title", Message("Type the name of the game; its results are kept under it."))
    lines = read_line_fields(posted) if needs_lines else []
    count = read_integer("rounds", posted.get("rounds") or "", (1, MOST_ROUNDS), 0) if has_rounds else None
    sums = _sums(posted) if has_rounds and not together else None
    fill, lowest = posted.get("fill") is not None, min(sums) if isinstance(sums, list) else sums
    return {
        "name": name,
        "rounds": count if sums is None else {"count": count, "sum": sums, "fill": fill},
        "lines": lines,
        "lowest_wins": posted.get("win") == LOWEST,
        "limit": _limit(posted) if has_rounds else None,
        "tie": SHARED if together else _tie(posted, lines),
        # Numbers that add up to 0 need numbers below 0, even if these were not chosen.
        "negative": posted.get("negative") is not None or (lowest is not None and lowest <= 0),
        "halves": posted.get("halves") is not None,
        "teams": None if together else read_teams(posted, players),
        "cooperative": together,
        "bids": _bids(posted) if has_rounds else None,
    }


def fields(options: Mapping[str, Any]) -> Filled:
    """Return the fields that show these options."""
    tie, lines, rounds, limit = options["tie"], options["lines"], options["rounds"], options["limit"]
    shown: dict[str, str | list[str]] = {
        "folded": "1",
        "title": options["name"],
        "count": LINES if rounds is None else BOTH if lines else ROUNDS,
        "rounds": str(count_of(rounds) or ""),
        **fields_of_lines(lines),
        "win": TOGETHER if options["cooperative"] else LOWEST if options["lowest_wins"] else HIGHEST,
        "limit": str(limit_of(limit) or ""),
    }
    shown |= dict.fromkeys([key for key in ("negative", "halves") if options[key]], "1")
    shown |= {"bids": " ".join(str(options["bids"][key]) for key in BIDS)} if options["bids"] else {}
    shown |= dict.fromkeys([key for key in LIMIT_FLAGS if isinstance(limit, dict) and limit[key]], "1")
    if isinstance(rounds, dict):
        sums = rounds["sum"] if isinstance(rounds["sum"], list) else [rounds["sum"]]
        shown["sum"] = " ".join(map(str, sums))
        shown |= {"fill": "1"} if rounds["fill"] else {}
    return shown | ({"tie": tie} if isinstance(tie, str) else _tie_fields(tie_breaks(tie)))


def to_keep(options: Mapping[str, Any]) -> Json:
    """Return the options without what depends on who plays (teams, absent and late players), with clean names."""
    kept = {key: value for key, value in options.items() if key not in ("away", "late")} | {"teams": None}
    return {key: _with_clean_names(value, key) for key, value in kept.items()}


def _with_clean_names(value: Any, key: str = "") -> Any:
    """Return options with each name as the form keeps it: that of the game, of a line, and of a number for ties."""
    pause()  # a template of a file is not checked yet
    if isinstance(value, str):
        return (clean_title(value) or value) if key in ("name", "number") else value
    if isinstance(value, list):
        return [_with_clean_names(one) for one in value]
    return {name: _with_clean_names(one, name) for name, one in value.items()} if isinstance(value, dict) else value


def _tie_fields(ties: Sequence[Mapping[str, Any]]) -> dict[str, str | list[str]]:
    fields: dict[str, str | list[str]] = {}
    for tie, (field, fewest_field) in zip(ties, _TIE_FIELDS, strict=False):
        by = {field: _LINE.format(tie["line"])} if "line" in tie else {field: NUMBER, "tie_number": tie["number"]}
        fields |= {**by, **({fewest_field: "1"} if tie["fewest"] else {})}
    return fields


SETUP_FORM = SetupForm(view, read, fields, to_keep, title_field="title", title_option="name")
