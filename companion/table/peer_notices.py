"""Handles the notices of other processes on the same database."""

from collections.abc import Callable
from contextlib import suppress

from companion.live.audiences import STRANGER
from companion.storage.error_messages import StoreError
from companion.storage.records import Notice, batches
from companion.table.service import Tables

_AT_ONCE = 50  # sessions that are read by one query


class PeerNotices:
    """Connects the sessions of this process with those of others."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._live = tables, tables.live
        self._checked: dict[str, int] = {}  # of each session the generation of its links at its last check
        live = self._live
        self.handlers: dict[str, Callable[[Notice], None]] = {
            "change": lambda notice: self.redraw_soon(notice["session"]),
            "gone": self._session_deleted,
            "sent away": lambda notice: live.end_phones(notice["session"], notice["phones"]),
            "device ended": lambda notice: live.end_streams(notice["phone"]),
            "typing": lambda notice: live.show_typing(notice["session"], notice["phone"], notice["seat"]),
            "phones": self._phones,
            "ask": lambda notice: live.tell_phones(notice["session"]) if live.is_heard(notice["session"]) else None,
            "alive": lambda notice: live.elsewhere.note_alive(notice["node"]),
        }
        """By the kind of a notice; others may add theirs."""

    def connect(self) -> None:
        """Open the channel to the other processes, if there can be any."""
        database = self._tables.store.database
        self._live.channel = database.open_channel(self.hear, self.catch_up, self.tell_away)

    def hear(self, notice: Notice) -> None:
        """Handle a notice; one of a kind that a newer version sends is ignored."""
        if handler := self.handlers.get(notice["kind"]):
            handler(notice)

    def tell_away(self) -> None:
        """Tell every page that phones have open that the database is away."""
        for session in self._live.heard_sessions():
            self._live.tell_away(session)

    def catch_up(self) -> None:
        """Redraw every page that phones have open: notices may have been missed."""
        for session in self._live.heard_sessions():
            self.redraw_soon(session)
            self._live.tell_phones(session)
            self._live.publish({"kind": "ask", "session": session})

    def keep_alive(self) -> None:
        """Every `ALIVE` seconds: tell that this process is there, forget those gone, mend what notices were lost."""
        self._live.publish({"kind": "alive"})
        for session in self._live.elsewhere.forget_gone():
            self._live.count_soon(session)
        if self._tables.is_remote:
            with suppress(StoreError):  # the database logs once that it is away
                self._check_members()

    def _check_members(self) -> None:
        """Compare who listens here with the members of sessions whose links were renewed, or that are heard newly."""
        listening = {session: self._live.listening(session) for session in self._live.heard_sessions()}
        generations = dict[str, int]()
        for several in batches(list(listening), _AT_ONCE):
            generations |= self._tables.store.generations(several)
        renewed = [session for session, number in generations.items() if self._checked.get(session) != number]
        for several in batches(renewed, _AT_ONCE):
            members = self._tables.store.phones_of(several)
            for session in several:
                # Who listened before the members were read was one, so is one no more. A stranger has a link, which is
                # another one after each renewal.
                let_in = members[session] if session in self._checked else {*members[session], STRANGER}
                self._live.end_phones(session, listening[session] - let_in)
        self._checked = generations

    def redraw_soon(self, session: str) -> None:
        """Redraw what phones have open of a session, or of a room of a feature."""
        self._live.redraw_soon(session, self._tables.loader.locked(session))

    def _session_deleted(self, notice: Notice) -> None:
        session = notice["session"]
        with self._tables.loader.locked(session):
            self._tables.loader.cache.pop(session, None)
            self._live.end_phones(session, self._live.listening(session))

    def _phones(self, notice: Notice) -> None:
        self._live.elsewhere.note(notice["node"], notice["session"], notice["phones"])
        self._live.count_soon(notice["session"])
