package io.counterfoil.testkit.failover;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory whose strikes do what a loss of acknowledged writes does to a database; or nothing but failed calls. */
final class StoreInMemory implements ReplicatedStore {

    private static final int FAILED_CALLS = 8;

    /** What a strike does. */
    enum Loss {
        /** Some calls fail. */
        NOTHING,
        /** The records are lost. */
        RECORDS,
        /** The records are lost, and the effects with them. */
        RECORDS_AND_EFFECTS
    }

    private final Loss loss;
    private final Map<String, Integer> effects = new ConcurrentHashMap<>();
    private final Queue<Strike> strikes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failing = new AtomicInteger();

    private volatile InMemoryStore records = new InMemoryStore(Clock.systemUTC());

    StoreInMemory(Loss loss) {
        this.loss = loss;
    }

    @Override
    public ReplicatedService service(int number) {
        Idempotency transactional = Idempotency.on(current(ClaimStore.class));
        return new ReplicatedService() {
            @Override
            public Idempotency transactional() {
                return transactional;
            }

            @Override
            public Idempotency lease(LeasePolicy policy) {
                return Idempotency.on(current(LeaseStore.class), policy);
            }

            @Override
            public void effect(String intention) {
                effects.merge(intention, 1, Integer::sum);
            }
        };
    }

    @Override
    public void strike(Strike strike) {
        strikes.add(strike);
        failing.set(FAILED_CALLS);
        if (loss != Loss.NOTHING) {
            records = new InMemoryStore(Clock.systemUTC());
        }
        if (loss == Loss.RECORDS_AND_EFFECTS) {
            effects.clear();
        }
    }

    @Override
    public Map<String, Integer> effects() {
        return Map.copyOf(effects);
    }

    Queue<Strike> strikes() {
        return strikes;
    }

    @Override
    public void close() {}

    private <S> S current(Class<S> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        throw new StoreException("no node accepts writes");
                    }
                    try {
                        return method.invoke(records, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }
}
