"""A table as one phone may see it: all that pages are made from.

Where a table hides totals, what this phone may not know is left out here, in the data, so that no page can show it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.game import Message, Standing, Step, joined
from companion.game.entry_titles import numbered_summary, summary_of
from companion.game.form import Draft, Posted, form_of, progress_of
from companion.game.help import Check, Need, help_of
from companion.game.ranking import ranked_totals
from companion.game.redaction import Hidden, redaction_of
from companion.scoring.scoresheet import END, Played
from companion.sessions.actions import is_redo_for_host, is_undo_for_host
from companion.sessions.event_descriptions import describe_event, phone_names
from companion.sessions.pad_row import PadRow, Points
from companion.sessions.table import AMENDING, Table, Viewpoint
from companion.sessions.table import Points as ChangedPoints
from companion.storage.records import Event

CountPoints = Callable[[Table, int, int], Mapping[int, ChangedPoints]]


@dataclass(frozen=True)
class VisibleAction:
    """An act of the log: which phone did what when, and the points of its entry before and after."""

    number: int
    phone: int
    at: str
    description: Message | joined
    before: Points | None
    after: Points | None
    stands: bool


class VisibleTable:
    """What a phone may know of a table; all of it, unless the table hides totals and the game is not over.

    `hidden` are the seats of which it may know neither total, nor gains, nor place. What was entered for them is in
    the entry form alone, for those who keep score.
    """

    def __init__(self, table: Table, viewpoint: Viewpoint) -> None:
        self._table, self.viewpoint = table, viewpoint
        self.id, self.game, self.setup, self.version = table.id, table.game, table.setup, table.version
        self.claims: Mapping[int, int] = table.claims
        self.made, self.anonymous, self.rematch = table.row.made, table.row.anonymous, table.rematch
        self.may_hide = table.row.hidden
        self.hides, self.finished, self.count = table.hides, table.state.finished, len(table.entries)
        seats = range(table.setup.seats)
        self.hidden: Hidden = frozenset(seats).difference(viewpoint.own) if table.hides else frozenset()

    @property
    def can_score(self) -> bool:
        """Whether this phone may enter scores."""
        return self.viewpoint.role in ("scorer", "host")

    def shows(self, seat: int) -> bool:
        """Whether the total of a seat may be seen."""
        return seat not in self.hidden

    # numbers

    @property
    def totals(self) -> Points:
        """The current total of each seat."""
        return self._by_seat(self._table.state.totals)

    def points(self, number: int) -> Points:
        """What entry `number` (from 1) gave each seat."""
        return self._by_seat(self._table.played[number - 1].points)

    def totals_after(self, number: int) -> Points:
        """The totals after so many entries."""
        return self._by_seat(self._table.states[number].totals)

    def _by_seat(self, numbers: Sequence[int]) -> Points:
        if not self.hidden:
            return tuple(numbers)
        return tuple([None if seat in self.hidden else value for seat, value in enumerate(numbers)])

    @property
    def all_totals(self) -> Sequence[tuple[int, ...]]:
        """The totals at the start and after each entry; nothing where the table hides them."""
        return [] if self.hides else [state.totals for state in self._table.states]

    @cached_property
    def standing(self) -> Standing | None:
        """The ranking and what settled it; None where the table hides it, without places before the first points."""
        return None if self.hides else self._table.standing

    @property
    def plates(self) -> list[tuple[int | None, int, int | None]]:
        """(place, seat, total), best first.

        In seat order and without places where these are hidden or nothing is scored yet.
        """
        standing = self.standing
        if standing is None or not standing.ranking:
            return [(None, seat, total) for seat, total in enumerate(self.totals)]
        return [*ranked_totals(standing.ranking, standing.totals)]

    # entries

    def title(self, number: int) -> Message:
        """The title of entry `number`."""
        return Message("Stopped") if self.is_end(number) else self.title_at(number)

    def title_at(self, number: int) -> Message:
        """What the game calls its entry with this number, whether it is in or not."""
        return form_of(self.game).entry_title(self.setup, number)

    def pad_row(self, number: int) -> PadRow:
        """The row of the score pad for entry `number`."""
        if self.hides:
            return self._made_pad_row(number)
        # Kept, as a page shows a dozen of them and is made anew at each act.
        played, known = self._table.played[number - 1], self._table.pad_rows.get(number)
        if known is None or known[0] is not played:
            known = self._table.pad_rows[number] = played, self._made_pad_row(number)
        return known[1]

    def _made_pad_row(self, number: int) -> PadRow:
        form, line, played = form_of(self.game), self._table.entries[number - 1], self._table.played[number - 1]
        return PadRow(
            event=line.number,
            number=number,
            title=self.title(number) if self.hides else self._full_title(number, played),
            points=self.points(number),
            note=form.entry_note(played.steps),
            bonus=None if self.hides else form.entry_bonus(self.steps(number), self.setup.seats),
        )

    def _full_title(self, number: int, played: Played) -> Message:
        title, entry = self.title(number), self._table.entries[number - 1].body
        if self.is_end(number):
            return title
        summary = summary_of(self.game, self._table.states[number - 1], entry, played.steps)
        return numbered_summary(number, summary, self.setup.players) if summary else title

    def is_end(self, number: int) -> bool:
        """Whether entry `number` stopped the game."""
        return bool(self._table.entries[number - 1].body == END)

    def event_number(self, number: int) -> int:
        """The act that entered entry `number`."""
        return self._table.entries[number - 1].number

    def steps(self, number: int) -> list[Step]:
        """The steps of entry `number`; where seats are hidden only those of the others."""
        steps = self._table.played[number - 1].steps
        if not self.hidden:
            return list(steps)
        return [step for step in steps if step.seat is not None and step.seat not in self.hidden]

    def outcome(self, number: int) -> dict[str, Any]:
        """What the game's own template shows of entry `number`."""
        if self.is_end(number):
            return {}
        table = self._table
        entry, played = table.entries[number - 1].body, table.played[number - 1]
        made = form_of(self.game).outcome(table.states[number - 1], entry, played.state, played.steps)
        return redaction_of(self.game).outcome(made, self.hidden) if self.hidden else made

    def checks(self, number: int) -> Sequence[Check]:
        """The questions that entry `number` raises; none where seats are hidden, as they repeat what was entered."""
        if self.hidden or self.is_end(number):
            return []
        table = self._table
        entry, played = table.entries[number - 1].body, table.played[number - 1]
        return help_of(self.game).entry_questions(table.states[number - 1], entry, played.state, played.steps)

    def ranking_check(self) -> Check | None:
        """The question of who comes first; None where the totals are hidden or the game has no such question."""
        return None if self.hides else help_of(self.game).ranking_question(self._table.state)

    # the running entry

    def sheet(self) -> dict[str, Any]:
        """What the game's own template shows on the table's page."""
        label = None if self.finished else Message("Enter: {entry}", entry=self.title_at(self.count + 1))
        made = {"next": label, **form_of(self.game).sheet(self._table.state, self._table.draft)}
        return redaction_of(self.game).sheet(made, self.hidden) if self.hidden else made

    def form(self, asked: Posted) -> dict[str, Any]:
        """What the entry form shows, for who keeps score."""
        return self._form(self.count + 1, self._table.draft, asked)

    def form_at(self, number: int, draft: Draft, asked: Posted) -> dict[str, Any]:
        """What the entry form shows in the place of entry `number`."""
        return self._form(number, draft, asked)

    def _form(self, number: int, draft: Draft, asked: Posted) -> dict[str, Any]:
        if not self.can_score:
            raise PermissionError("the entry form is for who keeps score")
        shown = form_of(self.game).view(self._table.states[number - 1], draft, asked)
        made = {"stage": f"entry-{number}", "title": self.title_at(number), **shown}
        return redaction_of(self.game).view(made, self.hidden) if self.hidden else made

    def needs(self) -> list[Need]:
        """What each seat needs; where seats are hidden, what neither tells of them nor leans on totals."""
        if self.finished:
            return []
        needs = help_of(self.game).needs(self._table.state, self._table.draft)
        return [need for need in needs if not self.hidden or not (need.leans_on_totals or need.seat in self.hidden)]

    def fault(self, message: Message) -> Message:
        """Why something cannot stand."""
        return redaction_of(self.game).fault(message) if self.hidden else message

    # acts

    def changed_since(self, seen: int) -> list[Message | joined]:
        """The earlier entries that were corrected, taken out or put in since a version, and the acts on them undone."""
        between = [event for event in self._table.between(seen) if self._table.original(event).kind in AMENDING]
        return [self.describe(event) for event in between]

    def describe(self, event: Event, *, to_scorer: bool = False) -> Message | joined:
        """An act in a few words; what was entered is left out where seats are hidden, unless told beside the form."""
        redacted = redaction_of(self.game).part if self.hidden and not (to_scorer and self.can_score) else None
        return describe_event(self._table, event, redacted)

    @property
    def undo(self) -> Message | joined | None:
        """What an undo takes back; by the host alone where `host_only` has it."""
        last = self._table.last
        return None if last is None else self.describe(last)

    @property
    def redo(self) -> Message | joined | None:
        """What a redo does again; by the host alone where `host_only` has it."""
        following = self._table.next
        return None if following is None else self.describe(following)

    @property
    def host_only(self) -> Collection[str]:
        """Which of "undo" and "redo" only the host may do."""
        checks = {"undo": is_undo_for_host, "redo": is_redo_for_host}
        return [name for name, is_for_host in checks.items() if is_for_host(self._table)]

    @property
    def news(self) -> Message | joined | None:
        """The latest act."""
        return self.describe(self._table.log[-1]) if self._table.log else None

    @property
    def saved_at(self) -> str | None:
        """The moment of the latest act, as it is stored."""
        return self._table.log[-1].at if self._table.log else None

    def acts(self, before: int | None, most: int, count: CountPoints) -> list[VisibleAction]:
        """The log, the latest act first: at most so many, from the act before number `before` on.

        `count` gives the points before and after the acts between two numbers.
        """
        end = self.version if before is None else before - 1
        shown = self._table.log[:end][-most:]
        points = count(self._table, shown[0].number, shown[-1].number) if shown else {}
        standing = {done.event.number for done in self._table.done}
        return [self._act(event, standing, points.get(event.number, (None, None))) for event in reversed(shown)]

    def _act(self, event: Event, standing: set[int], points: ChangedPoints) -> VisibleAction:
        before, after = points
        return VisibleAction(
            event.number,
            event.phone,
            event.at,
            self.describe(event),
            None if before is None else self._by_seat(before),
            None if after is None else self._by_seat(after),
            event.number in standing or event.number not in self._table.about,
        )

    def phone_names(self, members: dict[int, tuple[int, str]]) -> dict[int, Message]:
        """What to call each phone."""
        return phone_names(self._table, members)

    @cached_property
    def progress(self) -> Message:
        """How far the game is: "Deal 3 of 4"."""
        return progress_of(self.game, self._table.state, self.count)
