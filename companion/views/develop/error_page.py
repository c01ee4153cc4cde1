"""The page of an error for whoever writes a game."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, make_response, render_template

from companion.game import Message
from companion.views.develop.faults import Fault, faults_of


def error_page(error: BaseException) -> Response:
    """Render what failed with its source; it is for nobody but whoever serves with --develop."""
    return make_response(render_template("develop/error.html", faults=faults_of(error)), 500)


def error_notice(error: BaseException) -> Message:
    """Return what failed in one line, for a part of a page."""
    return _in_one_line(faults_of(error))


def _in_one_line(faults: Sequence[Fault]) -> Message:
    fault = faults[0]
    if fault.at is None:
        return Message("{kind}: {fault}", kind=fault.kind, fault=fault.message)
    return Message(
        "{kind}: {fault} ({file}, line {line})",
        kind=fault.kind, fault=fault.message, file=fault.at.name, line=str(fault.at.line),
    )  # fmt: skip
