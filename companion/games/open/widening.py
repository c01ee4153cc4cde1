"""Widening of an open score sheet: options that may change while its game runs, and late players."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine import MOST_SEATS, Json, Message, RuleError, Seat, Setup, joined, joined_seats
from companion.engine.names import clean_name
from companion.forms.form import Draft, Posted, number
from companion.forms.parts import FieldError, Newcomer, Widening
from companion.games.open import setup_form
from companion.games.open.line_fields import read_integer, read_named_lines
from companion.games.open.numbers import either
from companion.games.open.options import BOUNDS, EXTRA, MOST_ROUNDS
from companion.games.open.rules import State
from companion.games.open.sheet import count_of, limit_of, sheet_of, sums_of


def _check_newcomers(before: Setup, after: Setup) -> None:
    """Raise `RuleError` unless exactly the new seats are added to the late ones and the other teams are unchanged."""
    earlier, late = before.options["late"], after.options["late"]
    new_seats = [newcomer["seat"] for newcomer in late[len(earlier) :]]
    if late[: len(earlier)] != earlier or new_seats != list(range(before.seats, after.seats)):
        raise RuleError("Who comes late sits behind the others.")
    teams = after.options["teams"]
    if before.options["teams"] != (teams and [[seat for seat in team if seat < before.seats] for team in teams]):
        raise RuleError("Who plays together stays as the table was opened.")


SWITCHES = {"negative": Message("Allow numbers below 0"), "halves": Message("Allow half points")}
"""The options that can only be turned on, with the label of the host's button."""
_FIELDS = ("rounds", "limit", "line", "factor", "per", "away", "newcomer", "side", "lift", *SWITCHES)
_FIXED = ("name", "lowest_wins", "tie", "cooperative", "bids")


def _check_rounds(before: int | Json | None, after: int | Json | None) -> None:
    old, new = count_of(before), count_of(after)
    if isinstance(after, dict) and after != {**(before if isinstance(before, dict) else {}), "count": new}:
        raise RuleError("What a round adds up to can be lifted while the game runs, but not set or changed.")
    if old == new:
        return
    if old is None or new is None:
        raise RuleError("Whether a game is counted by rounds cannot change while it runs.")
    if old == 0 or 0 < new < old:
        raise RuleError("Rounds can be added while the game runs, but none taken away.")


def _check_lines(before: Sequence[Json], after: Sequence[Json]) -> None:
    """Raise `RuleError` if the lines or their formulas change; a secret line may become open."""
    if len(before) != len(after):
        raise RuleError("Lines can get another name or factor while the game runs; their number stays.")
    for old, new in zip(before, after, strict=True):
        if any(old.get(key) != new.get(key) for key in ("formula", "when", "apart")):
            raise RuleError("The formula of a line stays as the table was opened.")
        if new.get("secret") and not old.get("secret"):
            raise RuleError("A line cannot become secret while the game runs.")


def _check_limit(before: int | Json | None, after: int | Json | None) -> None:
    old, new = limit_of(before), limit_of(after)
    if after is not None and after != _raised(before, new):
        raise RuleError("What happens once the limit is reached stays as the table was opened.")
    if old != new and (old is None or (new is not None and new < old)):
        raise RuleError("The limit can be raised or lifted while the game runs, but not lowered.")


def _raised(limit: int | Json | None, total: int | None) -> int | Json | None:
    """Return a limit with another total; what happens once it is reached stays."""
    return {**limit, "total": total} if isinstance(limit, dict) and total is not None else total


def _check(before: Setup, after: Setup) -> None:
    old, new = before.options, after.options
    if any(old[key] != new[key] for key in _FIXED):
        raise RuleError("What is played and who wins stay as the table was opened.")
    if any(old[key] and not new[key] for key in SWITCHES):
        raise RuleError("What was allowed once stays allowed, as it may be entered already.")
    _check_lines(old["lines"], new["lines"])
    _check_newcomers(before, after)
    _check_rounds(old["rounds"], new["rounds"])
    _check_limit(old["limit"], new["limit"])


def widen(before: Setup, after: Setup) -> Callable[[Any], Any]:
    """Return what gives an entry 0 for each new side, and doubles its numbers once half points are allowed.

    Raises `RuleError` if less is allowed than before, or the title, the winner or the teams change.
    """
    _check(before, after)
    sheet = sheet_of(after)
    more, factor = len(sheet.sides) - len(sheet_of(before).sides), sheet.unit // sheet_of(before).unit
    nothing = {"round": 0, "lines": [0] * len(sheet.typed_lines), "tie": 0}

    def times(number: Any) -> Any:
        if isinstance(number, list):
            return [times(item) for item in number]
        return None if number is None else number * factor

    return lambda entry: {
        key: times([*value, *[nothing[key]] * more]) if key in nothing else value for key, value in entry.items()
    }


def describe(options: Mapping[str, Any], stands: bool) -> Message | joined:
    """Describe changed options in a few words; a late player is mentioned, but not the team that grew."""
    if "late" in options:
        options = {key: value for key, value in options.items() if key != "teams"}
    descriptions = [_describe_option(key, value, stands=stands) for key, value in options.items()]
    return descriptions[0] if len(descriptions) == 1 else joined(descriptions)


def view(query: Posted | None, setup: Setup) -> Json:
    """Return the fields as typed, else with the values of the table, by name.

    `seats` are (seat, is away), `switches` are (option, is allowed, is tapped).
    """
    options, lines, sums = setup.options, setup.options["lines"], sums_of(setup.options["rounds"])
    now = {**setup_form.fields(options), "away": [str(seat) for seat in options["away"]]}
    shown = {name: query.getlist(name) if query else now.get(name, []) for name in _FIELDS}
    typed = {name: [values] if isinstance(values, str) else values for name, values in shown.items()}
    padded = [[*typed[name], *[""] * len(lines)][: len(lines)] for name in ("line", "factor", "per")]
    return {
        **{name: next(iter(typed[name]), "") for name in ("rounds", "limit", "newcomer", "side")},
        "may_add_rounds": bool(count_of(options["rounds"])),
        "sum": Message("A round adds up to {sum}.", sum=either(sums)) if sums else None,
        "lifts_sum": bool(typed["lift"]),
        "may_raise": options["limit"] is not None,
        "lines": list(zip(*padded, strict=True)),
        "may_come": setup.seats < MOST_SEATS,
        "sides": [(str(team[0]), joined_seats(team)) for team in options["teams"] or ()],
        "is_lowest": options["lowest_wins"],
        "is_together": options["cooperative"] or bool(options["teams"]),
        "seats": [(seat, str(seat) in typed["away"]) for seat in range(setup.seats)] if setup.seats > 1 else [],
        "switches": [(key, options[key], bool(typed[key])) for key in SWITCHES],
    }


def read(posted: Posted, setup: Setup) -> tuple[Json, Newcomer | None]:
    """Return the chosen options, and the late player if a name was typed; raise `FieldError` for an invalid field."""
    options = setup.options
    chosen: Json = {key: options[key] or posted.get(key) is not None for key in SWITCHES}
    chosen |= _rounds_chosen(posted, options["rounds"])
    if options["limit"] is not None and posted.get("limit") is not None:
        total = read_integer("limit", posted.get("limit") or "", BOUNDS["limit"], None)
        chosen["limit"] = _raised(options["limit"], total)
    if options["lines"] and posted.get("line") is not None:
        chosen["lines"] = _lines_chosen(posted, options["lines"])
    if posted.get("seats") is not None:
        chosen["away"] = [seat for seat in range(setup.seats) if str(seat) in posted.getlist("away")]
    return chosen, _newcomer(posted, setup)


def _newcomer(posted: Posted, setup: Setup) -> Newcomer | None:
    name = clean_name(" ".join((posted.get("newcomer") or "").split()))
    if not name:
        return None
    side = number(posted, "side", 0, setup.seats - 1)
    if setup.options["teams"] and side is None:
        raise FieldError("newcomer", Message("Tap the team in which {name} plays.", name=name))
    return Newcomer(name, side)


def seats(before: Setup, options: Mapping[str, Any]) -> int:
    """Return the number of seats with changed options: one more for each new late player."""
    return before.seats + len(options.get("late", before.options["late"])) - len(before.options["late"])


def join(state: State, draft: Draft, newcomer: Newcomer) -> Mapping[str, Any]:
    """Return the options that change when somebody joins; raise `RuleError` if nobody can, or without a team."""
    options, seat = state.setup.options, state.setup.seats
    if seat >= MOST_SEATS:
        raise RuleError("{count} players are the most that this sheet takes.", count=MOST_SEATS)
    late = [*options["late"], {"seat": seat, "rounds": state.rounds}]
    if not options["teams"]:
        return {"late": late}
    if newcomer.side is None:
        raise RuleError("Tap the team in which {name} plays.", name=newcomer.name)
    if draft:
        # The seats of a team share one part, and a new seat would not have it.
        raise RuleError("Score or take back the running round first; then {name} can join.", name=newcomer.name)
    return {"late": late, "teams": [[*team, *[seat] * (newcomer.side in team)] for team in options["teams"]]}


def _rounds_chosen(posted: Posted, rounds: int | Json | None) -> Json:
    """Return the chosen option `rounds`: with more rounds, or with the sum removed."""
    count = count_of(rounds)
    chosen = count
    if count and posted.get("rounds") is not None:
        chosen = read_integer("rounds", posted.get("rounds") or "", (1, MOST_ROUNDS), 0)
    if isinstance(rounds, dict) and posted.get("lift") is None:
        return {"rounds": {**rounds, "count": chosen}}
    return {} if chosen == rounds else {"rounds": chosen}


def _lines_chosen(posted: Posted, lines: Sequence[Json]) -> list[Json]:
    typed = read_named_lines(posted)
    if len(typed) != len(lines):
        return typed
    formulas = [{key: line[key] for key in EXTRA if key in line} for line in lines]
    return [{**line, **formula} for line, formula in zip(typed, formulas, strict=True)]


def _describe_option(key: str, value: Any, *, stands: bool) -> Message | joined:
    if key == "rounds":
        value = count_of(value)
        return Message("{count} round", "{count} rounds", value) if value else Message("any number of rounds")
    if key == "limit":
        return Message("no limit") if value is None else Message("it ends at {limit}", limit=limit_of(value))
    if key == "away":
        away = joined_seats(value)
        return Message("away: {seats}", seats=away) if value else Message("nobody is away")
    if key == "late":
        return Message("{seat} came late", seat=Seat(value[-1]["seat"])) if stands else Message("somebody came late")
    if key == "lines":
        return joined([_describe_line(line) for line in value])
    return Message("numbers below 0 allowed") if key == "negative" else Message("half points allowed")


def _describe_line(line: Mapping[str, Any]) -> Message | str:
    if line["factor"] == 1:
        return Message("{name} ÷ {per}", **line) if line["per"] > 1 else line["name"]
    return Message("{name} ÷ {per} × {factor}", **line) if line["per"] > 1 else Message("{name} × {factor}", **line)


WIDENING = Widening(view, read, join, seats, widen, describe, SWITCHES)
