package io.counterfoil.testkit.tables;

import java.time.Duration;

/** How a test sees that sessions of its database wait for a lock on MariaDB, beside tests on other databases of the server. */
public final class MariaDbLockWaits {

    /** Asks for the number of sessions that wait. */
    public static final String COUNT = "SELECT count(*) FROM information_schema.innodb_trx"
            + " JOIN information_schema.processlist ON id = trx_mysql_thread_id"
            + " WHERE trx_state = 'LOCK WAIT' AND db = database()";

    /** InnoDB answers out of a cache that it fills anew when 0.1 s have passed since the last question. */
    public static final Duration POLL_INTERVAL = Duration.ofMillis(150);

    private MariaDbLockWaits() {}
}
