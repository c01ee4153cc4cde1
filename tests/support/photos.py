"""What a phone does with the photographs of a table: it lets others add them, adds, sees and removes them."""

import itertools
import re
from io import BytesIO
from typing import Any

from werkzeug.test import TestResponse

from tests.support.jpegs import jpeg
from tests.support.phones import ORIGIN, Phone

_keys = itertools.count(1)


def add(
    one: Phone, session: str, picture: bytes | None = None, caption: str = "", key: str = "", **options: Any
) -> TestResponse:
    table = one.client.application.extensions["companion"].table(session)
    fields = {"act": key or f"photo-{next(_keys)}", "version": str(table.version), "caption": caption}
    sent = {**fields, "photo": (BytesIO(jpeg() if picture is None else picture), "photo.jpg")}
    kind = "multipart/form-data"
    return one.client.post(f"/t/{session}/photos", data=sent, content_type=kind, **{"headers": ORIGIN, **options})


def allow(one: Phone, session: str, answer: str = "yes") -> TestResponse:
    return one.act(session, "photos/allow", {"allow": answer})


def remove(one: Phone, session: str, number: int, **fields: str) -> TestResponse:
    return one.act(session, f"photos/{number}/remove", {"sure": "yes", **fields})


def pictures(one: Phone, session: str, page: str = "") -> list[str]:
    return re.findall(r'src="(/t/[^"]+\.jpg)"', one.page(f"/t/{session}{page}"))


def over(host: Phone, *scorers: Phone) -> str:
    """A table of the host's whose game is over, and which others have joined before."""
    session = host.open("luz")
    for scorer in scorers:
        scorer.join(host, session)
    host.act(session, "end")
    return session
