package io.counterfoil.springboot.internal;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What gauges show of a store: read when it is asked for, at most every ten seconds and once at a time, however often that is, on a thread of
 * its own. A reading that takes long is kept for nineteen times as long, so that all of them together take a twentieth of a connection's time.
 *
 * <p>A scrape asks several stores one after the other on one thread, and waits for two seconds at most in all: a thread that has waited for
 * one store in vain does not wait for another, and none waits for a store whose reading before has failed. Thread-safe.
 */
public final class StoreReading<T> {

    private static final Duration FRESH = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int REST = 19;

    /** When a thread has last waited in vain, for whichever store. */
    private static final ThreadLocal<Optional<Long>> IN_VAIN = ThreadLocal.withInitial(Optional::empty);

    private static final Logger LOG = LoggerFactory.getLogger(StoreReading.class);

    private final String what;
    private final Supplier<T> query;
    private final Duration limit;
    private final LongSupplier nanoTime;
    private @Nullable Reading<T> last;
    private volatile boolean failing;
    private volatile Duration fresh = FRESH;

    /** @param what is read, for the log */
    public StoreReading(String what, Supplier<T> query) {
        this(what, query, LIMIT, System::nanoTime);
    }

    /** @param limit of a wait */
    StoreReading(String what, Supplier<T> query, Duration limit, LongSupplier nanoTime) {
        this.what = what;
        this.query = query;
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    /** @param awaited whether the store answered the reading before, or there was none */
    private record Reading<T>(CompletableFuture<T> result, long begun, boolean awaited) {}

    private boolean isOlderThan(Duration age, Reading<T> reading) {
        return nanoTime.getAsLong() - reading.begun > age.toNanos();
    }

    /** What was read last, or is read now; empty where the store failed, or has not answered within two seconds. */
    public Optional<T> value() {
        Reading<T> reading = reading();
        boolean waits = reading.awaited && !isOlderThan(limit, reading) && !hasWaitedInVain();
        Duration wait = waits ? limit : Duration.ZERO;
        try {
            return Optional.of(reading.result.get(wait.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException failed) {
            // Logged by the thread that reads.
            return Optional.empty();
        } catch (TimeoutException unknown) {
            if (waits) {
                IN_VAIN.set(Optional.of(nanoTime.getAsLong()));
            }
            return Optional.empty();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private boolean hasWaitedInVain() {
        return IN_VAIN.get()
                .filter(time -> nanoTime.getAsLong() - time < limit.toNanos())
                .isPresent();
    }

    /** A number of it, for a gauge; NaN where there is none. */
    public double number(ToDoubleFunction<T> number) {
        return value().map(known -> number.applyAsDouble(known)).orElse(Double.NaN);
    }

    private synchronized Reading<T> reading() {
        Reading<T> current = last;
        if (current == null || (current.result.isDone() && isOlderThan(fresh, current))) {
            Reading<T> next = new Reading<>(new CompletableFuture<>(), nanoTime.getAsLong(), !failing);
            DaemonThreads.thread("counterfoil-gauges", () -> read(next)).start();
            last = next;
            return next;
        }
        return current;
    }

    private void read(Reading<T> reading) {
        try {
            T found = query.get();
            failing = false;
            Duration rest =
                    Duration.ofNanos(nanoTime.getAsLong() - reading.begun).multipliedBy(REST);
            fresh = rest.compareTo(FRESH) > 0 ? rest : FRESH;
            reading.result.complete(found);
        } catch (RuntimeException | Error failure) {
            if (!failing) {
                LOG.warn("The gauges of {} are unknown while the store cannot be read", what, failure);
            }
            failing = true;
            fresh = FRESH;
            reading.result.completeExceptionally(failure);
        }
    }
}
