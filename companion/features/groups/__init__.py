"""Groups of players: finished games that hosts put together, with tables, ratings, records and seasons."""

from pathlib import Path

from companion.feature import Feature

_TABLES = ("PLAYER_GROUPS", "GROUP_PHONES", "GROUP_PLAYERS", "GROUP_SESSIONS", "GROUP_SEASONS", "GROUP_LINKS")

FEATURE = Feature(
    "groups",
    Path(__file__).parent,
    order=120,
    requires=("history", "replay"),
    tables=[f"{__name__}.rows:{table}" for table in _TABLES],
    slots={
        "home ways": "groups/home.html",
        "history ways": "groups/way.html",
        "host of finished": "groups/of-host.html",
    },
    handlers={
        "earlier tables": f"{__name__}.rows:earlier_tables",
        "player changed": f"{__name__}.edits:follow_player",
        "json": f"{__name__}.readings:READINGS",
    },
    expire=f"{__name__}.edits:delete_old",
    export=(f"{__name__}.export:LINES",),
    blueprint=[f"{__name__}.{name}" for name in ("views:bp", "tables:bp")],
)
