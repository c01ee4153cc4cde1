"""JSON for other programs, behind the links that tables, groups and evenings share; it changes nothing.

It calls `handlers("json")`: mappings from an address such as "g/games" to a function, a title and an example. The
address has the first part of a link's path, and what is asked of it. The function takes the token of the link, aborts
with 404 if that is not valid, and returns a version (None if there is none) and a function that returns the answer:
JSON values, the last of which is a list of rows, of which a response has a page. A `RuleError` is answered with 400.
"""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "api",
    Path(__file__).parent,
    order=60,
    needs_server=True,
    slots={"share": "api/way.html", "shared group": "api/way.html"},
    handlers={"json": f"{__name__}.tables:READINGS"},
    blueprint=f"{__name__}.views:bp",
)
