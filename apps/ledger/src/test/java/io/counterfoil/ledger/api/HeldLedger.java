package io.counterfoil.ledger.api;

import io.counterfoil.ledger.domain.LedgerId;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A ledger whose row is locked from outside the service: whoever wants to change its balance is stopped in the middle of
 * it, until this is closed.
 */
final class HeldLedger implements AutoCloseable {

    private static final String BLOCKED =
            "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

    private final Connection holder;
    /** The frame of a request that waits for its original. */
    private static final String WAIT = "io.counterfoil.idempotency.engine.WaitBudget.await(";

    private final JdbcClient sql;

    HeldLedger(SharedService service, String ledger) throws SQLException {
        this(service);
        try (PreparedStatement lock = holder.prepareStatement("SELECT pk FROM ledger WHERE id = ? FOR UPDATE")) {
            lock.setObject(1, LedgerId.TYPE.parse(ledger).value());
            lock.execute();
        }
    }

    private HeldLedger(SharedService service) throws SQLException {
        sql = service.sql();
        holder = service.running().database().dataSource().getConnection();
        holder.setAutoCommit(false);
    }

    /** The same for the API keys: whoever wants to know whose one is. */
    static HeldLedger apiKeys(SharedService service) throws SQLException {
        HeldLedger held = new HeldLedger(service);
        try (PreparedStatement lock = held.holder.prepareStatement("LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE")) {
            lock.execute();
        }
        return held;
    }

    /** Returns when this many requests are stopped by a lock of the database. */
    void awaitBlocked(int requests) {
        await("requests blocked by the ledger's lock", () -> blocked() == requests);
    }

    int blocked() {
        return sql.sql("SELECT count(*) " + BLOCKED).query(Integer.class).single();
    }

    /** Ends the connections of all that are stopped; returns when their sessions have ended, and released what they held. */
    void cutBlocked() {
        sql.sql("SELECT pg_terminate_backend(pid, 300000) " + BLOCKED).query().listOfRows();
    }

    /** Returns when this many requests have asked for their key, found it in flight, and waited for the original. */
    static void awaitWaiting(int requests) {
        Set<String> seen = new HashSet<>();
        await("requests waiting for their original", () -> {
            seen.addAll(waiting());
            return seen.size() >= requests;
        });
    }

    /** The threads that wait for an original at this moment; from JDK 21 on the service answers on virtual ones. */
    private static Set<String> waiting() throws Exception {
        return Runtime.version().feature() < 21 ? waitingPlatformThreads() : waitingThreads();
    }

    private static Set<String> waitingPlatformThreads() {
        Set<String> waiting = new HashSet<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (Arrays.stream(stack).anyMatch(frame -> frame.toString().contains(WAIT))) {
                waiting.add("#" + thread.getId());
            }
        });
        return waiting;
    }

    /** By the JVM's dump of its threads, in which each begins with # and its number, and each frame with a space. */
    private static Set<String> waitingThreads() throws Exception {
        Path dump = Files.createTempFile("threads", ".txt");
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "threadDumpToFile",
                            new Object[] {new String[] {"-overwrite", dump.toString()}},
                            new String[] {String[].class.getName()});
            Set<String> waiting = new HashSet<>();
            String thread = "";
            for (String line : Files.readAllLines(dump)) {
                if (line.startsWith("#")) {
                    thread = line.split(" ", 2)[0];
                } else if (line.contains(WAIT)) {
                    waiting.add(thread);
                }
            }
            return waiting;
        } finally {
            Files.delete(dump);
        }
    }

    static void await(String what, Callable<Boolean> fact) {
        Awaitility.await(what)
                .atMost(5, TimeUnit.MINUTES)
                .pollInterval(Duration.ofMillis(2))
                .until(fact);
    }

    /** Lets go. A second call does nothing. */
    @Override
    public void close() throws SQLException {
        holder.close();
    }
}
