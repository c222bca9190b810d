package io.counterfoil.operations;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.jdbc.purge.TableRows;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.AutoCommit;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.Transactions;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Long-running work that survives restarts. It is submitted in the caller's transaction, executed step by step by any process, each
 * step once, and queried by its reference.
 *
 * <pre>{@code
 * Operations operations = Operations.builder(dataSource, Dialects.POSTGRESQL)
 *         .work("import", new Import())
 *         .callbacks(callbacks, namespace -> secretsOf(namespace))
 *         .build();
 * operations.start();
 *
 * Submission submission = operations.submit(connection, NewOperation.of(namespace, "import", reference).input(json));
 * connection.commit();
 * operations.wake();
 * }</pre>
 *
 * <p>{@link OperationWork} says what a step is. A step that throws is made again, after growing pauses; after too many failures
 * in a row the operation fails. When a process fails, other processes take over its operations after some missed
 * heartbeats. An operation whose kind has no work here waits for a process that has one: while a new version is rolled
 * out, old processes leave its new kinds alone.
 *
 * <p>An instance can submit, find and wait without being started: for processes that execute nothing. Needs the tables of {@link
 * #SCHEMA}. All processes should have clocks within a heartbeat or two; if not, work is taken over too early or too late, and each
 * step still takes effect once.
 *
 * <p>Thread-safe.
 */
public final class Operations implements AutoCloseable {

    /** The tables: the operations, and the queues of work and of callbacks: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA =
            TableSchema.of(Operations.class, "operations", "counterfoil_callback_queue");

    /** The most operations that one {@link #list} returns. */
    public static final int MAX_LIST = 1_000;

    /** How many operations {@link #failures} looks at. */
    public static final int MOST_SEARCHED = 10_000;

    private static final Duration LONGEST_RETENTION = Duration.ofDays(365_000);

    private final DataSource dataSource;
    private final SqlDialect dialect;
    private final InstantSource clock;
    private final OperationTable table;
    private final Transactions transactions;
    private final Map<String, OperationWork> kinds;
    private final Queue works;
    private final Queue calls;
    private final Waiters waiters;
    private final Scheduler scheduler;
    private final Optional<Callbacks> callbacks;
    private final CallbackSecrets secrets;
    private final Optional<Scheduler> callbackScheduler;

    Operations(Builder builder) {
        this.dataSource = builder.dataSource;
        this.dialect = builder.dialect;
        this.clock = builder.clock;
        this.table = new OperationTable(builder.dialect);
        this.transactions = builder.transactions;
        this.kinds = Map.copyOf(builder.works);
        this.waiters = new Waiters(builder.settings.waiters());
        this.works = new Queue(new Queue.Table("counterfoil_operation_queue", builder.dialect), clock);
        this.callbacks = builder.callbacks;
        this.secrets = builder.secrets;
        this.calls = new Queue(new Queue.Table("counterfoil_callback_queue", builder.dialect), clock);
        WorkJob.Means means = new WorkJob.Means(
                table,
                builder.transactions,
                builder.settings,
                clock,
                (connection, entry) -> calls.put(connection, CallbackJob.TASK, entry),
                this::ended);
        Map<String, Queue.Job> jobs = new HashMap<>();
        builder.works.forEach((kind, work) -> jobs.put(kind, new WorkJob(work, means)));
        this.scheduler = works.scheduler(dataSource, builder.settings, builder.settings.threads(), jobs);
        this.callbackScheduler = callbacks.map(via -> calls.scheduler(
                dataSource,
                builder.settings,
                builder.settings.callbackThreads(),
                Map.of(
                        CallbackJob.TASK,
                        new CallbackJob(table, builder.transactions, builder.settings, via, builder.secrets))));
    }

    /**
     * {@return a builder of operations in a database}
     *
     * @param dataSource gives the connections of polls, heartbeats and steps
     * @param dialect {@code Dialects.of(dataSource)}, or the constant where there is a single database
     */
    public static Builder builder(DataSource dataSource, SqlDialect dialect) {
        return new Builder(dataSource, dialect);
    }

    /**
     * Begins to execute what is due, on threads of its own; once.
     *
     * @throws IllegalStateException when it was started or closed before, or the database is distributed over nodes and the dialect is not,
     *     or the other way round
     * @throws StoreException when the database is unreachable
     */
    public void start() {
        if (scheduler.getSchedulerState().isStarted()
                || scheduler.getSchedulerState().isShuttingDown()) {
            throw new IllegalStateException("already started or closed");
        }
        requireDialect();
        scheduler.start();
        callbackScheduler.ifPresent(Scheduler::start);
    }

    /** Entries of the queues differ where operations are distributed. */
    private void requireDialect() {
        try {
            SqlDialect found = Dialects.of(dataSource);
            if (found.isDistributed() != dialect.isDistributed()) {
                throw new IllegalStateException(
                        "the data source leads to %s, and the operations were made for %s: pass Dialects.of(dataSource)"
                                .formatted(products(found), products(dialect)));
            }
        } catch (SQLException failure) {
            throw new StoreException("asking the database what it is", failure);
        }
    }

    private static String products(SqlDialect dialect) {
        return String.join(", ", dialect.products());
    }

    /**
     * Ends: steps that are being made are finished, and their operations given back at once for other processes to go
     * on with. A step that exceeds the configured time is interrupted and repeated by another process. A second call
     * does nothing. The data source and the callbacks stay open.
     */
    @Override
    public void close() {
        if (!scheduler.getSchedulerState().isShuttingDown()) {
            scheduler.stop();
            callbackScheduler.ifPresent(Scheduler::stop);
        }
    }

    /**
     * Submits work, in the connection's transaction: it is there, and will be executed, if that commits. Part of the work whose
     * correlation ID is current here, or of a new one. Of two that submit under one name at the same time the second waits for the first.
     *
     * @param connection within a transaction, which the caller commits
     * @param operation the work
     * @return {@link Submission.Known} where the reference is taken: the transaction goes on then, and nothing was submitted; otherwise the new
     *     operation
     * @throws IllegalStateException when it has a callback, and there are no {@linkplain Builder#callbacks callbacks} here
     * @throws SQLException the driver's
     */
    public Submission submit(Connection connection, NewOperation operation) throws SQLException {
        if (operation.callback().isPresent() && callbacks.isEmpty()) {
            throw new IllegalStateException("callbacks are not configured, but one is requested by " + operation);
        }
        CorrelationId correlation = Correlation.current().orElseGet(CorrelationId::fresh);
        Inserted<OperationRow> inserted = table.insert(connection, operation, correlation, clock.instant());
        OperationRow row = inserted.row();
        if (inserted instanceof Inserted.Existing<OperationRow>) {
            return new Submission.Known(row.operation());
        }
        works.put(connection, operation.kind(), table.entry(row));
        return new Submission.Submitted(row.operation());
    }

    /**
     * Looks for due work and due callbacks now rather than at the next interval: to be called after the transaction of a submission, or of a
     * {@linkplain #redeliverCallback redelivery}, has committed.
     */
    public void wake() {
        scheduler.triggerCheckForDueExecutions();
        callbackScheduler.ifPresent(Scheduler::triggerCheckForDueExecutions);
    }

    /**
     * {@return why a target of a callback is not permitted, or empty when it is: see {@link Callbacks#check}}
     *
     * @param target as the client specified it
     * @throws IllegalStateException when there are no {@linkplain Builder#callbacks callbacks} here
     */
    public Optional<String> checkCallback(URI target) {
        return callbacks
                .orElseThrow(() -> new IllegalStateException("callbacks are not configured"))
                .check(target);
    }

    /**
     * {@return an operation, as the connection's transaction sees it; empty where there is none of this name}
     *
     * @param connection within a transaction, or in auto-commit mode
     * @param namespace the client's
     * @param kind the kind of work
     * @param reference the operation's name
     * @throws SQLException the driver's
     */
    public Optional<Operation> find(Connection connection, Namespace namespace, String kind, ReferenceId reference)
            throws SQLException {
        return table.find(connection, namespace, kind, reference).map(OperationRow::operation);
    }

    /**
     * {@return the operations of one namespace and kind, the newest first, as the connection's transaction sees them}
     *
     * @param connection within a transaction, or in auto-commit mode
     * @param namespace the client's
     * @param kind the kind of work
     * @param after the last operation of the page before; empty for the newest. With one that does not exist the list begins at the newest
     * @param limit the maximum number, 1 to {@value #MAX_LIST}
     * @throws IllegalArgumentException if the limit is out of range
     * @throws SQLException the driver's
     */
    public List<Operation> list(
            Connection connection, Namespace namespace, String kind, Optional<ReferenceId> after, int limit)
            throws SQLException {
        checked(limit);
        Optional<UUID> before = Optional.empty();
        if (after.isPresent()) {
            before = table.find(connection, namespace, kind, after.get()).map(OperationRow::id);
        }
        return table.list(connection, namespace, kind, before, limit).stream()
                .map(OperationRow::operation)
                .toList();
    }

    /**
     * Lists operations of all namespaces and kinds that have not ended, for operators.
     *
     * @param connection within a transaction, or in auto-commit mode
     * @param limit the maximum number, 1 to {@value #MAX_LIST}
     * @return those whose next step is due first come first; one that ends meanwhile is left out
     * @throws IllegalArgumentException if the limit is out of range
     * @throws SQLException the driver's
     */
    public List<UnfinishedOperation> unfinished(Connection connection, int limit) throws SQLException {
        List<UnfinishedOperation> found = new ArrayList<>();
        for (Queue.Waiting waiting : works.first(connection, checked(limit))) {
            table.find(connection, waiting.entry())
                    .filter(row -> !row.operation().hasEnded())
                    .ifPresent(row -> found.add(new UnfinishedOperation(
                            row.operation(), row.failures(), waiting.dueAt(), waiting.isPicked())));
        }
        return found;
    }

    /**
     * Lists callbacks of all namespaces that have not been delivered, for operators.
     *
     * @param connection within a transaction, or in auto-commit mode
     * @param limit the maximum number, 1 to {@value #MAX_LIST}
     * @return those that are due first come first
     * @throws IllegalArgumentException if the limit is out of range
     * @throws SQLException the driver's
     */
    public List<PendingCallback> pendingCallbacks(Connection connection, int limit) throws SQLException {
        List<PendingCallback> found = new ArrayList<>();
        for (Queue.Waiting waiting : calls.first(connection, checked(limit))) {
            table.find(connection, waiting.entry())
                    .filter(row -> row.operation().callback() == CallbackState.PENDING)
                    .ifPresent(row -> found.add(
                            new PendingCallback(row.operation(), row.target(), row.callbackTries(), waiting.dueAt())));
        }
        return found;
    }

    /**
     * Lists operations of all namespaces that have failed, or whose callback was given up, for operators: among the newest {@value #MOST_SEARCHED}.
     *
     * @param connection within a transaction, or in auto-commit mode
     * @param limit the maximum number, 1 to {@value #MAX_LIST}
     * @return the newest first
     * @throws IllegalArgumentException if the limit is out of range
     * @throws SQLException the driver's
     */
    public List<Operation> failures(Connection connection, int limit) throws SQLException {
        return table.failures(connection, MOST_SEARCHED, checked(limit)).stream()
                .map(OperationRow::operation)
                .toList();
    }

    /**
     * Makes a callback again that was given up, in the connection's transaction: once that commits, it is {@linkplain CallbackState#PENDING
     * pending} and due at once, under the request ID that it has had from the beginning, and is repeated after failures as often as a new one.
     * {@link #wake} starts it at once in this process. A target that has received it before recognises it by the request ID.
     *
     * <p>Of several that do this at the same time one gets {@link CallbackRedelivery#QUEUED}; the others wait for its transaction. An operation
     * whose retention is over is kept as long as its callback is pending, and can be removed as soon as that is delivered or given up again.
     *
     * @param connection in a transaction, which the caller commits or rolls back
     * @param namespace the operation's
     * @param kind the operation's
     * @param reference the operation's
     * @return {@link CallbackRedelivery#QUEUED}, or why not
     * @throws RuntimeException what the {@linkplain CallbackSecrets secrets} throw; nothing has changed
     * @throws SQLException the driver's; the transaction is to be rolled back
     */
    public CallbackRedelivery redeliverCallback(
            Connection connection, Namespace namespace, String kind, ReferenceId reference) throws SQLException {
        Optional<OperationRow> found = table.find(connection, namespace, kind, reference);
        if (found.isEmpty()) {
            return CallbackRedelivery.NOT_FOUND;
        }
        OperationRow row = found.get();
        if (row.operation().callback() != CallbackState.GAVE_UP) {
            return CallbackRedelivery.NOT_GIVEN_UP;
        }
        if (secrets.of(namespace).isEmpty()) {
            return CallbackRedelivery.NO_SECRET;
        }
        if (!table.callAgain(connection, row)) {
            return CallbackRedelivery.NOT_GIVEN_UP;
        }
        calls.putAgain(connection, CallbackJob.TASK, table.entry(row));
        return CallbackRedelivery.QUEUED;
    }

    private static int checked(int limit) {
        if (limit < 1 || limit > MAX_LIST) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIST + ", and is " + limit);
        }
        return limit;
    }

    /**
     * Waits until an operation has ended, in any process, or the time is over; and reads it, as it was last
     * committed. An end in this process is noticed at once, an end in another process within 250 ms. Where too many
     * wait already, it reads and does not wait. Uses a connection for a moment now and then, and none in between.
     *
     * @param namespace the client's
     * @param kind the kind of work
     * @param reference the operation's name
     * @param atMost how long to wait; zero to read only
     * @return as it is now; empty where there is none of this name
     * @throws InterruptedException when the thread was interrupted while it waited
     * @throws SQLException the driver's
     */
    public Optional<Operation> await(Namespace namespace, String kind, ReferenceId reference, Duration atMost)
            throws SQLException, InterruptedException {
        return waiters.<SQLException>await(
                new Waiters.Key(namespace, kind, reference),
                atMost,
                () -> AutoCommit.run(dataSource, connection -> find(connection, namespace, kind, reference)));
    }

    /**
     * {@return the ended operations of the kinds that have their work here, for a {@link io.counterfoil.idempotency.maintenance.Purge}} An operation
     * that has not ended, or whose callback is still to be delivered, is not removed. {@link OperationWork#remove} removes what the work stored for
     * it, in the same transaction. After that its reference can be submitted again, as new work.
     *
     * @param retention how long an operation is kept after its end, by the processes' clocks; positive, at most 365,000 days
     * @throws IllegalArgumentException when the retention is another
     */
    public ExpiredRows expired(Duration retention) {
        if (retention.isNegative() || retention.isZero() || retention.compareTo(LONGEST_RETENTION) > 0) {
            throw new IllegalArgumentException(
                    "retention must be positive and at most %s, not %s".formatted(LONGEST_RETENTION, retention));
        }
        EndedOperations ended = new EndedOperations(table, clock, kinds, retention);
        return new TableRows("operations", transactions, dialect, ended::remove);
    }

    private void ended(Operation operation) {
        waiters.ended(operation);
        callbackScheduler.ifPresent(Scheduler::triggerCheckForDueExecutions);
    }

    /** Describes {@link Operations}. Not thread-safe. */
    public static final class Builder {

        final DataSource dataSource;
        final SqlDialect dialect;
        final Map<String, OperationWork> works = new HashMap<>();
        Transactions transactions;
        OperationSettings settings = OperationSettings.DEFAULT;
        InstantSource clock = Clock.systemUTC();
        Optional<Callbacks> callbacks = Optional.empty();
        CallbackSecrets secrets = namespace -> List.of();

        Builder(DataSource dataSource, SqlDialect dialect) {
            this.dataSource = dataSource;
            this.dialect = dialect;
            this.transactions = new DataSourceTransactions(dataSource);
        }

        /**
         * Executes the operations of a kind.
         *
         * @param kind 1 to 100 characters of printable ASCII without spaces
         * @param work must be thread-safe; called by several threads
         * @return this builder
         * @throws IllegalArgumentException when it is no kind, or already has its work
         */
        public Builder work(String kind, OperationWork work) {
            if (works.putIfAbsent(Texts.kind(kind), work) != null) {
                throw new IllegalArgumentException("the kind " + kind + " already has its work");
            }
            return this;
        }

        /**
         * Sets what delivers the callbacks of operations. Without it, operations with callbacks are refused.
         *
         * @param via delivers them; the caller closes it
         * @param under the secrets that each client's callbacks are signed with
         * @return this builder
         */
        public Builder callbacks(Callbacks via, CallbackSecrets under) {
            callbacks = Optional.of(via);
            secrets = under;
            return this;
        }

        /**
         * Sets the transactions of the steps: those of the data source by default.
         *
         * @param others those of a framework, which a step's own parts join; they must lead to the same database
         * @return this builder
         */
        public Builder transactions(Transactions others) {
            transactions = others;
            return this;
        }

        /**
         * Sets the numbers and times: {@link OperationSettings#DEFAULT} by default.
         *
         * @param others the settings of this process
         * @return this builder
         */
        public Builder settings(OperationSettings others) {
            settings = others;
            return this;
        }

        /**
         * Sets the clock: the system's by default.
         *
         * @param other gives the times of operations, and decides what is due
         * @return this builder
         */
        public Builder clock(InstantSource other) {
            clock = other;
            return this;
        }

        /** {@return the operations; nothing is executed before {@link Operations#start}} */
        public Operations build() {
            return new Operations(this);
        }
    }
}
