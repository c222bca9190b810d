package io.counterfoil.springboot.internal;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What gauges show of a store: read when it is asked for, at most every ten seconds and once at a time, however often that is, on a thread of
 * its own. A reader waits two seconds at most. Thread-safe.
 */
public final class StoreReading<T> {

    private static final Duration FRESH = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(StoreReading.class);

    private final String what;
    private final Supplier<T> query;
    private @Nullable Reading<T> last;
    private volatile boolean failing;

    /** @param what is read, for the log */
    public StoreReading(String what, Supplier<T> query) {
        this.what = what;
        this.query = query;
    }

    private record Reading<T>(CompletableFuture<T> result, long begun) {

        boolean isOlderThan(Duration age) {
            return System.nanoTime() - begun > age.toNanos();
        }
    }

    /** What was read last, or is read now; empty where the store failed, or has not answered within two seconds. */
    public Optional<T> value() {
        Reading<T> reading = reading();
        Duration limit = reading.isOlderThan(LIMIT) ? Duration.ZERO : LIMIT;
        try {
            return Optional.of(reading.result.get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException unknown) {
            // Logged by the thread that reads.
            return Optional.empty();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A number of it, for a gauge; NaN where there is none. */
    public double number(ToDoubleFunction<T> number) {
        return value().map(known -> number.applyAsDouble(known)).orElse(Double.NaN);
    }

    private synchronized Reading<T> reading() {
        Reading<T> current = last;
        if (current == null || (current.result.isDone() && current.isOlderThan(FRESH))) {
            Reading<T> fresh = new Reading<>(new CompletableFuture<>(), System.nanoTime());
            DaemonThreads.thread("counterfoil-gauges", () -> read(fresh.result)).start();
            last = fresh;
            return fresh;
        }
        return current;
    }

    private void read(CompletableFuture<T> result) {
        try {
            result.complete(query.get());
            failing = false;
        } catch (RuntimeException | Error failure) {
            if (!failing) {
                LOG.warn("The gauges of {} are unknown while the store cannot be read", what, failure);
            }
            failing = true;
            result.completeExceptionally(failure);
        }
    }
}
