"""Errors in a scoresheet, and strict parsing of JSON: no duplicate keys, no NaN or Infinity."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import ENGLISH, Catalogue, Message, MessageError, shown


class SheetError(MessageError):
    """An invalid scoresheet: `message` says why; `entry` is the number of the invalid entry, from 1, or None."""

    def __init__(self, message: Message, entry: int | None = None, names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.entry = entry
        self.names = names

    def text(self, catalogue: Catalogue = ENGLISH) -> str:
        """Return the message in the language of a catalogue, with the players' names."""
        return self.message.text(catalogue, self.names)

    def describe(self) -> Message:
        """Return one sentence with the reason and, if there is one, the number of the invalid entry."""
        if self.entry is None:
            return self.message
        return Message("entry {number}: {reason}", number=self.entry, reason=self.message)

    def __str__(self) -> str:
        return self.describe().text(names=self.names)


class InvalidJson(SheetError):
    """Input that is not JSON."""


_A_SHEET = Message("a scoresheet")


def parse(text: str | bytes, what: Message = _A_SHEET) -> Any:
    """Parse JSON text that should contain `what`.

    Raises `InvalidJson` if it is not JSON, `SheetError` if it is empty or has duplicate keys.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if not text or text.isspace():
            raise SheetError(Message("there is nothing here; {what} is expected", what=what))
        return _DECODER.decode(text)
    except RecursionError:
        raise InvalidJson(Message("this is nested too deep to be {what}", what=what)) from None
    except UnicodeDecodeError:
        raise InvalidJson(Message("this is not UTF-8 text")) from None
    except json.JSONDecodeError as error:
        raise InvalidJson(
            Message(
                "this is not JSON: {reason} at line {line}, column {column}",
                reason=error.msg.removesuffix(" at"),  # "Unterminated string starting at": the position follows
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except ValueError:
        raise InvalidJson(Message("this is not JSON: a number is too long")) from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        duplicate = next(key for key, count in counts.items() if count > 1)
        raise SheetError(Message("the key {key} stands twice in one object", key=shown(duplicate)))
    return values


def _refuse_constant(name: str) -> Any:
    raise SheetError(Message("this is not JSON: {name} is not a number", name=name))


# Shared: json.loads would create a decoder on each call.
_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
