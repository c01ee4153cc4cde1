"""Templates: named setups that fill the form of a new table, a phone's own and those of the games."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "setups",
    Path(__file__).parent,
    order=110,
    slots={"home sheets": "setups/home.html", "setup first": "setups/of-game.html", "setup last": "setups/keep.html"},
    fields=f"{__name__}.views:filled",
    opened=f"{__name__}.rows:opened",
    tables=(f"{__name__}.rows:KEPT_SETUPS",),
    expire=f"{__name__}.rows:forget_setups",
    handlers={"imported": f"{__name__}.views:imported", "phone lines": f"{__name__}.rows:LIST"},
    blueprint=f"{__name__}.views:bp",
)
