package io.counterfoil.testkit.tables;

import java.time.Duration;

/** Detects sessions that wait for a lock in the current database on MariaDB, ignoring other databases of the server. */
public final class MariaDbLockWaits {

    /** Queries the number of waiting sessions. */
    public static final String COUNT = "SELECT count(*) FROM information_schema.innodb_trx"
            + " JOIN information_schema.processlist ON id = trx_mysql_thread_id"
            + " WHERE trx_state = 'LOCK WAIT' AND db = database()";

    /** InnoDB caches the result, and refreshes the cache only if it has not been read for 0.1 s. */
    public static final Duration POLL_INTERVAL = Duration.ofMillis(150);

    private MariaDbLockWaits() {}
}
