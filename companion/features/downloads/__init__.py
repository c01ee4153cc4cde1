"""Downloads of a table: scoresheet, points as CSV, a page to print, a link to BG Stats, and a result as a picture.

It calls `handlers("csv")`, functions of the rows of a table's CSV file and its `VisibleTable` that return them with
their own data added, where the first cell of an entry's row is its number; and `handlers("printed")`, functions of a
`VisibleTable` that return sections for paper, each a heading and lines.
"""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "downloads",
    Path(__file__).parent,
    order=10,
    slots={
        "final links": "downloads/picture-of-final.html",
        "final ways": "downloads/way-of-final.html",
        "result": "downloads/picture-link.html",
        "sheet": "downloads/ways-of-sheet.html",
        "unreadable": "downloads/way-of-unreadable.html",
    },
    blueprint=tuple(f"{__name__}.{module}:bp" for module in ("views", "paper", "picture")),
)
