package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.maintenance.RecordPurge;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.jdbc.entity.CreationCommand;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.settings.CreationRetention;
import io.counterfoil.springboot.settings.PurgeSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets creations by age and by number now and then, batch by batch, on a thread of its own. Pauses between rounds are drawn from half
 * the interval to one and a half, so that processes that started together do not prune together. It rests after each batch as {@link
 * RecordPurge} does. Thread-safe.
 */
final class CreationPurge implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CreationPurge.class);

    private final Transactions transactions;
    private final Duration interval;
    private final int batch;
    private final List<Pruning> prunings = new ArrayList<>();
    private final Thread thread = DaemonThreads.thread("counterfoil-creation-purge", this::rounds);
    private volatile boolean closed;

    /** Starts, unless neither age nor number is limited. */
    CreationPurge(Transactions transactions, CreationIdentifiers creations, Duration interval, PurgeSettings settings) {
        this.transactions = transactions;
        this.interval = interval;
        this.batch = Math.min(settings.batch(), CreationIdentifiers.MAX_BATCH);
        CreationRetention limits = settings.creations();
        limits.maxAge()
                .duration()
                .ifPresent(age -> prunings.add(connection -> creations.pruneOlderThan(connection, age, batch)));
        limits.maxNumber().ifPresent(keep -> prunings.add(connection -> creations.prune(connection, keep, batch)));
        limits.maxNumberOf().forEach((name, keep) -> {
            CreationCommand<UUID> command = creations.command(name, UuidV4.shared());
            prunings.add(connection -> command.prune(connection, keep, batch));
        });
        if (isOn()) {
            thread.start();
        }
    }

    /** Whether age or number is limited. */
    boolean isOn() {
        return !prunings.isEmpty();
    }

    private void rounds() {
        try {
            while (!closed) {
                double pause = interval.toNanos() * ThreadLocalRandom.current().nextDouble(0.5, 1.5);
                TimeUnit.NANOSECONDS.sleep((long) pause);
                round();
            }
        } catch (InterruptedException closing) {
            // Only close() interrupts this thread, and ends it.
            Thread.currentThread().interrupt();
        }
    }

    private void round() throws InterruptedException {
        try {
            for (Pruning pruning : prunings) {
                prune(pruning);
            }
        } catch (RuntimeException failed) {
            if (!closed) {
                log.warn("Pruning creations failed; the next round runs as scheduled", failed);
            }
        }
    }

    private void prune(Pruning pruning) throws InterruptedException {
        RecordPurge.drain(
                batch,
                () -> closed,
                () -> transactions.<Integer, RuntimeException>run(
                        transaction -> pruned(transaction.connection(), pruning)),
                removed -> log.debug("Creations pruned [count={}]", removed));
    }

    private static int pruned(Connection connection, Pruning pruning) {
        try {
            return pruning.batch(connection);
        } catch (SQLException failure) {
            throw new StoreException("pruning creations", failure);
        }
    }

    /** One batch. */
    @FunctionalInterface
    private interface Pruning {

        int batch(Connection connection) throws SQLException;
    }

    /** Ends; a batch in progress is interrupted. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
