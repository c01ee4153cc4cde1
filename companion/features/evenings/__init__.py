"""Club evenings of groups: several tables at once, in rounds, with standings."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "evenings",
    Path(__file__).parent,
    requires=("groups",),
    slots={
        "group ways": "evenings/way-of-group.html",
        "home open": "evenings/home.html",
        "next game": "evenings/next-game.html",
        "table ways": "evenings/way-of-table.html",
    },
    result_shown="companion.sessions.club.evenings:result_shown",
    room="companion.views.club.pages:EVENING",
    handlers={
        "group deleted": "companion.storage.rows.evening_rows:delete_evenings_of",
        "group lines": f"{__name__}.export:LIST",
    },
)
