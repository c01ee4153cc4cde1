"""The form that starts a clock: its limits as they are typed, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.game import Message
from companion.game.pages.form import Posted, plain_number
from companion.sessions.table.clock import EACH_PLAYER, EACH_TURN, MAX_SECONDS, NO_TURNS, START
from companion.sessions.table.clock_actions import ClockTap

_MOST_MINUTES = MAX_SECONDS // 60
_LONGEST = 20
_NO_MINUTES = Message(
    "Give whole minutes from 1 to {most}, such as 45, or leave the field empty: then the clock counts up.",
    most=_MOST_MINUTES,
)
_NO_TURN = Message(
    "Give whole minutes from 0 to {most} and seconds from 0 to 59, such as 1 and 30, or leave both fields empty: then"
    " each turn counts up.",
    most=_MOST_MINUTES,
)


@dataclass(frozen=True)
class StartForm:
    """The form as it was typed, and the sentences about its fields that are wrong."""

    game: str = ""
    minutes: str = ""
    seconds: str = ""
    per: str = EACH_TURN
    faults: dict[str, Message] = field(default_factory=dict)


def read_start(posted: Posted) -> tuple[ClockTap, StartForm]:
    """Return the start that a form asks for, and the form as it was typed; it stands only if no field has a fault."""
    typed = {name: (posted.get(name) or "").strip()[:_LONGEST] for name in ("game", "minutes", "seconds")}
    has_turns, per = posted.get("turns") == "some", posted.get("per")
    per = EACH_PLAYER if per == EACH_PLAYER else EACH_TURN
    faults = {}
    game = _limit(typed["game"], _MOST_MINUTES)
    if game is None or (typed["game"] and not game):
        faults["game"] = _NO_MINUTES
    minutes, seconds = _limit(typed["minutes"], _MOST_MINUTES), _limit(typed["seconds"], 59)
    each = None if minutes is None or seconds is None else 60 * minutes + seconds
    is_typed = bool(typed["minutes"] or typed["seconds"])
    if has_turns and (each is None or each > MAX_SECONDS or (is_typed and not each)):
        faults["turn"] = _NO_TURN
    tap = ClockTap(START, game=60 * (game or 0), turns=per if has_turns else NO_TURNS, each=each or 0)
    return tap, StartForm(**typed, per=per, faults=faults)


def _limit(text: str, most: int) -> int | None:
    """Return the number in a field, 0 if it is empty; None if it is no whole number up to `most`."""
    if not text:
        return 0
    text = plain_number(text)
    if not (text.isascii() and text.isdigit()):
        return None
    number = int(text)
    return number if number <= most else None
