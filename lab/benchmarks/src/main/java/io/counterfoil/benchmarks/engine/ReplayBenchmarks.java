package io.counterfoil.benchmarks.engine;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Replays from memory: the cost of the engine itself. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReplayBenchmarks {

    private static final int KEYS = 1 << 10;

    private final Fingerprint contents = Fingerprint.of(Booking.fingerprint());
    private final IdempotencyKey[] keys = new IdempotencyKey[KEYS];
    private final ConcurrentMap<IdempotencyKey, byte[]> map = new ConcurrentHashMap<>();
    private final Idempotency transactional = Idempotency.on((ClaimStore) new InMemoryStore(InstantSource.system()));
    private final Idempotency lease =
            Idempotency.on((LeaseStore) new InMemoryStore(InstantSource.system()), LeasePolicy.DEFAULT);

    public ReplayBenchmarks() {
        for (int i = 0; i < KEYS; i++) {
            keys[i] = IdempotencyKey.of(Booking.CLIENT, Booking.OPERATION, Requests.key());
            map.put(keys[i], Booking.answer());
            ask(transactional, keys[i]);
            ask(lease, keys[i]);
        }
    }

    /** The position of each thread in the keys. */
    @State(Scope.Thread)
    public static class Position {
        private int next;
    }

    /** The minimum: a look-up in a map, and a copy of the result. */
    @Benchmark
    public byte[] map(Position position) {
        return map.getOrDefault(key(position), new byte[0]).clone();
    }

    @Benchmark
    public byte[] transactional(Position position) {
        return ask(transactional, key(position));
    }

    @Benchmark
    public byte[] lease(Position position) {
        return ask(lease, key(position));
    }

    private IdempotencyKey key(Position position) {
        return keys[position.next++ & KEYS - 1];
    }

    private byte[] ask(Idempotency engine, IdempotencyKey key) {
        Outcome<byte[]> outcome =
                engine.execute(key, contents, PayloadCodec.BYTES, execution -> Completion.remember(Booking.answer()));
        return Answers.of(outcome);
    }
}
