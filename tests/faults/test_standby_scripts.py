"""deploy/postgresql sets up a primary and its synchronous standby, which takes over when the primary is gone."""

from __future__ import annotations

import psycopg

from tests.support import standby
from tests.support.long import long
from tests.support.standby import answer, running_pair

pytestmark = [*standby.NEEDED, long]


def test_a_promoted_standby_has_all_that_was_acknowledged() -> None:
    with running_pair() as pair:
        with psycopg.connect(pair.address(), autocommit=True) as connection:
            connection.execute("CREATE TABLE acts AS SELECT 1 AS act")
        pair.primary.stop("immediate")
        pair.promote()
        stored = "INSERT INTO acts VALUES (2) RETURNING (SELECT count(*) FROM acts)"
        assert answer(pair.address_of_standby(), stored, 5) == 1
