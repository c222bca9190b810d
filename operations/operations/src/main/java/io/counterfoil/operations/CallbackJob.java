package io.counterfoil.operations;

import io.counterfoil.callbacks.Callback;
import io.counterfoil.callbacks.CallbackDelivery;
import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Extension;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the callback of an operation that has ended, with retries up to a limit. At least once, and always under the
 * request ID that the operation's row has had from the beginning: a repeated delivery is a duplicate, which the
 * receiver detects by that ID. Thread-safe.
 */
final class CallbackJob implements Queue.Job {

    /** What a callback is called in its queue. */
    static final String TASK = "callback";

    private static final Logger LOG = LoggerFactory.getLogger(CallbackJob.class);

    /** Whatever a target asks for. */
    private static final Duration LONGEST_WISH = Duration.ofDays(1);

    private static final int JITTER = 10;

    private final OperationTable table;
    private final Transactions transactions;
    private final OperationSettings settings;
    private final Callbacks callbacks;
    private final CallbackSecrets secrets;

    CallbackJob(
            OperationTable table,
            Transactions transactions,
            OperationSettings settings,
            Callbacks callbacks,
            CallbackSecrets secrets) {
        this.table = table;
        this.transactions = transactions;
        this.settings = settings;
        this.callbacks = callbacks;
        this.secrets = secrets;
    }

    @Override
    public Queue.Outcome run(String entry, BooleanSupplier stopping) {
        Optional<OperationRow> due = find(entry);
        if (due.isEmpty() || due.get().target().isEmpty()) {
            return new Queue.Outcome.Done();
        }
        OperationRow row = due.get();
        Correlation.Scope scope = Correlation.adoptExtended(row.operation().correlationId(), Extension.DEFAULT);
        try (scope) {
            return deliverAndSettle(row);
        }
    }

    /** It is due again, and that is all: the target knows it by its request ID. */
    @Override
    public void revived(String entry) {}

    private Queue.Outcome deliverAndSettle(OperationRow row) {
        try {
            return settle(row, deliver(row));
        } catch (InterruptedException ending) {
            LOG.info("A callback was interrupted by the shutdown of this process; another process will repeat it");
            return new Queue.Outcome.Again(Duration.ZERO);
        }
    }

    private CallbackDelivery deliver(OperationRow row) throws InterruptedException {
        Operation operation = row.operation();
        List<CallbackSecret> keys;
        try {
            keys = secrets.of(operation.namespace());
        } catch (RuntimeException unknown) {
            LOG.warn("The callback secrets of {} could not be read", operation.namespace(), unknown);
            keys = List.of();
        }
        return keys.isEmpty()
                ? new CallbackDelivery.Failed("there is no secret of " + operation.namespace(), Optional.empty())
                : callbacks.deliver(new Callback(row.callbackId(), row.target().orElseThrow(), body(operation), keys));
    }

    private Queue.Outcome settle(OperationRow row, CallbackDelivery delivery) {
        if (delivery instanceof CallbackDelivery.Delivered delivered) {
            LOG.info("Callback delivered, status {}: {}", delivered.status(), row.operation());
            record(row, table::delivered);
            return new Queue.Outcome.Done();
        }
        if (delivery instanceof CallbackDelivery.Unwanted) {
            LOG.info("Callback rejected by its target: {}", row.operation());
            undelivered(row, CallbackState.GAVE_UP, row.callbackTries());
            return new Queue.Outcome.Done();
        }
        int tries = row.callbackTries() + 1;
        if (tries > settings.callbackPauses().size()) {
            LOG.warn("Callback abandoned after {} deliveries, {}: {}", tries, delivery, row.operation());
            undelivered(row, CallbackState.GAVE_UP, tries);
            return new Queue.Outcome.Done();
        }
        Duration pause = longer(settings.callbackPauses().get(tries - 1), wish(delivery));
        LOG.info("Callback failed, retry in {}, {}: {}", pause, delivery, row.operation());
        undelivered(row, CallbackState.PENDING, tries);
        return new Queue.Outcome.Again(jittered(pause));
    }

    private static Duration wish(CallbackDelivery delivery) {
        Duration wish = delivery instanceof CallbackDelivery.Failed failed
                ? failed.retryAfter().orElse(Duration.ZERO)
                : Duration.ZERO;
        return wish.compareTo(LONGEST_WISH) < 0 ? wish : LONGEST_WISH;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** So that callbacks which failed together do not come back together. */
    private static Duration jittered(Duration pause) {
        return pause.plusMillis(ThreadLocalRandom.current().nextLong(pause.toMillis() / JITTER + 1));
    }

    /** The contents of a callback. */
    static String body(Operation operation) {
        return "{\"reference_id\":" + Texts.quoted(operation.reference().value())
                + ",\"kind\":" + Texts.quoted(operation.kind())
                + ",\"state\":" + Texts.quoted(operation.state().name().toLowerCase(Locale.ROOT))
                + operation.result().map(result -> ",\"result\":" + result).orElse("")
                + operation.failure().map(failure -> ",\"failure\":" + failure).orElse("")
                + "}";
    }

    private Optional<OperationRow> find(String entry) {
        try {
            return transactions
                    .single(connection -> table.find(connection, entry))
                    .filter(row -> row.operation().callback() == CallbackState.PENDING);
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot read the operation " + entry, failure);
        }
    }

    private void undelivered(OperationRow row, CallbackState state, int tries) {
        record(row, (connection, one) -> table.undelivered(connection, one, state, tries));
    }

    private void record(OperationRow row, Change change) {
        try {
            transactions.single(connection -> {
                change.make(connection, row);
                return row;
            });
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot record the callback of " + row.operation(), failure);
        }
    }

    /** A statement that changes a row. */
    @FunctionalInterface
    private interface Change {

        void make(Connection connection, OperationRow row) throws SQLException;
    }
}
