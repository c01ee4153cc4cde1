"""The options of an open score sheet, validated one by one and together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine import Json, Message, Option, Setup, joined
from companion.engine.names import has_control_characters, has_surrogates, name_length, normalize_name
from companion.engine.strict import RuleError, entry_keys, flag, integer, items, one_of, shown
from companion.games.open import formulas
from companion.games.open.sheet import LIMIT_FLAGS, sums_of, tie_breaks

MOST_ROUNDS, MOST_LINES, MOST_SUMS = 600, 20, 6
BOUNDS = {"limit": (1, 99999), "sum": (-99999, 99999), "factor": (-99, 99), "per": (1, 99), "step": (-9999, 9999),
          "sides": (2, 12)}  # fmt: skip
"""The least and the most of each number, in the options as on the form; `sides` are those from which a line counts."""
BIDS = ("made", "each", "missed")
"""The keys of the option `bids`, in the order of the form."""
MOST_NUMBERS = {formulas.STEPS: 40, formulas.MOST: 6, formulas.FEWEST: 6}
"""How many numbers a formula has at most."""
_OF_PLACES = ("ties", "next", "equal", "sides", "of")
_OPTIONAL_KEYS: Mapping[str, Sequence[str]] = {
    formulas.STEPS: ("beyond", "of"), formulas.MOST: _OF_PLACES, formulas.FEWEST: _OF_PLACES, formulas.TIMES: ("of",),
}  # fmt: skip
EXTRA = ("formula", "when", "apart", "secret")
"""The optional keys of a line besides its factor and its divisor."""


def _line_number(value: Any, what: Message, count: int) -> int:
    return integer(value, Message("a line in {what}", what=what), 0, count - 1)


def _formula(value: Any, what: Message, count: int) -> Json:
    kinds = [kind for kind in formulas.KINDS if type(value) is dict and kind in value]
    if len(kinds) != 1:
        raise RuleError("{what} has one of these keys: {kinds}", what=what, kinds=", ".join(formulas.KINDS))
    kind = kinds[0]
    entry_keys(value, what, (kind,), _OPTIONAL_KEYS.get(kind, ()))
    formula: Json = {kind: _counted_with(kind, value[kind], what, count)}
    if kind == formulas.STEPS:
        formula["beyond"] = integer(value.get("beyond", 0), what, *BOUNDS["step"])
    if kind in formulas.PLACES:
        formula["ties"] = one_of(
            value.get("ties", formulas.SPLIT), Message("the ties of {what}", what=what), formulas.TIES
        )
        formula["next"] = flag(value.get("next", False), Message("the next place of {what}", what=what))
        if not flag(value.get("equal", True), Message("equal numbers in {what}", what=what)):
            formula["equal"] = False
        if value.get("sides") is not None:
            formula["sides"] = integer(value["sides"], Message("the sides of {what}", what=what), *BOUNDS["sides"])
    if value.get("of") is not None:
        formula["of"] = _line_number(value["of"], what, count)
    return formula


def _counted_with(kind: str, value: Any, what: Message, count: int) -> Any:
    if kind in MOST_NUMBERS:
        most = MOST_NUMBERS[kind]
        if not 1 <= len(items(value, what)) <= most:
            raise RuleError("{what} has 1 to {most} numbers, not {count}", what=what, most=most, count=len(value))
        return [integer(number, what, *BOUNDS["step"]) for number in value]
    if kind not in formulas.SEVERAL:
        return _line_number(value, what, count)
    lines = sorted(_line_number(line, what, count) for line in items(value, what))
    if not lines or len(set(lines)) < len(lines):
        raise RuleError("{what} names one line or more, each once", what=what)
    return lines


def check_circles(lines: Sequence[Mapping[str, Any]]) -> None:
    """Raise `RuleError` if a line depends on itself, directly or through other lines."""
    circle = [lines[place]["name"] for place in formulas.find_circle([formulas.line_of(line).needs for line in lines])]
    if len(circle) == 1:
        raise RuleError("the line {name} cannot count with itself", name=circle[0])
    if circle:
        raise RuleError("these lines count with each other in a circle: {names}", names=joined(circle))


LONGEST_NAME = 40


def _what(key: str) -> Message:
    return Message("the option {key}", key=key)


def read_text(value: Any, what: Message, least: int = 1) -> str:
    """Read a text of `least` to 40 characters without control characters; raise `RuleError` for any other value."""
    if type(value) is not str:
        raise RuleError("{what} must be a text, not {value}", what=what, value=shown(value))
    if not least <= name_length(value) <= LONGEST_NAME:
        raise RuleError("{what} has {least} to {longest} characters, not {count}",
                what=what, least=least, longest=LONGEST_NAME, count=name_length(value))  # fmt: skip
    if has_control_characters(value) or has_surrogates(value):
        raise RuleError("{what} cannot have control characters", what=what)
    return value


def _rounds(value: Any, seats: int) -> int | Json | None:
    if type(value) is not dict:
        return None if value is None else integer(value, _what("rounds"), 0, MOST_ROUNDS)
    entry_keys(value, _what("rounds"), ("count", "sum"), ("fill",))
    count = integer(value["count"], Message("count of the rounds"), 0, MOST_ROUNDS)
    what, fill = Message("the sum of a round"), flag(value.get("fill", False), Message("fill of the rounds"))
    if type(value["sum"]) is not list:
        return {"count": count, "sum": integer(value["sum"], what, *BOUNDS["sum"]), "fill": fill}
    sums = sorted({integer(number, what, *BOUNDS["sum"]) for number in items(value["sum"], what)})
    if not 2 <= len(sums) <= MOST_SUMS:
        raise RuleError("{what} is one number, or 2 to {most} different ones", what=what, most=MOST_SUMS)
    if fill:
        raise RuleError("the last number of a round can only follow from one sum, not from several")
    return {"count": count, "sum": sums, "fill": False}


def _limit(value: Any, seats: int) -> int | Json | None:
    if type(value) is not dict:
        return None if value is None else integer(value, _what("limit"), *BOUNDS["limit"])
    what = _what("limit")
    entry_keys(value, what, ("total",), LIMIT_FLAGS)
    total = integer(value["total"], Message("the total of {what}", what=what), *BOUNDS["limit"])
    flags = {key: flag(value.get(key, False), Message("{key} of {what}", key=key, what=what)) for key in LIMIT_FLAGS}
    return {"total": total, **flags} if any(flags.values()) else total


def _lines(value: Any, seats: int) -> list[Json]:
    count = len(items(value, _what("lines")))
    if count > MOST_LINES:
        raise RuleError("a sheet has at most {most} lines, not {count}", most=MOST_LINES, count=count)
    lines = [_line(line, number, count) for number, line in enumerate(value, 1)]
    names = [normalize_name(line["name"]) for line in lines]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise RuleError("two lines are called {name}; their names must differ", name=lines[place]["name"])
    check_circles(lines)
    return lines


def _line(value: Any, number: int, count: int) -> Json:
    """Read a line of a sheet with `count` lines, without its empty optional keys; raise `RuleError`."""
    what = Message("line {number}", number=number)
    entry_keys(value, what, ("name",), ("factor", "per", *EXTRA))
    factor = integer(value.get("factor", 1), Message("the factor of {what}", what=what), *BOUNDS["factor"])
    if factor == 0:
        raise RuleError("the factor of {what} cannot be 0", what=what)
    per = integer(value.get("per", 1), Message("the divisor of {what}", what=what), *BOUNDS["per"])
    name = read_text(value["name"], Message("the name of {what}", what=what))
    line: Json = {"name": name, "factor": factor, "per": per}
    if value.get("formula") is not None:
        line["formula"] = _formula(value["formula"], Message("the formula of {what}", what=what), count)
    if value.get("when") is not None:
        condition = Message("the condition of {what}", what=what)
        entry_keys(value["when"], condition, ("line",), ("above",))
        above = integer(value["when"].get("above", 0), condition, *BOUNDS["step"])
        line["when"] = {"line": _line_number(value["when"]["line"], condition, count), "above": above}
    for key in ("apart", "secret"):
        if flag(value.get(key, False), Message("{key} of {what}", key=key, what=what)):
            line[key] = True
    return line


def _tie(value: Any, seats: int) -> str | Json | list[Json]:
    what = _what("tie")
    if type(value) is list:
        first, second = [_tie_break(tie, what) for tie in items(value, what, 2)]
        if ("number" in first) == ("number" in second) and first.get("line") == second.get("line"):
            raise RuleError(
                "a tie is broken by two different lines, or by one line and another number; not twice by the same"
            )
        return [first, second]
    return _tie_break(value, what) if type(value) is dict else str(one_of(value, what, ("shared", "seats")))


def _tie_break(value: Any, what: Message) -> Json:
    """Read a line or another number that breaks ties; raise `RuleError`."""
    if type(value) is not dict:
        raise RuleError("each of two in {what} is a line or a number, not {value}", what=what, value=shown(value))
    by = "line" if "line" in value else "number"
    entry_keys(value, what, (by,), ("fewest",))
    fewest = flag(value.get("fewest", False), Message("fewest"))
    if by == "line":
        return {"line": integer(value["line"], Message("the line of {what}", what=what), 0, MOST_LINES - 1),
                "fewest": fewest}  # fmt: skip
    return {"number": read_text(value["number"], Message("the name of {what}", what=what)), "fewest": fewest}


def _teams(value: Any, seats: int) -> list[list[int]] | None:
    if value is None:
        return None
    teams = [
        sorted(integer(seat, Message("a seat of a team"), 0, seats - 1) for seat in items(team, Message("a team")))
        for team in items(value, _what("teams"))
    ]
    if sorted(seat for team in teams for seat in team) != list(range(seats)) or not all(teams):
        raise RuleError("each seat is in one team, and each team has a seat")
    if len(teams) < 2:
        raise RuleError("there are two teams or more; all together play a cooperative game")
    return sorted(teams)


def _bids(value: Any, seats: int) -> Json | None:
    if value is None:
        return None
    entry_keys(value, _what("bids"), BIDS)
    return {key: integer(value[key], Message("{key} of the bids", key=key), *BOUNDS["step"]) for key in BIDS}


def _away(value: Any, seats: int) -> list[int]:
    away = sorted(integer(seat, Message("a seat that is away"), 0, seats - 1) for seat in items(value, _what("away")))
    if len(set(away)) < len(away):
        raise RuleError("a seat is away once")
    if len(away) == seats:
        raise RuleError("somebody has to be there; the host can end the game")
    return away


def _late(value: Any, seats: int) -> list[dict[str, int]]:
    late, what = [], Message("who came late")
    for newcomer in items(value, _what("late")):
        entry_keys(newcomer, what, ("seat", "rounds"))
        seat = integer(newcomer["seat"], Message("a seat that came late"), 0, seats - 1)
        rounds = integer(newcomer["rounds"], Message("the rounds before {what}", what=what), 0, MOST_ROUNDS)
        late.append({"seat": seat, "rounds": rounds})
    seats_late = [newcomer["seat"] for newcomer in late]
    if seats_late != sorted(set(seats_late)):
        raise RuleError("a seat comes late once, and lower seats come first")
    return late


def check_together(setup: Setup) -> None:
    """Raise `RuleError` for options that are valid alone but not together."""
    options, sums = setup.options, sums_of(setup.options["rounds"])
    has_rounds, lines, together = options["rounds"] is not None, options["lines"], options["cooperative"]
    for is_wrong, message in (
        (not has_rounds and not lines and not together, Message("a sheet needs rounds or lines")),
        (not has_rounds and options["limit"] is not None, Message("a limit needs rounds")),
        (options["bids"] and not has_rounds, Message("bids need rounds")),
        (
            options["bids"] and (sums or together or options["halves"]),
            Message("a sheet with bids has no sum of a round and no half points, and is not cooperative"),
        ),
        (together and options["teams"], Message("a cooperative game has no teams")),
        (together and options["tie"] != "shared", Message("a cooperative game has no ties to break")),
        (
            any(tie.get("line", -1) >= len(lines) for tie in tie_breaks(options["tie"])),
            Message("the line that breaks ties is not on the sheet"),
        ),
        (together and sums, Message("the round of a cooperative game is one number, so it has no sum to check")),
        (
            together and any(line.get("secret") for line in lines),
            Message("in a cooperative game no line is secret, as all have the same"),
        ),
        (
            sums and min(sums) <= 0 and not options["negative"],
            Message("numbers that add up to 0 or less need numbers below 0; allow them"),
        ),
    ):
        if is_wrong:
            raise RuleError(message)


def _option(key: str, title: Message, default: Any, check: Callable[[Any, int], Any] | None = None) -> Option:
    """Return an option that the setup form asks for."""
    choices = ((False, Message("No")), (True, Message("Yes"))) if check is None else ()
    return Option(key, title, title, default, choices, check, asked=False)


OPTIONS = (
    _option("name", Message("What do you play?"), "", lambda value, _: read_text(value, _what("name"), 0)),
    _option("rounds", Message("Rounds"), 0, _rounds),
    _option("lines", Message("Lines at the end"), [], _lines),
    _option("lowest_wins", Message("The lowest total wins"), False),
    _option("limit", Message("It ends when a total reaches"), None, _limit),
    _option("tie", Message("Ties"), "shared", _tie),
    _option("negative", Message("Points below 0"), False),
    _option("halves", Message("Half points"), False),
    _option("teams", Message("Teams"), None, _teams),
    _option("cooperative", Message("All play together"), False),
    _option("away", Message("Who is away"), [], _away),
    _option("late", Message("Who came late"), [], _late),
    _option("bids", Message("Bids and tricks"), None, _bids),
)
