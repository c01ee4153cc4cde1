"""Badges: what a player, or a group whose owner wants it, has reached in finished games."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "badges",
    Path(__file__).parent,
    order=160,
    requires=("groups", "history"),
    tables=(f"{__name__}.rows:GROUP_BADGES",),
    slots={
        "player ways": "badges/of-player.html",
        "group ways": "badges/of-group.html",
        "shared group": "badges/of-shared.html",
    },
    handlers={"group deleted": f"{__name__}.rows:forget_group", "group lines": f"{__name__}.rows:LIST"},
    blueprint=f"{__name__}.views:bp",
)
