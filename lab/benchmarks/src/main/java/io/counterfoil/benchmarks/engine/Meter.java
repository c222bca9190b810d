package io.counterfoil.benchmarks.engine;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * What this process and a server have used up to now; the difference of two is the cost of what ran in between.
 *
 * @param clientNanos CPU time of this process
 * @param allocated bytes that the live threads of this process have allocated
 * @param serverNanos CPU time of the server's live processes
 * @param walBytes bytes of the server's write-ahead log
 * @param statements statements that {@code pg_stat_statements} has counted
 */
record Meter(long clientNanos, long allocated, long serverNanos, long walBytes, long statements) {

    private static final String COUNTERS = """
            SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint,
                (SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements)""";

    /** Reads all counters. */
    static Meter read(Connection server) throws SQLException {
        try (Statement statement = server.createStatement();
                ResultSet row = statement.executeQuery(COUNTERS)) {
            row.next();
            return new Meter(
                    processNanos(), allocatedBytes(), serverNanos(row.getLong(1)), row.getLong(2), row.getLong(3));
        }
    }

    /** What was used since. */
    Meter since(Meter before) {
        return new Meter(
                clientNanos - before.clientNanos,
                allocated - before.allocated,
                serverNanos - before.serverNanos,
                walBytes - before.walBytes,
                statements - before.statements);
    }

    private static long processNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static long allocatedBytes() {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    /** Of the server's first process and its children, of which each session is one. */
    private static long serverNanos(long session) {
        return ProcessHandle.of(session).flatMap(ProcessHandle::parent).stream()
                .flatMap(ProcessHandle::children)
                .mapToLong(child ->
                        child.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }
}
