"""Strict parsing of the line of a phone in an export, with the setups that it keeps."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.game import Message, RuleError, entry_keys, integer, items, shown
from companion.game.names import normalize_name
from companion.games import KEY_PATTERN
from companion.scoring.setup_template import LONGEST_NAME
from companion.storage.records import TemplateRow
from companion.storage.rows.setup_templates import MOST_BYTES
from companion.transfer.fields import distinct, field, hexadecimal, moment, refuse_more, text

_MOST_NUMBER = 2**53
_MOST_SETUPS = 10_000  # more than a phone keeps, as an import adds to those that are here
_NAME = rf"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{{1,{LONGEST_NAME * 11}}}"


@dataclass(frozen=True)
class Phone:
    """A phone of an export: its number, the hash of its token, when it was stored, and the setups that it keeps."""

    number: int
    token: bytes
    made: str
    setups: tuple[TemplateRow, ...] = ()


def phone(value: Any) -> Phone:
    """Parse the line of a phone. Raises `RuleError`."""
    entry_keys(value, Message("a phone"), ("phone", "token", "made"), ("setups",))
    number = integer(value["phone"], field("phone"), 1, _MOST_NUMBER)
    setups = items(value.get("setups", []), field("setups"))
    refuse_more(setups, "setups", _MOST_SETUPS)
    return Phone(
        number,
        hexadecimal(value["token"], field("token"), 32),
        moment(value["made"]),
        distinct(tuple(map(_template, setups)), field("setups"), lambda template: f"{template.game} {template.key}"),
    )


def _template(value: Any) -> TemplateRow:
    """Parse a setup that a phone keeps; the rules of its game are checked when it is used."""
    entry_keys(value, Message("a kept setup"), ("game", "key", "name", "at", "options"))
    name = text(value["name"], field("name"), _NAME)
    if value["key"] != normalize_name(name):
        raise RuleError(Message("{what} cannot be {value}", what=field("key"), value=shown(value["key"])))
    options = value["options"]
    if type(options) is not dict or len(json.dumps(options)) > MOST_BYTES:
        raise RuleError(Message("{what} cannot be {value}", what=field("options"), value=shown(options)))
    game = text(value["game"], field("game"), KEY_PATTERN.pattern)
    return TemplateRow(game, value["key"], name, options, moment(value["at"]))
