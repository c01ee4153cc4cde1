"""The coach: what the same tiles would have brought elsewhere, for whoever asks, after the entry and for one's own.

It names no game. A game that has something to vary has a module `variations` beside its engine, with two functions:
`variations(before, entry, seat)` returns some searches, each a title, a condition or None, and an iterator of other
entries; `gain(before, after, seat)` returns the points by which they are compared. It may have a template
`variation.html`, which draws `picture`.
"""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "coach",
    Path(__file__).parent,
    order=40,
    requires=("replay",),
    slots={"entry": "coach/at-entry.html", "shared moment": "coach/at-entry.html"},
    blueprint=f"{__name__}.views:bp",
)
