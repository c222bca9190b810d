package io.counterfoil.benchmarks.engine;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Counterfoil on its JDBC stores with its default policy, and a wait time that is long enough for the slow request.
 */
final class Ours implements Contestant.OfAnyWork {

    static final String TRANSACTIONAL = "ours, transactional";
    static final String REMEMBERING = "ours, transactional, replays from memory";
    static final String LEASE = "ours, lease";

    private static final long REPLAY_CACHE_BYTES = 64 << 20;
    private static final Duration REPLAY_CACHE_AGE = Duration.ofSeconds(5);

    private final String name;
    private final String remark;
    private final DataSource pool;
    private final RecordStore store;
    private final Idempotency engine;
    private final Connections connections;
    private final Fingerprint contents = Fingerprint.ofStored(Booking.fingerprint());

    /** Runs work on the connection of the mode. */
    @FunctionalInterface
    private interface Connections {
        byte[] run(Contestant.Work work) throws SQLException;
    }

    private Ours(
            String name,
            String remark,
            DataSource pool,
            RecordStore store,
            Idempotency engine,
            Connections connections) {
        this.name = name;
        this.remark = remark;
        this.pool = pool;
        this.store = store;
        this.engine = engine.with(
                IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ofMinutes(10))));
        this.connections = connections;
    }

    /** The record in the transaction of the business operation. */
    static Ours transactional(DataSource pool) {
        JdbcClaimStore store = JdbcClaimStore.on(pool);
        return new Ours(
                TRANSACTIONAL,
                "record and effect in one transaction",
                pool,
                store,
                Idempotency.on(store),
                work -> work.run(store.connection()));
    }

    /** The same with a replay cache, which is off by default. */
    static Ours remembering(DataSource pool) {
        JdbcClaimStore store = JdbcClaimStore.on(pool);
        return new Ours(
                REMEMBERING,
                "with `withReplayCache(64 MiB, 5 s)`, off by default: a record that was read within 5 s is not read again",
                pool,
                store,
                Idempotency.builder(store)
                        .replayCache(REPLAY_CACHE_BYTES, REPLAY_CACHE_AGE)
                        .build(),
                work -> work.run(store.connection()));
    }

    /** A lease, the business operation in its own transaction, and the record after it. */
    static Ours lease(DataSource pool) {
        JdbcLeaseStore store = new JdbcLeaseStore(pool);
        return new Ours(
                LEASE,
                "for external side effects: three transactions",
                pool,
                store,
                Idempotency.on(store, LeasePolicy.DEFAULT),
                work -> {
                    try (Connection connection = pool.getConnection()) {
                        return work.run(connection);
                    }
                });
    }

    /** This many independent engines on one pool, as in processes that share a database. */
    static List<Ours> processes(Ours first, int count) {
        return Stream.concat(
                        Stream.of(first),
                        Stream.generate(() -> transactional(first.pool)).limit(count - 1L))
                .toList();
    }

    RecordStore store() {
        return store;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kind kind() {
        return Kind.OURS;
    }

    @Override
    public String remark() {
        return remark;
    }

    @Override
    public DataSource pool() {
        return pool;
    }

    @Override
    public List<String> tables() {
        return List.of(JdbcSchema.script(Dialects.POSTGRESQL));
    }

    @Override
    public byte[] execute(String key, Contestant.Work work) throws SQLException {
        return Answers.of(engine.execute(
                IdempotencyKey.of(Booking.CLIENT, Booking.OPERATION, key),
                contents,
                PayloadCodec.BYTES,
                execution -> Completion.remember(connections.run(work))));
    }

    @Override
    public void close() {
        engine.flush();
    }
}
