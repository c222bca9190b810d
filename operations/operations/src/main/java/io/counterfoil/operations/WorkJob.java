package io.counterfoil.operations;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Extension;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes the operations of one kind, each step of them in one transaction.
 *
 * <h2>Why each step takes effect once</h2>
 *
 * <p>A step's transaction first locks the operation's row and reads it. A process that does not get the lock at once
 * leaves it, and comes back later. If several processes execute one operation at the same time, only one of them
 * executes each step, and each step starts where the last committed one ended: recovery point and effects are in one
 * commit. A process that was paused in the middle of a step holds the lock until its connection ends, and then its step
 * was never made; one that was paused between two steps reads a row that others have taken further. The queue, and its
 * clocks and heartbeats, decide how soon the work is resumed, and never whether a step is executed twice.
 *
 * <p>The end of an operation and its callback's place in the queue are in one commit too. Thread-safe.
 */
final class WorkJob implements Queue.Job {

    /** The problem that clients receive for an internal failure. */
    static final String GIVEN_UP =
            "{\"type\":\"urn:counterfoil:problem:operation-failed\",\"title\":\"Operation failed\",\"status\":500,"
                    + "\"detail\":\"a step of the operation failed repeatedly; the effects of earlier steps remain\"}";

    private static final Logger LOG = LoggerFactory.getLogger(WorkJob.class);

    private final OperationWork work;
    private final Means means;
    private final Extension each;

    WorkJob(OperationWork work, Means means) {
        this.work = work;
        this.means = means;
        this.each = means.settings().processing();
    }

    /**
     * What all kinds share.
     *
     * @param callbacks puts an operation's callback into its queue
     * @param ended called for each operation that has ended in this process, after the commit
     */
    record Means(
            OperationTable table,
            Transactions transactions,
            OperationSettings settings,
            InstantSource clock,
            CallbackQueue callbacks,
            Consumer<Operation> ended) {}

    /** Where callbacks are put. */
    @FunctionalInterface
    interface CallbackQueue {

        void put(Connection connection, String entry);
    }

    /**
     * What came of a step: its transaction has committed.
     *
     * @param before the operation as it was before the step
     */
    private record Made(Operation before, OperationStep step) {}

    @Override
    public Queue.Outcome run(String entry, BooleanSupplier stopping) {
        Optional<OperationRow> begun;
        try {
            begun = inTransaction(connection -> begin(connection, entry));
        } catch (OperationLockedException locked) {
            return later();
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot begin the operation " + entry, failure);
        }
        if (begun.isEmpty()) {
            return new Queue.Outcome.Done();
        }
        Correlation.Scope scope =
                Correlation.adoptExtended(begun.get().operation().correlationId(), each);
        try (scope) {
            LOG.info("OperationWork continues: {}", begun.get().operation());
            return steps(entry, stopping);
        }
    }

    /** A process failed while executing it: that counts as a failure, because the operation may have caused it. */
    @Override
    public void revived(String entry) {
        count(entry);
    }

    private Queue.Outcome steps(String entry, BooleanSupplier stopping) {
        long begin = System.nanoTime();
        long turn = means.settings().turn().toNanos();
        while (true) {
            Optional<Made> made;
            try {
                made = inTransaction(connection -> step(connection, entry));
            } catch (OperationLockedException locked) {
                return later();
            } catch (Exception | Error failure) {
                return failed(entry, failure, stopping);
            }
            if (made.isEmpty()) {
                return new Queue.Outcome.Done();
            }
            if (!(made.get().step() instanceof OperationStep.GoOn more)) {
                return ended(made.get().before());
            }
            LOG.debug("Step finished, {} done", more.done());
            if (stopping.getAsBoolean() || System.nanoTime() - begin > turn) {
                return new Queue.Outcome.Again(Duration.ZERO);
            }
        }
    }

    private Optional<OperationRow> begin(Connection connection, String entry) throws SQLException {
        Optional<OperationRow> open = open(connection, entry);
        if (open.isPresent() && open.get().operation().state() == OperationState.PENDING) {
            means.table().start(connection, open.get(), means.clock().instant());
        }
        return open;
    }

    private Optional<Made> step(Connection connection, String entry) throws Exception {
        Optional<OperationRow> open = open(connection, entry);
        if (open.isEmpty()) {
            return Optional.empty();
        }
        OperationRow row = open.get();
        OperationStep step = work.advance(connection, row.operation());
        if (step instanceof OperationStep.GoOn more) {
            means.table().goOn(connection, row, more);
        } else if (step instanceof OperationStep.Finished finished) {
            means.table().succeed(connection, row, finished, means.clock().instant());
            call(connection, row);
        } else if (step instanceof OperationStep.Failed failed) {
            fail(connection, row, failed);
        }
        return Optional.of(new Made(row.operation(), step));
    }

    private void fail(Connection connection, OperationRow row, OperationStep.Failed failed) throws SQLException {
        means.table().fail(connection, row, failed.problem(), means.clock().instant());
        call(connection, row);
    }

    /** The operation's row, locked; empty where there is nothing left to do. */
    private Optional<OperationRow> open(Connection connection, String entry) throws SQLException {
        return means.table()
                .lock(connection, entry)
                .filter(row -> !row.operation().hasEnded());
    }

    private void call(Connection connection, OperationRow row) {
        if (row.target().isPresent()) {
            means.callbacks().put(connection, means.table().entry(row));
        }
    }

    private Queue.Outcome ended(Operation operation) {
        LOG.info("OperationWork ended: {}", operation);
        means.ended().accept(operation);
        return new Queue.Outcome.Done();
    }

    private Queue.Outcome later() {
        return new Queue.Outcome.Again(means.settings().heartbeat());
    }

    private Queue.Outcome failed(String entry, Throwable failure, BooleanSupplier stopping) {
        if (stopping.getAsBoolean()) {
            // The thread may be interrupted by now, and is yet to write to the queue.
            boolean interrupted = Thread.interrupted();
            LOG.info(
                    "A step failed during the shutdown of this process [interrupted={}]; another process will repeat it",
                    interrupted,
                    failure);
            return new Queue.Outcome.Again(Duration.ZERO);
        }
        LOG.warn("A step failed and was rolled back", failure);
        return count(entry);
    }

    /** Counts a failure; one too many ends the operation. */
    private Queue.Outcome count(String entry) {
        Optional<OperationRow> counted;
        try {
            counted = inTransaction(connection -> count(connection, entry));
        } catch (OperationLockedException locked) {
            return later();
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot count a failure of the operation " + entry, failure);
        }
        if (counted.isEmpty()) {
            return new Queue.Outcome.Done();
        }
        int failures = counted.get().failures() + 1;
        if (failures < means.settings().failureLimit()) {
            return new Queue.Outcome.Again(means.settings().pauseAfter(failures));
        }
        Operation operation = counted.get().operation();
        // Within the run that failed; a separate run where a process failed.
        Correlation.Scope scope = Correlation.adoptExtended(operation.correlationId(), each);
        try (scope) {
            LOG.error("Abandoned after {} consecutive failures: {}", failures, operation);
            return ended(operation);
        }
    }

    private Optional<OperationRow> count(Connection connection, String entry) throws SQLException {
        Optional<OperationRow> open = open(connection, entry);
        if (open.isPresent()) {
            OperationRow row = open.get();
            if (row.failures() + 1 < means.settings().failureLimit()) {
                means.table().countFailure(connection, row);
            } else {
                fail(connection, row, new OperationStep.Failed(GIVEN_UP));
            }
        }
        return open;
    }

    private <T, X extends Exception> T inTransaction(Statements<T, X> statements) throws X {
        return means.transactions().run(transaction -> statements.run(transaction.connection()));
    }

    /** What is done in a transaction. */
    @FunctionalInterface
    private interface Statements<T, X extends Exception> {

        T run(Connection connection) throws X;
    }
}
