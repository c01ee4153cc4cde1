#!/bin/sh
# Run once by the image of PostgreSQL, while it sets the primary up: a user for the standby, and commits that wait for it.
# Needs REPLICATION_PASSWORD, letters and digits only, and PGDATA.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "${POSTGRES_DB:-postgres}" <<SQL
CREATE ROLE replicator REPLICATION LOGIN PASSWORD '$REPLICATION_PASSWORD';
SELECT pg_create_physical_replication_slot('standby');
-- The slot keeps the log for a standby that is away, up to this much; after that the standby has to be made anew.
ALTER SYSTEM SET max_slot_wal_keep_size = '4GB';
-- From the next start on: what was acknowledged is on both machines. While the standby is away nothing can be saved.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
SQL
echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
