package io.counterfoil.springboot.engine;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.settings.ReplayCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application's engines: the default one, and those with the settings of endpoints and methods, in
 * the other mode or under leases of their own. All call the same listeners. Thread-safe.
 */
public final class IdempotencyEngines implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyEngines.class);

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final Idempotency standard;
    private final Mode mode;
    private final LeasePolicy leases;
    private final Supplier<ClaimStore> claimStore;
    private final Supplier<LeaseStore> leaseStore;
    private final Optional<ReplayCache> replayCache;
    private final IdempotencyListener listener;
    private final Map<Object, Idempotency> others = new HashMap<>();

    IdempotencyEngines(
            Idempotency standard,
            Mode mode,
            LeasePolicy leases,
            Supplier<ClaimStore> claimStore,
            Supplier<LeaseStore> leaseStore,
            Optional<ReplayCache> replayCache,
            IdempotencyListener listener) {
        this.standard = standard;
        this.mode = mode;
        this.leases = leases;
        this.claimStore = claimStore;
        this.leaseStore = leaseStore;
        this.replayCache = replayCache;
        this.listener = listener;
    }

    /** {@return the default engine} */
    public Idempotency standard() {
        return standard;
    }

    /** {@return the mode of the default engine} */
    public Mode mode() {
        return mode;
    }

    /** {@return the default policy of leases} */
    public LeasePolicy leases() {
        return leases;
    }

    /**
     * {@return the engine of a mode, under the policy of the default one; the same engine for the same arguments}
     *
     * @param wanted the mode
     * @param policy how leases are held; without meaning in transactional mode
     * @throws org.springframework.beans.BeansException when the application has no store for the mode
     */
    public synchronized Idempotency of(Mode wanted, LeasePolicy policy) {
        if (wanted == mode && (wanted == Mode.TRANSACTIONAL || policy.equals(leases))) {
            return standard;
        }
        return wanted == Mode.LEASE
                ? others.computeIfAbsent(policy, same -> listening(verified(Idempotency.on(leaseStore.get(), policy))))
                : others.computeIfAbsent(wanted, same -> listening(Idempotency.on(claimStore.get())));
    }

    /** An engine whose store suits its mode. */
    static Idempotency verified(Idempotency engine) {
        try {
            engine.verify();
        } catch (IllegalStateException unsuitable) {
            throw new CounterfoilStartUpException(
                    "Counterfoil cannot work in lease mode: " + unsuitable.getMessage() + ".",
                    "Change the setting that it names; or set counterfoil.lease.first-claim=trust-store, where the database keeps"
                            + " acknowledged writes all the same, and in tests.",
                    unsuitable);
        }
        return engine;
    }

    private Idempotency listening(Idempotency engine) {
        Idempotency cached = replayCache.map(cache -> cache.on(engine)).orElse(engine);
        return cached.with(standard.policy()).with(listener);
    }

    /** {@return how many executions run now, in all engines, and for how long the oldest has} */
    public AgedCount executing() {
        return all().stream().map(Idempotency::executing).reduce(AgedCount.NONE, AgedCount::plus);
    }

    private synchronized List<Idempotency> all() {
        List<Idempotency> engines = new ArrayList<>(List.of(standard));
        engines.addAll(others.values());
        return engines;
    }

    /** Whether anything works under a lease, as far as is known. */
    synchronized boolean leased() {
        return mode == Mode.LEASE || others.keySet().stream().anyMatch(LeasePolicy.class::isInstance);
    }

    /**
     * For when the application stops, and no longer waits for requests in progress. Interrupts those that are executed under leases, so that
     * their leases end with them, and waits for two seconds at most; the lease of one that goes on runs out. Then writes the numbers of duplicates
     * that are not written yet, of all engines, for two seconds at most in all: where the database has gone, the numbers of about the last second
     * are lost, and nothing else.
     */
    @Override
    public void close() {
        List<Idempotency> engines = all();
        interruptLeased(engines);
        flush(engines);
    }

    private static void interruptLeased(List<Idempotency> engines) {
        long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
        for (Idempotency engine : engines) {
            if (!engine.interrupt(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
                log.warn(
                        "Requests were still executed under a lease when the application stopped: their leases run out");
            }
        }
    }

    private static void flush(List<Idempotency> engines) {
        long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
        for (Idempotency engine : engines) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !engine.flush(Duration.ofNanos(left))) {
                log.warn("Counts of duplicates could not be written before the application stopped");
                return;
            }
        }
    }
}
