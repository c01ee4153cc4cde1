"""What home servers document of their manifests, as JSON schemas: which keys there are, and what they hold.

A key that is not documented is a fault, so that a misspelt one is found. Sources, in the words of their projects: "App
configuration" of Home Assistant's developers, "Compose and x-casaos" of CasaOS's app store.
"""

from __future__ import annotations

from typing import Any

TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
ADDRESS = {"type": "string", "pattern": "^https?://[^ ]+$"}
PORT = {"type": "integer", "minimum": 1, "maximum": 65535}


def record(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """A mapping that has all required keys, and none but these and the optional ones."""
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


def mapping(pattern: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "patternProperties": {pattern: value}, "additionalProperties": False}


_OPTION = {"type": "string", "pattern": r"^(bool|email|url|port|str|password|int|float|match|list)(\(.*\))?\??$"}
HOME_ASSISTANT = record(
    {
        "name": TEXT,
        "version": TEXT,
        "slug": {"type": "string", "pattern": r"^[-_.A-Za-z0-9]+$"},
        "description": TEXT,
        "arch": {"type": "array", "items": {"enum": ["aarch64", "amd64"]}, "minItems": 1},
    },
    {
        "url": ADDRESS,
        "webui": {"type": "string", "pattern": r"^(https?|\[PROTO:\w+\])://\[HOST\]:\[PORT:\d+\].*$"},
        "ports": mapping(r"^\d+/(tcp|udp)$", {"anyOf": [PORT, {"type": "null"}]}),
        "options": {"type": "object"},
        "schema": mapping(r"^\w+$", _OPTION),
        "backup": {"enum": ["hot", "cold"]},
        "stage": {"enum": ["stable", "experimental", "deprecated"]},
        "image": TEXT,
    },
)
HOME_ASSISTANT_TRANSLATION = record(
    {"configuration": mapping(r"^\w+$", record({"name": TEXT}, {"description": TEXT}))},
    {"network": mapping(r"^\d+/(tcp|udp)$", TEXT)},
)

_LOCALES = {**mapping("^[a-z]{2}_[A-Z]{2}$", TEXT), "required": ["en_US"]}
_CASAOS_CATEGORIES = (
    *("Media", "Productivity", "Home", "Networking", "AI", "Finance", "Social", "Developer", "Others"),
)
CASAOS = record(
    {
        "id": {"type": "string", "pattern": r"^[a-z0-9]+([._-][a-z0-9]+)*(\.[a-z0-9]+([._-][a-z0-9]+)*)+$"},
        "main": TEXT,
        "index": TEXT,
        "port_map": {"type": "string", "pattern": r"^\d+$"},
        "icon": ADDRESS,
        "title": _LOCALES,
        "category": {"enum": [*_CASAOS_CATEGORIES]},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
    },
    {
        "scheme": {"enum": ["http", "https"]},
        "tagline": _LOCALES,
        "description": _LOCALES,
        "author": TEXT,
        "developer": TEXT,
        "architectures": {"type": "array", "items": {"enum": ["amd64", "arm64"]}},
        **dict.fromkeys(("website", "repo", "support", "docs"), ADDRESS),
    },
)
