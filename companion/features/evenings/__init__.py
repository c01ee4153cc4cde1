"""Club evenings of groups: several tables at once, in rounds, with standings."""

from pathlib import Path

from companion.feature import Feature

_TABLES = ("EVENINGS", "EVENING_PLAYERS", "EVENING_PHONES", "EVENING_LOG", "EVENING_SESSIONS")

FEATURE = Feature(
    "evenings",
    Path(__file__).parent,
    order=130,
    requires=("groups", "setups"),
    tables=[f"{__name__}.rows:{table}" for table in _TABLES],
    slots={
        "group deletion": "evenings/group-deletion.html",
        "group ways": "evenings/way-of-group.html",
        "home open": "evenings/home.html",
        "home ways": "evenings/way.html",
        "next game": "evenings/next-game.html",
        "table ways": "evenings/way-of-table.html",
    },
    derive=f"{__name__}.rows:follow_result",
    result_stored=f"{__name__}.service:result_stored",
    blueprint=[f"{__name__}.{name}" for name in ("views:bp", "views:files_bp", "making:bp", "shared:bp")],
    room=f"{__name__}.pages:EVENING",
    handlers={
        "player changed": f"{__name__}.rows:follow_player",
        "group deleted": f"{__name__}.rows:delete_evenings_of",
        "group lines": f"{__name__}.export:LIST",
        "tables of groups": f"{__name__}.rows:TABLES_OF_GROUPS",
        "json": f"{__name__}.shared:READINGS",
    },
)
