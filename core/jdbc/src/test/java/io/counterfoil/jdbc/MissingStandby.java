package io.counterfoil.jdbc;

import static org.awaitility.Awaitility.await;

import io.counterfoil.testkit.thread.TestThreads;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * PostgreSQL servers whose commits wait for a standby that is not there, and what ends such a wait: {@code pg_cancel_backend}, after
 * which the commit succeeds with a warning, or {@code pg_terminate_backend}, which breaks the connection.
 */
record MissingStandby(List<DataSource> servers, String end, TestThreads threads) {

    /** Does some work while commits wait; afterwards they wait for nothing. */
    void during(Runnable work) {
        try {
            servers.forEach(this::begin);
            work.run();
        } finally {
            servers.forEach(server -> require(server, ""));
        }
    }

    /** Makes a server's commits wait for the standby of this name, or for none where it is empty; it may take a moment until they do. */
    static void require(DataSource server, String standby) {
        Sql.run(server, "ALTER SYSTEM SET synchronous_standby_names = '" + standby + "'");
        Sql.run(server, "SELECT pg_reload_conf()");
        await().atMost(2, TimeUnit.MINUTES)
                .until(() -> Sql.texts(server, "SHOW synchronous_standby_names").equals(List.of(standby)));
    }

    /** The same, after waits for the standby were ended until it was done. The engine may commit more than once. */
    <T> Future<T> ended(Future<T> committing) {
        await().atMost(2, TimeUnit.MINUTES).until(() -> {
            servers.forEach(server -> Sql.number(
                    server, "SELECT count(" + end + "(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"));
            return committing.isDone();
        });
        return committing;
    }

    /** Commits wait once the checkpointer has read the setting, which no view shows. */
    private void begin(DataSource server) {
        require(server, "nowhere");
        await().atMost(2, TimeUnit.MINUTES).until(() -> {
            Future<?> committing =
                    threads.start(() -> Sql.number(server, "SELECT count(pg_logical_emit_message(true, 'probe', ''))"));
            await().atMost(2, TimeUnit.MINUTES).until(() -> committing.isDone() || isWaiting(server));
            boolean waited = !committing.isDone();
            return ended(committing).isDone() && waited;
        });
    }

    private static boolean isWaiting(DataSource server) {
        return Sql.number(server, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") > 0;
    }
}
