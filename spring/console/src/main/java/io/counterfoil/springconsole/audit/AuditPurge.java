package io.counterfoil.springconsole.audit;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.maintenance.RecordPurge;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes decisions that are older than their retention now and then, batch by batch, on a thread of its own. Thread-safe. */
public final class AuditPurge implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AuditPurge.class);

    private final ConsoleAudit audit;
    private final Duration retention;
    private final Duration interval;
    private final int batch;
    private final Thread thread = DaemonThreads.thread("counterfoil-console-purge", this::rounds);
    private volatile boolean closed;

    /**
     * Starts; the first round runs after about one interval, which several processes do not begin at the same time.
     *
     * @param retention how old a decision is that may go
     * @param interval between two rounds
     * @param batch how many one transaction removes at most; {@value ConsoleAudit#MAX_BATCH} where it is more
     */
    public AuditPurge(ConsoleAudit audit, Duration retention, Duration interval, int batch) {
        this.audit = audit;
        this.retention = retention;
        this.interval = interval;
        this.batch = Math.min(batch, ConsoleAudit.MAX_BATCH);
        thread.start();
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
            RecordPurge.drain(
                    batch,
                    () -> closed,
                    () -> audit.purge(retention, batch),
                    removed -> log.debug("Decisions of operators purged [count={}]", removed));
        } catch (RuntimeException failed) {
            if (!closed) {
                log.warn("Purging decisions of operators failed; the next round runs as scheduled", failed);
            }
        }
    }

    /** Ends; a batch in progress is interrupted. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
