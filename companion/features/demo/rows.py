"""The mark of a demo's database, where everything is deleted after a day."""

from companion.storage.error_messages import StoreError
from companion.storage.store import Store

_MARK = "demo"


def check_purpose(store: Store, *, is_demo: bool) -> None:
    """Raise `StoreError` if a demo would use another database, or `serve` that of a demo; mark a demo's new one."""
    is_marked = store.maintenance.instance_value(_MARK) is not None
    if is_marked == is_demo:
        return
    if is_marked:
        raise StoreError(
            "This database is that of a demo, which deletes everything after a day. Start it with companion demo, or"
            " name another database with --database."
        )
    if any(store.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in ("sessions", "phones")):
        raise StoreError(
            "This database has tables or players that no demo made, and a demo deletes everything after a day. Give the"
            " demo a database of its own with --database."
        )
    store.maintenance.set_instance_value(_MARK, "1")
