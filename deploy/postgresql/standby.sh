#!/bin/sh
# Runs PostgreSQL as a standby of the server PRIMARY_HOST. The first time it takes a copy of it.
# Needs REPLICATION_PASSWORD, letters and digits only, and PGDATA, an empty folder or that of a standby.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_basebackup --pgdata "$PGDATA" --slot standby --write-recovery-conf --wal-method stream --checkpoint fast \
        --dbname "host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator password=$REPLICATION_PASSWORD application_name=standby"
    do
        echo "The primary does not answer yet." >&2
        rm -rf "${PGDATA:?}"/*
        sleep 2
    done
    chmod 700 "$PGDATA"
    # A standby that is promoted has none of its own at first: its commits would wait for ever.
    echo "synchronous_standby_names = ''" >> "$PGDATA/postgresql.auto.conf"
fi
exec postgres "$@"
