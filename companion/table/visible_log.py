"""The log of a table as one phone may see it: descriptions of actions, with the points before and after."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine import Message, Seat, Step, fault_of, joined, joined_seats
from companion.features import event_kind
from companion.forms.secrecy import HiddenSeats, secrecy_of
from companion.scoring.replay import has_scored
from companion.scoring.scoresheet import END
from companion.storage.records import CORE_KINDS, Event, parts_of
from companion.table.draws import read_draw
from companion.table.table import AMENDING, PointsAround, Table, Viewpoint, new_table
from companion.table.versions import completing_parts

Points = tuple[int | None, ...]
"""A number by seat, None where it is hidden."""

HOST_ALLOWS = Message("Only the host can change what this table allows.")
PhoneLabels = Callable[[], Mapping[int, Message]]


class VisibleLog:
    """The actions of a table, without what was gained for the seats that are `hidden` from the phone."""

    def __init__(self, table: Table, hidden: HiddenSeats, viewpoint: Viewpoint, *, tells_parts: bool) -> None:
        self._table, self._hidden, self._viewpoint = table, hidden, viewpoint
        self.tells_parts = tells_parts
        """Whether it tells what was entered."""
        self.saved_at = table.log.events[-1].at if table.log.events else None
        """The time of the latest action, as stored."""

    def describe(self, event: Event) -> Message | joined:
        """Describe an action in a few words."""
        table, kind = self._table, event.kind
        if parts := parts_of(event):
            return self._describe_parts(parts)
        if kind in ("undo", "redo"):
            what = self.what_was_entered(table.log.original(event))
            return Message("taken back: {what}", what=what) if kind == "undo" else Message("again: {what}", what=what)
        if kind == "seat":
            seat = Seat(event.body["seat"])
            return Message("{seat} joined", seat=seat) if event.body["taken"] else Message("{seat} left", seat=seat)
        if kind == "draw":
            return read_draw(event.body).description
        if kind == "names":
            return Message("another name for {seats}", seats=joined_seats(event.body["seats"]))
        if kind == "options" and table.game.widening is not None:
            return table.game.widening.describe(event.body["options"], table.log.stands(event.number))
        if kind not in CORE_KINDS:
            feature = event_kind(kind)
            return Message("an act of a part that is not here") if feature is None else feature.describe(table, event)
        return Message("a rematch") if kind == "rematch" else self._describe_entry(event)

    def _describe_parts(self, parts: Mapping[str, Any]) -> Message | joined:
        """Describe parts of the running entry in a few words; without its rules a table tells none anyway."""
        game, is_told = self._table.game, self.tells_parts or not self._table.is_played
        return describe_parts(game.form.describe_part if is_told else secrecy_of(game).part, parts)

    def _describe_entry(self, event: Event) -> Message:
        table = self._table
        if event.kind == "entry" and event.body == END:
            return Message("the end of the game")
        entry = table.game.form.entry_title(table.setup, table.log.before[event.number].entry_number)
        if event.kind == "entry":
            return entered(entry, is_scored=self.is_scored(event.number))
        if event.kind == "correct":
            return Message("{entry} corrected", entry=entry)
        if event.kind == "remove":
            return Message("{entry} removed", entry=entry)
        return Message("{entry} inserted", entry=entry)

    def is_scored(self, number: int) -> bool:
        """Whether the entry of event `number` stands and is seen to have brought points."""
        index = self._table.replay.index_of(number)
        if index is None or not self._table.is_played:
            return False
        played = self._table.played[index]
        return has_scored(only_seen(played.points, self._hidden), seen_steps(played.steps, self._hidden))

    def changed_since(self, version: int) -> list[Message | joined]:
        """Describe the amendments of earlier entries since a version, and the undoing or redoing of such."""
        log = self._table.log
        return [self.describe(event) for event in log.scored_since(version) if log.original(event).kind in AMENDING]

    def _what_and_whose(self, event: Event, labels: PhoneLabels) -> Message | joined:
        """An action, with the phone that did it last where others sit at the table too."""
        what, phone, claims = self.what_was_entered(event), self._table.log.last_about(event).phone, self._table.claims
        if not claims or len(self._table.seats_of(phone)) == self._table.setup.seats:
            return what
        return Message("{what} ({which})", what=what, which=self._holder(phone, labels))

    def _holder(self, phone: int, labels: PhoneLabels) -> Message:
        """The name of a phone: by its seats, else by its label."""
        return self.phone_name(phone, None if self._table.seats_of(phone) else labels())

    def reversal(self, labels: PhoneLabels) -> dict[str, Any] | None:
        """The latest undo or redo, if it reverses what the phone `loser` did; news until that phone acts again."""
        log = self._table.log
        event = next((each for each in reversed(log.events) if each.kind in ("undo", "redo")), None)
        if event is None:
            return None
        about = log.original(event)
        loser = log.last_about(about, until=event.number - 1).phone
        if loser == event.phone:
            return None
        phone, what = self._holder(event.phone, labels), self.what_was_entered(about)
        if event.kind == "undo":
            told = Message("{phone} took back what you entered: {what}.", phone=phone, what=what)
        else:
            told = Message("{phone} did again what you took back: {what}.", phone=phone, what=what)
        is_news = all(later.phone != loser for later in log.scored_since(event.number))
        return {"number": event.number, "loser": loser, "told": told, "is_news": is_news}

    def what_was_entered(self, event: Event) -> Message | joined:
        """What an undo takes back: the parts that completed an entry, or the entry by its title.

        Whether that counts is another matter.
        """
        table = self._table
        if event.kind != "entry" or event.body == END:
            return self.describe(event)
        if parts := completing_parts(table, event):
            return self._describe_parts(parts)
        return table.game.form.entry_title(table.setup, table.log.before[event.number].entry_number)

    def undo_and_redo(self, labels: PhoneLabels = dict) -> dict[str, Any]:
        """The variables of the buttons: under "undo" and "redo" the action that each is about, and its event's number.

        Both are None where there is no such action. It is told with the phone that did it last where others sit at the
        table too; `labels` are asked for where that has no seat. `host_only` are those of the two that only the host
        may do.
        """
        host_only = list[str]()
        variables: dict[str, Any] = {"host_only": host_only}
        for kind in ("undo", "redo"):
            event = self._table.log.target(kind)
            variables |= {kind: event and self._what_and_whose(event, labels), f"{kind}_event": event and event.number}
            if event and why_host_only(self._table, kind):
                host_only.append(kind)
        return variables

    @property
    def news(self) -> Message | joined | None:
        """The latest action, with what followed from it; None if there is none."""
        described = [self.describe(event) for event in self._table.log.latest]
        return joined(described) if len(described) > 1 else next(iter(described), None)

    def actions(self, before: int | None, most: int) -> list[dict[str, Any]]:
        """Return at most `most` actions as they are shown, the latest first, starting before event number `before`.

        `before` and `after` are the points of the entry that an action is about, `entry` is the number that it has now,
        None if there is none. The action `is_latest` if no later one that stands corrected the same entry. `seed` is
        that of a draw; `written` are lines below the description, such as those of a note.
        """
        table = self._table
        shown = table.log.events[: table.version if before is None else before - 1][-most:]
        points = points_of(table, shown[0].number, shown[-1].number) if shown else {}
        done = table.log.done
        standing = {event.number for event in done}
        entries = {line.number: place for place, line in enumerate(table.entries, 1)}
        corrections = {event.body["entry"]: event.number for event in done if event.kind == "correct"}
        actions = []
        for event in reversed(shown):
            old, new = points.get(event.number, (None, None))
            about, kind = event.body["entry"] if event.kind == "correct" else event.number, event_kind(event.kind)
            lines = kind.lines if kind else None
            action = {
                "number": event.number,
                "phone": event.phone,
                "at": event.at,
                "description": self.describe(event),
                "before": None if old is None else only_seen(old, self._hidden),
                "after": None if new is None else only_seen(new, self._hidden),
                "stands": event.number in standing or event.number not in table.log.before,
                "entry": entries.get(about),
                "is_latest": corrections.get(about, about) == event.number,
                "seed": read_draw(event.body).seed if event.kind == "draw" else None,
                "written": lines(event, self._viewpoint, bool(self._hidden)) if lines else (),
            }
            actions.append(action)
        return actions

    def phone_name(self, phone: int, labels: Mapping[int, Message] | None = None) -> Message:
        """The name of a phone: by its seats, unless it is none of the `labels`; else its label."""
        if (labels is None or phone in labels) and (seats := self._table.seats_of(phone)):
            return Message("the phone of {seats}", seats=joined_seats(seats))
        return (labels or {}).get(phone, Message("another phone"))


def entered(entry: Message, *, is_scored: bool) -> Message:
    """Say that an entry is in: "scored" if it is seen to have brought points, else "entered"."""
    return Message("{entry} scored", entry=entry) if is_scored else Message("{entry} entered", entry=entry)


def describe_parts(describe: Callable[[str, Any], Message], parts: Mapping[str, Any]) -> Message | joined:
    """Describe parts of the running entry in a few words."""
    described = [describe(slot, value) for slot, value in parts.items()]
    return described[0] if len(described) == 1 else joined(described)


def only_seen(numbers: Sequence[int], hidden: HiddenSeats) -> Points:
    """Return numbers by seat, None for hidden seats."""
    return tuple([None if seat in hidden else value for seat, value in enumerate(numbers)])


def seen_steps(steps: Sequence[Step], hidden: HiddenSeats) -> list[Step]:
    """Return the steps of an entry, without those of hidden seats; where seats are hidden, also without the table's."""
    return [step for step in steps if not hidden or (step.seat is not None and step.seat not in hidden)]


def points_of(table: Table, first: int, last: int) -> Mapping[int, PointsAround]:
    """Return the points before and after each action from event `first` to event `last`, by the event's number.

    A table counts them as events come in. For events from before it was loaded the log is followed once more, and the
    entries that they are about are played. An action that the rules of today refuse has no points.
    """
    if not table.is_played:
        return {}
    wanted = table.log.events[first - 1 : last]
    if any(event.number in table.log.before and event.number not in table.points for event in wanted):
        past = new_table(table.row, *table.opened)
        past.take_unplayed(table.log.events[: first - 1])
        table.points.update({event.number: _points_of(past, event) for event in wanted})
    return table.points


def _points_of(table: Table, event: Event) -> PointsAround:
    """Let a table follow one event; return the points of its entry before and after."""
    if event.kind not in ("entry", *AMENDING):
        table.take_unplayed([event])
        return None, None
    splice = table.splice(event.kind, event.body)
    is_new, start = event.kind in ("entry", "insert"), splice.start
    before = None if is_new else _played(table, start)
    table.take_unplayed([event])
    return before, _played(table, start) if splice.added else None


def _played(table: Table, index: int) -> tuple[int, ...] | None:
    """Play a table up to the entry at an index; return its points, None where the rules of today refuse it."""
    fault = fault_of(table.replay.play_remaining, index + 1)
    return table.played[index].points if fault is None else None


def why_host_only(table: Table, kind: str, body: Any = None) -> Message | None:
    """Why only the host may make a change: it changes options, stops the game, or goes on with a stopped one."""
    event = table.log.target(kind) if kind in ("undo", "redo") else None
    if event is not None and event.kind == "options":
        return HOST_ALLOWS
    splice = table.splice(kind, body)
    after = [*table.entries[: splice.start], *splice.lines]
    was_stopped, is_stopped = [bool(entries) and entries[-1].body == END for entries in (table.entries, after)]
    if was_stopped == is_stopped:
        return None
    if was_stopped:
        return Message("Only the host can open a game again that was stopped.")
    return Message("Only the host can stop the game.")
