"""Session files: reading an imported game strictly, writing one, and both as short text for QR codes.

The text is deflated, in URL-safe base64, split into chunks such as "2.3.0a1b2c3d.text": the second of three, with the
checksum of the whole text.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from companion.engine import Message, RuleError, entry_keys, flag, if_allowed, joined, one_of
from companion.engine.bounds import SESSION_FILE
from companion.engine.names import clean_name
from companion.engine.pause import in_slices
from companion.forms.secrecy import secrecy_of
from companion.scoring.replay import LoggedEntry, Replay
from companion.scoring.scoresheet import Scoresheet, SheetError, check_new_names, parse_within, read
from companion.storage.rows.exported import plain_object
from companion.table.changes import MAX_ENTRIES
from companion.table.openings import ImportedGame
from companion.table.table import Table, scoresheet_of, sheet_kinds

MAX_CHUNKS = 99

_PLAIN = -zlib.MAX_WBITS  # deflate without a header
_CHUNK = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)")
TOO_LARGE = Message(
    "This is larger than {most} kB; no game is. Choose the file of one game. An export of BG Stats goes in under"
    " “Import past games”.",
    most=SESSION_FILE.bytes // 1000,
)
_BROKEN = Message("The code was not read right, or it is not one of a companion. Scan or copy it once more.")


def encode(value: Any) -> str:
    """Encode a JSON value as text of letters, digits, - and _; the same value always gives the same text."""
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    compressor = zlib.compressobj(9, zlib.DEFLATED, _PLAIN)
    return base64.urlsafe_b64encode(compressor.compress(content) + compressor.flush()).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode the JSON text; raise `SheetError` if it is damaged or too large."""
    try:
        compressed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        decompressor = zlib.decompressobj(_PLAIN)
        # A few bytes can expand to gigabytes: decompress no more than is allowed.
        content = decompressor.decompress(compressed, SESSION_FILE.bytes + 1)
    except (ValueError, zlib.error):
        raise SheetError(_BROKEN) from None
    if len(content) > SESSION_FILE.bytes:
        raise SheetError(TOO_LARGE)
    if not decompressor.eof:
        raise SheetError(_BROKEN)
    return content


def checksum(text: str) -> str:
    """Return the checksum in each chunk, which tells chunks of different texts apart."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def split(text: str, most: int) -> list[str]:
    """Split a text into chunks of about the same length, at most `most` characters each.

    >>> split("abcdef", 18)
    ['1.2.bef57ec7.abc', '2.2.bef57ec7.def']
    """
    room = most - len(f"99.99.{checksum(text)}.")
    count = -(-len(text) // max(room, 1))
    each = -(-len(text) // count)
    return [f"{n + 1}.{count}.{checksum(text)}.{text[n * each : (n + 1) * each]}" for n in range(count)]


def join(words: Iterable[str]) -> str | None:
    """Join chunks in any order, each alone or at the end of an address; None if a word is not a chunk.

    Raises `SheetError` if one is missing or they belong to different texts.
    """
    chunks = []
    for word in in_slices(words):
        chunk = _CHUNK.fullmatch(word.rpartition("#")[2])
        if chunk is None:
            return None
        chunks.append(chunk)
    if not chunks:
        return None
    if len({chunk.group(2, 3) for chunk in chunks}) > 1:
        raise SheetError(Message("These codes belong to different games. Copy those of one game only."))
    texts = {int(chunk[1]): chunk[4] for chunk in chunks}
    count = int(chunks[0][2])
    missing = [number for number in range(1, count + 1) if number not in texts]
    if missing:
        raise SheetError(Message(
            "Code {numbers} of {of} is missing. Put all codes into the field, one below the other.",
            "Codes {numbers} of {of} are missing. Put all codes into the field, one below the other.",
            len(missing), numbers=joined(missing), of=count,
        ))  # fmt: skip
    whole = "".join(texts[number] for number in sorted(texts))
    if checksum(whole) != chunks[0][3]:
        raise SheetError(_BROKEN)
    return whole


_KEYS = ("companion", "made", "hidden", "sheet", "draft")
_A_GAME, _FILE = Message("a scoresheet or a session file"), Message("the session file")
_FIRST_YEAR = 2000


def session_file(table: Table, now: int) -> dict[str, Any]:
    """Return the session file of a table at a moment in milliseconds: all that another companion needs to continue."""
    draft = valid_draft(table) if table.is_played else table.draft  # without its rules nothing can be checked
    sheet, row = scoresheet_of(table, now), table.row
    return {"companion": 1, "made": row.made, "hidden": row.hidden, "sheet": sheet, "draft": dict(draft)}


def valid_draft(table: Table) -> Mapping[str, Any]:
    """Return the draft of a table; empty if a later correction has made it invalid."""
    return if_allowed(_read_draft, table.replay, dict(table.draft)) or {}


def parse_text(text: str | bytes) -> Any:
    """Parse the text of a file or of its QR codes to JSON values of bounded size; raise `SheetError` if it is none."""
    if len(text) > SESSION_FILE.bytes:
        raise SheetError(TOO_LARGE)
    if isinstance(text, str):
        words = text.removeprefix("\ufeff")
        whole = join(words.split())
        text = words if whole is None else decode(whole)
    return parse_within(SESSION_FILE, text, _A_GAME)


def read_parsed(value: Any) -> ImportedGame:
    """Read a game that may have come from anywhere from JSON values; raise `SheetError` if it is invalid."""
    try:
        game = read_game(_with_clean_names(value))
        check_new_names(game.replay.setup.players)
        return game
    except RuleError as error:
        raise SheetError(error.message) from None


def _with_clean_names(value: Any) -> Any:
    """Return a scoresheet with its names as those that are typed; a session keeps the names that it has."""
    players = value.get("players") if type(value) is dict else None
    if type(players) is not list:
        return value
    return {
        **value,
        "players": [(clean_name(name) or name) if type(name) is str else name for name in in_slices(players)],
    }


def read_game(value: Any) -> ImportedGame:
    """Read a game from JSON values; raise `SheetError` or `RuleError` if it is invalid."""
    sheet, draft, hidden, made = value, {}, False, None
    if type(value) is dict and "companion" in value:
        entry_keys(value, _FILE, _KEYS)
        one_of(value["companion"], Message("companion"), (1,))
        hidden, made = flag(value["hidden"], Message("hidden")), _read_made(value["made"])
        sheet, draft = value["sheet"], value["draft"]
    replay = _played(read(sheet))
    if hidden:
        secrecy_of(replay.game)  # raises where no table of the game can hide totals
    try:
        parts = _read_draft(replay, draft)
    except RuleError as error:
        what = Message("what is half entered: {reason}", reason=error.message)
        raise SheetError(what, names=replay.setup.players) from None
    return ImportedGame(replay, parts, hidden, made, _read_beside(sheet, replay))


def _read_beside(sheet: Any, replay: Replay) -> Mapping[str, Any]:
    """Read what a scoresheet has for features."""
    try:
        beside = {key.key: key.read(sheet[key.key], replay) for _, key in sheet_kinds() if key.key in sheet}
    except RuleError as error:
        raise SheetError(error.message, names=replay.setup.players) from None
    return {key: value for key, value in beside.items() if value}


def _played(sheet: Scoresheet) -> Replay:
    if len(sheet.entries) > MAX_ENTRIES:
        count = len(sheet.entries)
        raise SheetError(Message("there are {count} entries; at most {most} are taken", count=count, most=MAX_ENTRIES))
    replay = Replay(sheet.game, sheet.setup)
    for number, entry in enumerate(in_slices(sheet.entries), 1):
        try:
            replay.add(LoggedEntry(number, entry))
        except RuleError as error:
            raise SheetError(error.message, number, sheet.setup.players) from None
    return replay


def _read_draft(replay: Replay, draft: Any) -> Mapping[str, Any]:
    """Read the parts of the running entry in their order; raise `RuleError` if no form could have made them."""
    state, form = replay.states[-1], replay.game.form
    if plain_object(draft, Message("draft")) and state.finished:
        raise RuleError("the game is over; nothing can follow")
    parts = form.validate_draft(state, draft) if draft else {}
    if parts and form.whole(state, parts) is not None:
        raise RuleError("it is a whole entry and belongs among the entries")
    return parts


def _read_made(value: Any) -> str | None:
    """Read an optional time; returns it in UTC, at the latest now."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
        if moment.utcoffset() is None or moment.year < _FIRST_YEAR:
            raise ValueError
        moment = min(moment.astimezone(UTC), datetime.now(UTC))
    except (TypeError, ValueError, OverflowError):
        raise RuleError("made must be a moment such as {such}", such="2026-01-31T18:00:00+00:00") from None
    return moment.isoformat(timespec="seconds")
