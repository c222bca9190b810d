package io.counterfoil.operations;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.SchedulerState;
import com.github.kagkarlsson.scheduler.exceptions.ExecutionException;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.MariaDBJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of db-scheduler's: what is due is picked by one process, which says every heartbeat that it lives; when it does not, another picks
 * it again. So it is done at least once, and what must be done once is guarded by the operation's row.
 *
 * <p>What no job is registered for is left for processes that have one: db-scheduler's default is to delete it after
 * two weeks; this is disabled. Thread-safe.
 */
final class Queue {

    private static final Logger LOG = LoggerFactory.getLogger(Queue.class);

    /** The fewest that db-scheduler allows. */
    private static final int MISSED_HEARTBEATS = 4;

    private static final Duration NEVER = Duration.ofDays(36_500);

    /** How many of what is due are fetched together, by thread. */
    private static final double FETCHED = 3.0;

    private static final double FETCHED_AGAIN_BELOW = 0.5;

    private static final String ENTRY = "task_name = ? AND task_instance = ?";

    private final Table table;
    private final InstantSource clock;

    Queue(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Where a queue is kept. */
    record Table(String name, SqlDialect dialect) {

        JdbcCustomization customization() {
            if (dialect.vendor().equals(Dialects.POSTGRESQL.vendor())) {
                return new PostgreSqlJdbcCustomization(false, false);
            }
            // Times have no zone in MySQL.
            return dialect == Dialects.MYSQL ? new MariaDBJdbcCustomization(true) : new DefaultJdbcCustomization(false);
        }
    }

    /** Does what is due. Must be thread-safe. */
    interface Job {

        /**
         * Does it, or some of it.
         *
         * @param entry the one that was {@linkplain Queue#put put}
         * @param stopping whether the process is shutting down
         */
        Outcome run(String entry, BooleanSupplier stopping);

        /** Called when the process that executed it has failed; it is due again. */
        void revived(String entry);
    }

    /** What is to be done with what was due: one of two. */
    sealed interface Outcome {

        /** It goes. */
        record Done() implements Outcome {}

        /** It is due again after this time. */
        record Again(Duration after) implements Outcome {}
    }

    /** Puts something in, due now, in the connection's transaction. */
    void put(Connection connection, String task, String entry) {
        SchedulerClient.Builder.create(new OneConnection(connection), List.of())
                .tableName(table.name())
                .jdbcCustomization(table.customization())
                .build()
                .scheduleBatch(List.of(new TaskInstance<Void>(task, entry)), clock.instant());
    }

    /**
     * Puts something in that may still be there, because what did it last is about to take it out; due now, in the connection's transaction.
     * What still has it then finds that it is of another version, and leaves it.
     */
    void putAgain(Connection connection, String task, String entry) throws SQLException {
        // A statement that changes nothing would lock a gap on MySQL, into which others put theirs.
        boolean isThere = isThere(connection, task, entry) && isFreed(connection, task, entry);
        if (!isThere) {
            put(connection, task, entry);
        }
    }

    private boolean isThere(Connection connection, String task, String entry) throws SQLException {
        String sql = "SELECT version FROM " + table.name() + " WHERE " + ENTRY;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, task);
            query.setString(2, entry);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    private boolean isFreed(Connection connection, String task, String entry) throws SQLException {
        String sql = "UPDATE " + table.name() + " SET execution_time = ?, picked = ?, picked_by = NULL,"
                + " last_heartbeat = NULL, consecutive_failures = 0, version = version + 1 WHERE " + ENTRY;
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            table.customization().setInstant(update, 1, clock.instant());
            update.setBoolean(2, false);
            update.setString(3, task);
            update.setString(4, entry);
            return update.executeUpdate() == 1;
        }
    }

    /**
     * What is in the queue.
     *
     * @param entry as it was {@linkplain #put put}
     */
    record Waiting(String entry, Instant dueAt, boolean isPicked) {}

    /** What is due first, by the index on that, without a lock. */
    List<Waiting> first(Connection connection, int limit) throws SQLException {
        String sql = "SELECT task_instance, execution_time, picked FROM " + table.name() + " ORDER BY execution_time"
                + table.dialect().limit();
        JdbcCustomization times = table.customization();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setInt(1, limit);
            List<Waiting> waiting = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    waiting.add(new Waiting(
                            row.getString("task_instance"),
                            times.getInstant(row, "execution_time"),
                            row.getBoolean("picked")));
                }
            }
            return waiting;
        }
    }

    /** Who does what is due; not started yet. */
    Scheduler scheduler(DataSource dataSource, OperationSettings settings, int threads, Map<String, Job> jobs) {
        List<Task<?>> tasks = new ArrayList<>();
        jobs.forEach((name, job) -> tasks.add(task(name, job, settings)));
        return Scheduler.create(dataSource, tasks)
                .tableName(table.name())
                .jdbcCustomization(table.customization())
                .schedulerName(new SchedulerName.Fixed("counterfoil-" + UUID.randomUUID()))
                .clock(clock::instant)
                .threads(threads)
                .pollUsingFetch(FETCHED_AGAIN_BELOW, FETCHED)
                .pollingInterval(settings.pollingInterval())
                // What gives way to others is due at once.
                .enableImmediateExecution()
                .heartbeatInterval(settings.heartbeat())
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .deleteUnresolvedAfter(NEVER)
                .shutdownMaxWait(settings.closingWithin())
                .build();
    }

    private Task<Void> task(String name, Job job, OperationSettings settings) {
        return Tasks.custom(name, Void.class)
                .onFailure((complete, queue) -> queue.reschedule(
                        complete,
                        clock.instant().plus(settings.pauseAfter(complete.getExecution().consecutiveFailures + 1))))
                .onDeadExecution((complete, queue) -> {
                    // First, because of several who find it dead one alone gets beyond this.
                    queue.reschedule(complete, clock.instant());
                    job.revived(complete.getExecution().getId());
                })
                .execute((instance, context) -> {
                    SchedulerState state = context.getSchedulerState();
                    return completion(job.run(instance.getId(), state::isShuttingDown));
                });
    }

    private CompletionHandler<Void> completion(Outcome outcome) {
        return (complete, queue) -> {
            try {
                if (outcome instanceof Outcome.Again again) {
                    queue.reschedule(complete, clock.instant().plus(again.after()));
                } else {
                    queue.remove();
                }
            } catch (ExecutionException takenOver) {
                LOG.info("Another process has taken over {}", complete.getExecution(), takenOver);
            }
        };
    }
}
