"""The mark of a demo's database, whose tables are deleted after a day, so that no other database becomes one."""

from __future__ import annotations

from companion.game import Message
from companion.storage.error_messages import StoreError
from companion.storage.upkeep.maintenance import Maintenance

_MARK = "demo"
_HAS_DATA = Message(
    "This database has tables or players that no demo made, and a demo deletes everything after a day. Give the demo a"
    " database of its own with --database."
)
_IS_DEMO = Message(
    "This database is that of a demo, which deletes everything after a day. Start it with companion demo, or name"
    " another database with --database."
)


def check_purpose(maintenance: Maintenance, *, is_demo: bool) -> None:
    """Mark a new database as that of a demo; raise `StoreError` if it serves the other purpose already."""
    is_marked = maintenance.instance_value(_MARK) is not None
    if is_marked == is_demo:
        return
    if is_marked:
        raise StoreError(_IS_DEMO)
    if maintenance.has_data():
        raise StoreError(_HAS_DATA)
    maintenance.set_instance_value(_MARK, "1")
