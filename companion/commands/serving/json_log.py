"""The server's log as JSON: one object a line on standard error, without secrets and without what people entered."""

import json
import logging
import re
import threading
import traceback
from datetime import UTC, datetime
from typing import IO, Any

import gevent

from companion.commands import output

_log = logging.getLogger("companion")

# What opens a table or shows who somebody is: the token of a link, the password in an address, cookies, tokens.
_SECRETS = (
    (re.compile(r"/([jr])/[^\s/?]+"), r"/\1/…"),
    (re.compile(r"(postgres(?:ql)?://[^\s:/@]*):\S*@"), r"\1:…@"),
    (
        re.compile(r"\b(password|token|phone|cookie|authorization)(['\"]?\s*[=:]\s*)(?:bearer\s+)?[^\s,;&]+", re.I),
        r"\1\2…",
    ),
)


def write_as_json(stream: IO[str] | None = None) -> None:
    """Write all errors, and all that is logged, to a stream as JSON; to standard error if that is None."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    _log.setLevel(logging.INFO)
    output.write_error = _log.error
    hub: Any = gevent.get_hub()
    hub.print_exception = _log_failure
    threading.excepthook = lambda failed: _log_failure(None, failed.exc_type, failed.exc_value, failed.exc_traceback)


def _log_failure(context: Any, kind: Any, error: Any, trace: Any) -> None:
    _log.error("an error that nothing handled", exc_info=(kind, error, trace))


class JsonFormatter(logging.Formatter):
    """Formats a record as JSON, without the text of an error, as that may hold what people entered."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        record_fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info and (error := record.exc_info[1]) is not None:
            record_fields["error"] = type(error).__name__
            frames = traceback.extract_tb(record.exc_info[2])
            record_fields["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(record_fields, ensure_ascii=False)


def without_secrets(text: str) -> str:
    """A text without the secrets of links, addresses and headers.

    >>> without_secrets("Exception on /j/AbCd [GET]"), without_secrets("postgresql://a:b@c/d")
    ('Exception on /j/… [GET]', 'postgresql://a:…@c/d')
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
