"""Every game and mode at a table that hides totals: all pages answer at each stage, and none counts for other seats."""

from typing import Any

from tests.support.each_row import each_row
from tests.support.files import EXAMPLES, bring, example, session_of
from tests.support.long import IS_LONG
from tests.support.phones import Phone
from tests.support.secrets import SHEETS

NAMES = [f"{path.parent.name}/{path.stem}" for path in EXAMPLES if path.parent.name in SHEETS]
PLAYED = [name for name in NAMES if len(example(name)["entries"]) > 1]


def hidden(host: Phone, sheet: dict[str, Any], count: int) -> str:
    """A table of strangers with so many entries of a sheet."""
    return bring(host, session_of({**sheet, "entries": sheet["entries"][:count]}, hidden=True))


@each_row("name", PLAYED if IS_LONG else PLAYED[::9])
def test_every_example_can_be_played_hidden(host: Phone, name: str) -> None:
    sheet = example(name)
    last = len(sheet["entries"]) - 1
    session = hidden(host, sheet, last)
    for seat in (None, 0):
        for at in ("", "/enter", f"/entries/{last}", f"/entries/{last}/correct", f"/entries/{last}/remove", "/print"):
            assert host.get(f"/t/{session}{at}").status_code in (200, 302, 422), at
        if seat is not None:
            host.act(session, "sit", {"seat": seat})
