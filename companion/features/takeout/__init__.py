"""Export and import all data of an instance, import one game, and hand a table over to another companion."""

from pathlib import Path

from companion.engine import Message
from companion.feature import Feature

_COMMANDS = f"{__name__}.commands"
FEATURE = Feature(
    "takeout",
    Path(__file__).parent,
    order=190,
    requires=("downloads",),
    slots={
        "home ways": "takeout/home.html",
        "send on": "takeout/way-of-downloads.html",
        "setups": "takeout/way-of-setups.html",
        "unreadable": "takeout/way-of-unreadable.html",
    },
    commands={
        "export": (f"{_COMMANDS}:add_export", Message("write all data of the instance as text")),
        "import": (f"{_COMMANDS}:add_import", Message("add the tables of an export")),
    },
    blueprint=(f"{__name__}.handover:bp", f"{__name__}.handover:moving", f"{__name__}.imports:bp"),
)
