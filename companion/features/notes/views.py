"""The pages of notes, and notes on paper and in CSV files. "Words" are expansions and house rules.

What a phone saves is merged with what other phones saved since its page was rendered.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message, RuleError, joined
from companion.engine.bounds import FORM
from companion.engine.names import clean_title, distinct, normalize_name, without_clutter
from companion.engine.strict import fault_of
from companion.feature import Cell
from companion.features import handlers
from companion.features.notes.rows import recent_words
from companion.features.notes.written import (
    GAME,
    LABELS,
    NOTE,
    NOTHING,
    TEXTS,
    WORDS,
    Written,
    notes_of,
    read_written,
    written_at,
)
from companion.forms.form import Posted
from companion.storage.records import Rows
from companion.storage.schema import PLACE
from companion.table.changes import NO_CHANGE, Change
from companion.table.table import Table
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.phone import all_tables, phone, require_scorer
from companion.views.http.requests import cache_table, posted_number, read_request, visible_table_for
from companion.views.render.template_helpers import say, with_colon
from companion.views.table.live_pages import common

_GONE = Message("This entry was taken out meanwhile, so the note was not saved. Copy what you typed if you need it.")
_SECRET = Message(
    "Another phone wrote a note at this entry, which is hidden until the end. Yours can be saved then, or at the game."
)
_MOST = 900  # characters on paper; the scoresheet needs the rest of the page


def printed_notes(table: VisibleTable) -> list[tuple[str, list[str]]]:
    """Return a section with words, place, the note of the game and notes at entries; none if nothing is written.

    It ends when the space is used up.
    """
    lines: list[str] = []
    left = _MOST
    for line in _lines(table):
        if len(line) > left:
            lines += [f"{line[:left].rstrip()}…"] if left else []
            lines.append(say(Message("More notes are not printed.")))
            break
        lines.append(line)
        left -= len(line)
    return [(say(Message("Notes and place")), lines)] if lines else []


def _lines(table: VisibleTable) -> Iterator[str]:
    written = notes_of(table).game
    for key in WORDS:
        if words := getattr(written, key):
            yield with_colon(say(LABELS[key]), say(joined(words)))
    if written.place:
        yield with_colon(say(LABELS[PLACE]), written.place)
    yield from [line for line in written.note.splitlines() if line.strip()]
    for number, at in notes_of(table).entries.items():
        yield with_colon(say(table.title(number)), " ".join(at.note.split()))


def with_notes(rows: list[list[Cell]], table: VisibleTable) -> list[list[Cell]]:
    """Return the rows with a column for notes at entries, if there are any, and further rows for the other texts."""
    written, entries = notes_of(table)
    notes: dict[Cell, str] = {number: at.note for number, at in entries.items()}
    if notes:
        rows = [[*rows[0], say(LABELS[NOTE])], *[[*row, notes.get(row[0])] for row in rows[1:]]]
    texts: dict[str, str] = {key: getattr(written, key) for key in (NOTE, PLACE)}
    words: dict[str, str] = {key: say(joined(getattr(written, key))) for key in WORDS}
    more: list[list[Cell]] = [[None, say(LABELS[key]), text] for key, text in {**texts, **words}.items() if text]
    return [*rows, *more]


@dataclass
class NoteForm:
    """A posted form: by kind the ticked words, and `more`, one a line; the ticked place, or one `elsewhere`."""

    note: str
    ticked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    place: str = ""
    elsewhere: str = ""
    faults: dict[str, Message] = field(default_factory=dict)

    def words(self, kind: str) -> list[str]:
        """All words of a kind, each once."""
        typed = [clean_title(" ".join(filter(None, line.split(" ")))) for line in self.more.get(kind, "").splitlines()]
        return [*distinct([*self.ticked.get(kind, ()), *filter(None, typed)])]

    def values(self, *, is_entry: bool) -> dict[str, Any]:
        """The values by field of `Written`; for an entry only the note."""
        if is_entry:
            return {NOTE: self.note}
        return {NOTE: self.note, **{kind: self.words(kind) for kind in WORDS}, PLACE: self.elsewhere or self.place}


def read_form(posted: Posted) -> NoteForm:
    """Read the posted fields, which are not checked yet."""
    return NoteForm(
        without_clutter(_text(posted, NOTE).replace("\t", " ")),
        {kind: distinct(word[: FORM.text] for word in posted.getlist(kind)) for kind in WORDS},
        {kind: _text(posted, f"more_{kind}") for kind in WORDS},
        _text(posted, PLACE),
        clean_title(_text(posted, "elsewhere")),
    )


def form_of(written: Written) -> NoteForm:
    """Return a form with the current texts."""
    ticked = {kind: getattr(written, kind) for kind in WORDS}
    return NoteForm(written.note, ticked, place=written.place)


def _text(posted: Posted, name: str) -> str:
    # Browsers send line breaks as two characters.
    return (posted.get(name) or "")[: FORM.text].replace("\r\n", "\n").replace("\r", "\n").strip(" \n")


@dataclass
class NoteConflict(Exception):
    """Another phone changed the same `fields` meanwhile; `standing` has the current texts.

    `mine` has this phone's texts, merged with changes of others in further fields.
    """

    standing: Written
    fields: Sequence[str]
    mine: Written


def note_change(table: Table, phone: int, entry: int, seen: int, values: Mapping[str, Any]) -> Change:
    """Return the event for the values of a form, with only the fields that change.

    `entry` is the event that added the entry, or `GAME`; `seen` the latest event about it when the form was rendered.
    Raises `NoteConflict` if another phone changed the same texts, and `RuleError` if the entry is gone, or its note is
    hidden from this phone.
    """
    standing = table.kept.get("note", {}).get(entry, NOTHING)
    if entry != GAME:
        _check_entry(table, phone, entry, standing)
    was = written_at(table.log.events, seen, entry)
    mine: dict[str, Any] = {}
    for name, typed in values.items():
        before, now = getattr(was, name), getattr(standing, name)
        if name in WORDS:
            mine[name] = _merged(before, now, typed)
        else:
            mine[name] = now if typed == before else typed
    changed = [name for name, value in mine.items() if value != getattr(standing, name)]
    conflicts = [name for name in changed if name not in WORDS and getattr(was, name) != getattr(standing, name)]
    if conflicts:
        raise NoteConflict(standing, conflicts, replace(standing, **mine))
    if not changed:
        return NO_CHANGE
    changes = {name: list(mine[name]) if name in WORDS else mine[name] for name in changed}
    return Change("note", changes if entry == GAME else {"entry": entry, **changes})


def _check_entry(table: Table, phone: int, entry: int, standing: Written) -> None:
    if table.replay.index_of(entry) is None:
        raise RuleError(_GONE)
    sees_all = not table.hides or len(table.seats_of(phone)) == table.setup.seats
    if standing.note and standing.phone != phone and not sees_all:
        raise RuleError(_SECRET)


def _merged(before: Sequence[str], now: Sequence[str], typed: Sequence[str]) -> tuple[str, ...]:
    """Three-way merge of word lists: apply to `now` the words added and removed between `before` and `typed`."""
    kept = {normalize_name(word) for word in typed}
    gone = {key for word in before if (key := normalize_name(word)) not in kept}
    added = [word for word in typed if word not in before]
    return distinct([*[word for word in now if normalize_name(word) not in gone], *added])


bp = Blueprint("notes", __name__)
bp.add_app_template_global(notes_of)

_LAST_EVENT = 9999
_NO_ENTRY = Message("This entry does not stand any more: it was taken back.")
_NOT_SAVED = Message(
    "Not saved: another phone has changed this meanwhile: {what}. Save again to put yours in the place of theirs."
)


@bp.get("/t/<session>/notes", endpoint="of_game")
@bp.get("/t/<session>/notes/<int:number>", endpoint="of_entry")
def show(session: str, number: int = GAME) -> Response:
    """Show the texts about the game, or the note at the entry that an event added; 404 if that was removed."""
    table = visible_table_for(session)
    if number != GAME and table.number_of(number) is None:
        return problem(_NO_ENTRY, 404, session=session)
    return _page(table, number)


@bp.post("/t/<session>/notes", endpoint="write_of_game")
@bp.post("/t/<session>/notes/<int:number>", endpoint="write_of_entry")
def write(session: str, number: int = GAME) -> AnyResponse:
    """Save a posted form, or show it again with faults or with conflicting texts of another phone."""
    require_scorer(session)
    action, seen, form = read_request(), posted_number("seen", 0, _LAST_EVENT), read_form(request.form)
    values = form.values(is_entry=number != GAME)
    form.faults = {name: fault for name in values if (fault := fault_of(read_written, {name: values[name]}))}
    if form.faults:
        return _page(visible_table_for(session), number, form, seen)
    try:
        cache_table(
            all_tables().act(session, action, lambda table: note_change(table, action.phone, number, seen, values))
        )
    except RuleError as error:
        return _page(visible_table_for(session), number, form, seen, message=error.message)
    except NoteConflict as conflict:
        return _page(visible_table_for(session), number, form_of(conflict.mine), conflict.standing.number, conflict)
    place = visible_table_for(session).number_of(number)
    if place is None:
        return redirect_to(url_for("table.show", session=session))
    return redirect_to(url_for("table.entry", session=session, number=place))


def _page(
    table: VisibleTable,
    entry: int,
    form: NoteForm | None = None,
    seen: int | None = None,
    conflict: NoteConflict | None = None,
    *,
    message: Message | None = None,
) -> Response:
    """Render a form that was not saved, with the event up to which its texts were seen, or one of the current texts."""
    place, seen_notes = table.number_of(entry), notes_of(table)
    written = seen_notes.game if entry == GAME else seen_notes.entries.get(place or 0, NOTHING)
    status = 200 if form is None else 422
    theirs: list[tuple[Message, Any]] = []
    if conflict is not None:
        # The current text of each field, with its label; empty if it was removed.
        theirs = [(LABELS[name], getattr(conflict.standing, name)) for name in conflict.fields]
        message, status = Message(_NOT_SAVED.singular, what=joined([label for label, _ in theirs])), 409
    form = form or form_of(written)
    context = {
        **common(table),
        "entry": entry,
        "number": place,
        "entry_title": None if place is None else table.title(place),
        "form": form,
        "seen": written.number if seen is None else seen,
        "message": message,
        "theirs": theirs,
        "choices": _choices(table, written, form) if entry == GAME and table.can_score else {},
        "longest": TEXTS,
    }
    return respond("notes/notes.html", status, **context)


def suggested_words(rows: Rows, phone: int, session: str, game: str) -> Mapping[str, list[str]]:
    """Return words by kind, each list without two of the same spelling: first those of tables of the same people.

    Only tables that this phone has joined are read, as nobody else reads what is written at them.
    """
    own = recent_words(rows, phone, session, game)
    # A feature knows more of them than those that it requires, which come before it.
    for find in reversed(handlers("earlier tables")):
        if tables := find(rows, phone, session):
            theirs = recent_words(rows, phone, session, game, tables)
            return {kind: [*theirs[kind], *own[kind]] for kind in own}
    return own


def _choices(table: VisibleTable, written: Written, form: NoteForm) -> Mapping[str, Sequence[str]]:
    """Return what can be ticked, by kind: the current words, the typed ones, and those of earlier tables."""
    recent = all_tables().read(suggested_words, phone() or 0, table.id, table.game.key)
    words = {kind: distinct([*getattr(written, kind), *form.ticked.get(kind, ()), *recent[kind]]) for kind in WORDS}
    return words | {PLACE: distinct(place for place in (written.place, form.place, *recent[PLACE]) if place)}
