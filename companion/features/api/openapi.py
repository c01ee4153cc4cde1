"""The description of the addresses in the format OpenAPI 3.1, from their titles and examples."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.features.api.views import Address

USUAL_ROWS = 100
MOST_ROWS = 1000
MOST_PAGES = 9999
_PAGES = {"page": 1, "pages": 1, "count": 1}
_TEXT = {"type": "string"}
_ERROR = {"type": "object", "properties": {"error": _TEXT}}
_FIELDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "page": ("Which page of rows", {"type": "integer", "minimum": 1, "maximum": MOST_PAGES, "default": 1}),
    "size": ("Rows of a page", {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": USUAL_ROWS}),
    "format": ("csv for a table of the rows", {"type": "string", "enum": ["json", "csv"], "default": "json"}),
    "value": ("The keys of one value, such as totals.0, which is answered as plain text", _TEXT),
}
_GROUP_FIELDS = {
    "season": ("Only games of a season, by its number", {"type": "integer", "minimum": 1}),
    "since": ("Only games from this day on", {"type": "string", "format": "date"}),
    "until": ("Only games to this day", {"type": "string", "format": "date"}),
}
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


def description(addresses: Mapping[str, "Address"], server: str) -> dict[str, Any]:
    """Return the description of the addresses at a server."""
    paths = {}
    for path, address in addresses.items():
        kind, what = path.split("/")
        paths[f"/api/{kind}/{{token}}/{what}"] = {"get": _operation(kind, what, address)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion",
            "version": "1",
            "description": "What a shared link shows, for programs. The secret in the link is the only credential.",
        },
        "servers": [{"url": server}],
        "paths": paths,
    }


def _operation(kind: str, what: str, address: "Address") -> dict[str, Any]:
    fields = {**_FIELDS, **(_GROUP_FIELDS if kind == "g" else {})}
    example = {**address.example, **_PAGES}
    return {
        "summary": address.title.text(),
        "operationId": f"{kind}_{what}",
        "security": [],
        "parameters": [
            {
                "name": "token",
                "in": "path",
                "required": True,
                "schema": _TEXT,
                "description": f"What follows /{kind}/ in the link",
            },
            *(
                {"name": name, "in": "query", "description": about, "schema": schema}
                for name, (about, schema) in fields.items()
            ),
            {"name": "If-None-Match", "in": "header", "description": "The ETag of the last answer", "schema": _TEXT},
        ],
        "responses": {
            "200": {
                "description": address.title.text(),
                "headers": {"ETag": {"schema": _TEXT}},
                "content": {
                    "application/json": {"schema": _schema(example), "example": example},
                    "text/csv": {"schema": _TEXT},
                    "text/plain": {"schema": _TEXT},
                },
            },
            "304": {"description": "Nothing has changed since the ETag that was sent"},
            "400": _refusal("A field of the query is wrong"),
            "404": _refusal("The link is withdrawn or not complete"),
            "429": {"description": "Too many requests came from this address; Retry-After says when to ask again"},
        },
    }


def _refusal(about: str) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": _ERROR}}}


def _schema(example: Any) -> dict[str, Any]:
    """Return a schema that an example fits; every value may be null, as what is hidden or unknown is."""
    if isinstance(example, dict):
        properties = {key: _schema(value) for key, value in example.items()}
        return {"type": ["object", "null"], "properties": properties}
    if isinstance(example, list):
        return {"type": ["array", "null"], "items": _schema(example[0])}
    return {"type": [_TYPES[type(example)], "null"]}
