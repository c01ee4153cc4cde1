"""The fields of a form in an address, so that a page that is loaded again has all that was typed."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

PACKED = "form"
"""The name of the field that holds all others."""
_LONGEST_PLAIN = 2000  # a link to another language holds the address once more, each % as three characters
_LONGEST_PACKED = 7900
_MOST_UNPACKED = 64 * 1024


def query_of(fields: Iterable[tuple[str, str]]) -> str | None:
    """Return the fields as a query: readable where they are few, else packed; None if even that is too long."""
    pairs = list(fields)
    plain = urlencode(pairs)
    if len(plain) <= _LONGEST_PLAIN:
        return plain
    packed = urlsafe_b64encode(zlib.compress(json.dumps(pairs, ensure_ascii=False).encode(errors="replace"), 9))
    query = f"{PACKED}={packed.decode().rstrip('=')}"
    return query if len(query) <= _LONGEST_PACKED else None


def fields_in(query: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the fields of an address, unpacked, and the names typed since; none if what was packed is damaged."""
    packed = query.get(PACKED)
    if packed is None:
        return query
    try:
        reader = zlib.decompressobj()
        text = reader.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), _MOST_UNPACKED)
        pairs = json.loads(text)
        waiting = [("waiting", name) for name in query.getlist("waiting")]
        return MultiDict([*((str(name), str(value)) for name, value in pairs), *waiting])
    except (ValueError, TypeError, zlib.error, RecursionError):  # not what `query_of` made
        return MultiDict()
