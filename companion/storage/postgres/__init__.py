"""PostgreSQL: several processes share a database. The entry point `companion.databases` names this module."""

from companion.extras import how_to_install
from companion.storage.error_messages import StoreError

try:
    from companion.storage.postgres.database import PostgresDatabase as open_database, check_address
except ImportError:
    raise StoreError(how_to_install("postgres")) from None

__all__ = ["check_address", "open_database"]
