"""Club evenings of groups: several tables at once, in rounds, with standings."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "evenings",
    Path(__file__).parent,
    slots={
        "group ways": "evenings/way-of-group.html",
        "home open": "evenings/home.html",
        "next game": "evenings/next-game.html",
        "table ways": "evenings/way-of-table.html",
    },
    result_shown=f"{__name__}.service:result_shown",
    room=f"{__name__}.pages:EVENING",
    handlers={
        "group deleted": f"{__name__}.rows:delete_evenings_of",
        "group lines": f"{__name__}.export:LIST",
    },
)
