"""The history: past games, players and their statistics."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "history",
    Path(__file__).parent,
    order=150,
    slots={
        "home ways": "history/home.html",
        "player": "history/name.html",
        "totals only head": "history/totals-only-head.html",
        "word": "history/word.html",
        "downloads": "history/downloads.html",
    },
    tables=tuple(f"{__name__}.rows:{name}" for name in ("SAT", "MET")),
    migrations=[f"{__name__}.rows:order_by_beginnings"],
    blueprint=f"{__name__}.views:bp",
    derive=f"{__name__}.rows:count_anew",
)
