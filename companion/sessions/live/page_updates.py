"""Renders a session's page for an audience, and sends its phones the parts that changed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Protocol

from companion.sessions.live.fragments import Fragments
from companion.sessions.live.listener import Audience, Group, change_event
from companion.storage.error_messages import StoreError

_log = logging.getLogger(__name__)


class Render(Protocol):
    """Gives the version of a session's page and its parts by element id, with slots for the fragments that it keeps."""

    def __call__(
        self, session: str, audience: Audience, fragments: Fragments, table: Any, /
    ) -> tuple[int, Mapping[str, str]]:
        """Render the page for an audience; reads the table where None is given."""


class PageUpdates:
    """The page of each audience, and what changed on it since it was last sent."""

    def __init__(self, render: Render) -> None:
        self._render = render

    def draw_first(self, session: str, audience: Audience, group: Group, table: Any) -> None:
        """Render the page that a new group's phones have, so that the next change is sent as the difference from it."""
        fragments = Fragments()
        drawn = self._render_or_log(session, audience, fragments, table)
        if drawn is not None and drawn[0] > group.version:  # else a change came in between and was rendered
            group.fragments = fragments
            group.hold(*drawn)

    def send(self, session: str, audience: Audience, group: Group, table: Any) -> None:
        """Render the current page of a group and send the group what changed."""
        drawn = self._render_or_log(session, audience, group.fragments, table)
        if drawn is None:
            return
        (version, parts), fragments = drawn, group.fragments
        changed = {
            name: fragments.fill(part)
            for name, part in parts.items()
            if group.shown.get(name) != part or fragments.has_fresh(part)
        }
        # Only phones with the previous version can apply a difference; others fetch all parts.
        event = change_event(version, group.version, changed)
        group.hold(version, parts)
        for listener in list(group.listeners):
            listener.send(event)

    def _render_or_log(
        self, session: str, audience: Audience, fragments: Fragments, table: Any
    ) -> tuple[int, Mapping[str, str]] | None:
        fragments.begin()
        try:
            return self._render(session, audience, fragments, table)
        # What is on disk must be answered; these phones notice at the next heartbeat that they are behind.
        except StoreError:  # the database logs once that it is away
            return None
        except Exception:
            _log.exception("a page could not be rendered for %s", audience)
            return None
