"""What the tests of notes share: to write as the form does, and to read what the form shows."""

import re
from html import unescape

from tests.support.phones import notice

SEEN = re.compile(r'name="seen" value="(\d+)"')
TICKED = re.compile(r'name="(\w+)"\s+value="([^"]+)" checked')


def write(phone, session, entry=0, seen=0, **fields):
    """Send the form of notes, as a phone that saw what event `seen` wrote."""
    at = f"notes/{entry}" if entry else "notes"
    return phone.act(session, at, {"seen": seen, "note": "", "place": "", **fields})


def wrote(phone, session, entry=0, **fields):
    answer = write(phone, session, entry, **fields)
    assert answer.status_code == 303, notice(answer) or answer.text


def form(page):
    """What a page of notes shows: what was seen, the texts, and what is ticked by its field."""
    seen, text = SEEN.search(page), re.search(r'id="note".*?>\n(.*?)</textarea>', page, re.DOTALL)
    assert seen and text
    found = {"seen": int(seen[1]), "note": unescape(text[1]), "expansions": [], "house_rules": []}
    for name, value in TICKED.findall(page):
        found[name] = unescape(value) if name == "place" else [*found[name], unescape(value)]
    return found


def entry_event(sessions, session, number):
    return sessions.table(session).entries[number - 1].number
