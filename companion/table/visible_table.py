"""A table as one phone may see it: all that pages are rendered from.

If a table hides totals, what this phone may not know is left out here, in the data, so that no page can show it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

from companion.engine import Message, Standing, Step
from companion.engine.ranking import ranked_totals
from companion.features import event_kinds
from companion.forms.form import Draft, Posted, progress_of
from companion.forms.help import Need, QuestionLink
from companion.forms.secrecy import HiddenSeats, secrecy_of
from companion.forms.totals_only import TotalsState
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.scoring.scoresheet import END
from companion.table.changes import question_of
from companion.table.table import Table, Viewpoint
from companion.table.visible_log import Points, VisibleLog, only_seen, seen_steps


class PadRow(NamedTuple):
    """An entry in the score pad: the act that entered it, its number and title, and its points by seat.

    With `is_told` the title says what the entry did, and is longer than a column.
    A hidden number of points is None, and the title then leaves out what the entry did. `note` is what ended with it,
    such as a deck; never secret. `bonus` is the end-of-game bonus of each seat, or None; `points` are without it.
    """

    event: int
    number: int
    title: Message
    is_told: bool
    points: Points
    note: Message | None
    bonus: tuple[int, ...] | None


class VisibleTable:
    """What a phone may know of a table: everything, unless the table hides totals and the game is not over.

    `hidden` are the seats of which it may know neither total, nor points, nor place. What was entered for them is
    only in the entry form, which only scorers see.
    """

    def __init__(self, table: Table, viewpoint: Viewpoint) -> None:
        self._table, self.viewpoint = table, viewpoint
        self.id, self.game, self.setup, self.version = table.id, table.game, table.setup, table.version
        self.claims: Mapping[int, int] = table.claims
        self.made, self.rematch, self.draws = table.row.made, table.rematch, table.draws
        self.is_played = table.is_played
        """Whether the rules are here: else there are entries and no scores."""
        self.anonymous = table.row.anonymous
        """The seats whose player's name was deleted."""
        self.hides, self.finished, self.count = table.hides, table.state.finished, len(table.entries)
        self.is_untouched = not (table.entries or table.draft or self.finished)
        self.is_scorer = viewpoint.role in ("scorer", "host")
        """Whether this phone keeps score."""
        self.can_score = self.is_scorer and table.fault is None
        """Whether this phone may enter scores now."""
        seats = frozenset(range(table.setup.seats) if self.hides else ())
        self.hidden: HiddenSeats = seats.difference(viewpoint.own_seats)
        self.log = VisibleLog(table, self.hidden, viewpoint, tells_parts=not self.hidden)

    @property
    def log_to_scorer(self) -> VisibleLog:
        """The log with what was entered for others, where this phone keeps score and may read that."""
        may_read = self.can_score and not self._table.keeps_secrets
        return VisibleLog(self._table, self.hidden, self.viewpoint, tells_parts=not self.hidden or may_read)

    @property
    def may_hide(self) -> bool:
        """Whether the table hides something from some phones, now or later."""
        return self._table.row.hidden or self._table.keeps_secrets

    @property
    def question(self) -> str:
        """What the running entry asks, as entry forms post it."""
        return question_of(self._table)

    @property
    def read_only(self) -> Message | None:
        """Why nothing can be added; None where something can."""
        reason = self._table.read_only
        return None if reason is None else self.fault(reason)

    @property
    def latest_draw(self) -> int:
        """The number of the latest event that drew something by lot, else 0."""
        return max([number for number, draw in self.draws.items() if draw.seed], default=0)

    def shows(self, seat: int) -> bool:
        """Whether the total of a seat may be seen."""
        return seat not in self.hidden

    def seen(self, kind: str) -> Any:
        """What this phone may see of what a feature keeps of its events of a kind; None where there is nothing."""
        visible = event_kinds()[kind].visible if self._table.keeps(kind) else None
        return visible and visible(self._table, self.viewpoint, bool(self.hidden))

    def number_of(self, event: int) -> int | None:
        """The number (from 1) of the entry that an event added; None if it does not stand."""
        place = self._table.replay.index_of(event)
        return None if place is None else place + 1

    @cached_property
    def totals(self) -> Points:
        """The current total of each seat."""
        return only_seen(self._table.state.totals, self.hidden)

    def points(self, number: int) -> Points:
        """The points of entry `number` (from 1) by seat."""
        return only_seen(self._table.played[number - 1].points, self.hidden)

    def totals_after(self, number: int) -> Points:
        """The totals after `number` entries."""
        return only_seen(self._table.states[number].totals, self.hidden)

    @property
    def all_totals(self) -> Sequence[tuple[int, ...]]:
        """The totals at the start and after each entry; empty if the table hides them."""
        return [] if self.hides else [state.totals for state in self._table.states]

    @property
    def standing(self) -> Standing | None:
        """The ranking and its reasons, without places before the first points; None if the table hides it."""
        return None if self.hides else self._table.replay.standing

    @property
    def is_scored(self) -> bool:
        """Whether its points are known; of some imported games it is not."""
        state = self._table.state
        return not isinstance(state, TotalsState) or state.is_scored

    @cached_property
    def is_blank(self) -> bool:
        """Whether there is no number to show yet: nothing is entered, and nobody has anything from the start."""
        return not self.count and not any(self.totals)

    @property
    def plates(self) -> list[tuple[int | None, int, int | None]]:
        """(place, seat, total), best first; in seat order, without places, if they are hidden or nothing is scored."""
        return self.plates_after(self.count)

    def plates_after(self, number: int) -> list[tuple[int | None, int, int | None]]:
        """The plates after `number` entries."""
        standing = None if self.hides else self._table.replay.standing_after(number)
        if standing is None or not standing.ranking:
            return [(None, seat, total) for seat, total in enumerate(self.totals_after(number))]
        return [*ranked_totals(standing)]

    def title(self, number: int) -> Message:
        """The title of entry `number`."""
        if self.is_end(number):
            return Message("Stopped")
        before, entry, viewer = self._table.states[number - 1], self._table.entries[number - 1].body, self._viewer()
        return self.game.form.title_of_entry(viewer.state(before), viewer.entry(entry, before), number)

    def pad_row(self, number: int) -> PadRow:
        """The row of entry `number` on the score pad, with what it did unless the table hides totals."""
        form, summary = self.game.form, self.summary(number)
        told = summary and Message("{number}. {what}", number=number, what=summary)
        bonus = None if self.hides else form.entry_bonus(self.steps(number), self.setup.seats)
        return PadRow(
            event=self.event_number(number),
            number=number,
            title=told or self.title(number),
            is_told=summary is not None,
            points=without(self.points(number), bonus),
            note=form.entry_note(self._viewer().steps(self._table.played[number - 1].steps)),
            bonus=bonus,
        )

    def summary(self, number: int) -> Message | None:
        """A short summary of entry `number`; None if the game has only the title, or if it is hidden."""
        if self.hides or self.is_end(number) or not self.is_played:
            return None
        entry, played = self._table.entries[number - 1].body, self._table.played[number - 1]
        return self.game.form.entry_summary(self._table.states[number - 1], entry, played.steps)

    def is_end(self, number: int) -> bool:
        """Whether entry `number` stopped the game."""
        return bool(self._table.entries[number - 1].body == END)

    def event_number(self, number: int) -> int:
        """The number of the event that added entry `number`."""
        return self._table.entries[number - 1].number

    def steps(self, number: int) -> list[Step]:
        """The steps of entry `number`, without those of hidden seats."""
        return seen_steps(self._table.played[number - 1].steps, self.hidden)

    def outcome(self, number: int) -> View:
        """What the game's template shows of entry `number`."""
        return self._drawn(self.game.form.outcome, number)

    def picture(self, number: int) -> View:
        """What the game's template shows of the table as it lay after entry `number`."""
        return self._drawn(self.game.form.picture, number)

    def _drawn(self, draw: Callable[..., View], number: int) -> View:
        if self.is_end(number):
            return View()
        table, viewer = self._table, self._viewer()
        before, entry, played = table.states[number - 1], table.entries[number - 1].body, table.played[number - 1]
        states = viewer.state(before), viewer.entry(entry, before), viewer.state(played.state)
        return draw(*states, viewer.steps(played.steps), **_given(viewer))

    def _viewer(self, *, enters: bool = False) -> Viewer:
        """What forms may show on this phone; with `enters` also what was typed."""
        return Viewer(self.hidden, secrecy_of(self.game), enters=enters) if self.hidden else EVERYTHING

    def question_links(self, number: int) -> Sequence[QuestionLink]:
        """The questions about entry `number`; none if seats are hidden, as they repeat what was entered."""
        table, help = self._table, self.game.help
        if self.hidden or self.is_end(number) or help is None or help.entry_questions is None:
            return []
        entry, played = table.entries[number - 1].body, table.played[number - 1]
        return help.entry_questions(table.states[number - 1], entry, played.state, played.steps)

    def ranking_link(self) -> QuestionLink | None:
        """The question who comes first; None if totals are hidden or the game has no such question."""
        help = self.game.help
        if self.hides or help is None or help.ranking_question is None:
            return None
        return help.ranking_question(self._table.state)

    def sheet(self) -> SimpleNamespace:
        """What the game's template for the table's page shows."""
        state, viewer = self._table.state, self._viewer()
        view = self.game.form.sheet(viewer.state(state), viewer.draft(self._table.draft, state), **_given(viewer))
        entry = None if self.finished else self.game.form.entry_title(self.setup, self.count + 1)
        label = entry and Message("Enter: {entry}", entry=entry)
        return SimpleNamespace(**{"next": label, "ending": None, **_set(view)})

    def form(self, query: Posted) -> dict[str, Any]:
        """The variables of the entry form for the running entry, and what it asks in words; only for scorers."""
        number = self.count + 1
        running = self.form_at(number, self._table.draft, query)
        title = running["title"]
        if title in (self.game.form.entry_title(self.setup, number), self.progress):  # "Round 3", which says it all
            return {**running, "question_title": title}
        return {**running, "question_title": Message("{first}, {second}", first=title, second=self.progress)}

    def form_at(self, number: int, draft: Draft, query: Posted) -> dict[str, Any]:
        """The variables of the entry form at the position of entry `number`; only for scorers."""
        if not self.is_scorer:
            raise PermissionError("the entry form is for scorers")
        state, viewer = self._table.states[number - 1], self._viewer(enters=True)
        view = self.game.form.view(viewer.state(state), viewer.draft(draft, state), query, **_given(viewer))
        return {"stage": f"entry-{number}", "title": self.game.form.entry_title(self.setup, number), **_set(view)}

    def needs(self) -> list[Need]:
        """What each seat needs, without what reveals hidden seats or totals."""
        help = self.game.help
        if self.finished or help is None or help.needs is None:
            return []
        state, viewer = self._table.state, self._viewer()
        return [*help.needs(viewer.state(state), viewer.draft(self._table.draft, state), **_given(viewer))]

    def fault(self, message: Message) -> Message:
        """The reason of a refusal, without what is hidden."""
        return secrecy_of(self.game).fault(message) if self.hidden else message

    @cached_property
    def draft_fault(self) -> Message | None:
        """Why the parts of the running entry cannot be scored together, for all who enter; None if nothing is wrong."""
        table = self._table
        is_begun = table.draft and not self.finished
        entry = self.game.form.whole(table.state, table.draft) if is_begun else None
        message = None if entry is None else table.entry_fault(entry)
        return None if message is None else self.fault(message)

    @cached_property
    def progress(self) -> Message:
        """How far the game is: "Deal 3 of 4"."""
        return progress_of(self.game, self._viewer().state(self._table.state), self.count)


def _given(viewer: Viewer) -> dict[str, Viewer]:
    """Return the argument for a form; none where all is seen, which forms of games that hide nothing need not take."""
    return {} if viewer.sees_all else {"viewer": viewer}


def _set(view: View | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the variables of a view, without those of its base that the game leaves to the table.

    The form of a game that another package brings, and that hides nothing, may give them as a mapping.
    """
    if isinstance(view, Mapping):
        return view
    left = [name for name in ("next", "stage", "title") if getattr(view, name, "") is None]
    return {name: value for name, value in vars(view).items() if name not in left}


def without(numbers: Points, part: Sequence[int] | None) -> Points:
    """Return numbers by seat less a part of each; the numbers themselves where the part is None."""
    if part is None:
        return numbers
    return tuple([None if value is None else value - less for value, less in zip(numbers, part, strict=True)])
