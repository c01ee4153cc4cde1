"""What a phone does with the photographs of a table: it lets others add them, adds, sees and removes them."""

import itertools
import re
from io import BytesIO

from tests.support.jpegs import jpeg
from tests.support.phones import ORIGIN

_keys = itertools.count(1)


def add(one, session, picture=None, caption="", key="", **options):
    table = one.client.application.extensions["companion"].table(session)
    fields = {"act": key or f"photo-{next(_keys)}", "version": str(table.version), "caption": caption}
    sent = {**fields, "photo": (BytesIO(jpeg() if picture is None else picture), "photo.jpg")}
    kind = "multipart/form-data"
    return one.client.post(f"/t/{session}/photos", data=sent, content_type=kind, **{"headers": ORIGIN, **options})


def allow(one, session, answer="yes"):
    return one.act(session, "photos/allow", {"allow": answer})


def remove(one, session, number, **fields):
    return one.act(session, f"photos/{number}/remove", {"sure": "yes", **fields})


def pictures(one, session, page=""):
    return re.findall(r'src="(/t/[^"]+\.jpg)"', one.page(f"/t/{session}{page}"))


def over(host, *scorers):
    """A table of the host's whose game is over, and which others have joined before."""
    session = host.open("luz")
    for scorer in scorers:
        scorer.join(host, session)
    host.act(session, "end")
    return session
