"""The scripts that are sent as one file; the build hook reads this module too, so it imports nothing of ours."""

from collections.abc import Iterable
from pathlib import Path

_SCRIPTS = (
    *("composition.js", "vendor/htmx.min.js", "notices.js", "companion.js", "stream.js", "sending.js", "reading.js"),
    *("unsent.js", "finger.js", "seen.js", "swaps.js", "secure.js"),
)
_LIVE_SCRIPTS = ("phone.js", "outbox.js", "waiting.js", "away.js")
_FORM_SCRIPTS = ("form.js", "typed.js", "sent-form.js", "typed-fields.js", "next-form.js", "tabs.js", "number-keys.js")


def scripts(static: Path) -> str:
    """Return the scripts of all pages as one text; those of live pages run only there."""
    live = f"if (document.body.dataset.live) {{\n{_read(static, _LIVE_SCRIPTS)}\n}}"
    return f'"use strict";\n{_read(static, _SCRIPTS)}\n{live}\n'


def form_scripts(static: Path, own: Path) -> str:
    """Return the form scripts of all games, followed by that of one game if it has one."""
    return f"{_read(static, _FORM_SCRIPTS)}\n{own.read_text('utf-8') if own.is_file() else ''}"


def _read(static: Path, names: Iterable[str]) -> str:
    return "\n".join((static / name).read_text("utf-8") for name in names)
