package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.SequentialReads;
import io.counterfoil.benchmarks.engine.Contestant.Kind;
import io.counterfoil.benchmarks.engine.Contestant.Measured;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.ids.generator.UuidV7;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The requests to one contestant, first ones and duplicates, each with a check of its answer. Thread-safe. */
final class Requests {

    private static final int SEEDING_THREADS = 8;

    private final Contestant contestant;
    private final String[] keys;
    private final LongAdder first = new LongAdder();
    private final LongAdder replayed = new LongAdder();
    private final long before;
    private final SequentialReads reads;

    private Requests(Contestant contestant, String[] keys, long before, SequentialReads reads) {
        this.contestant = contestant;
        this.keys = keys;
        this.before = before;
        this.reads = reads;
    }

    /** Executes this many requests, which are the originals of the duplicates to come, and analyses the tables. */
    static Requests seeded(Contestant contestant, int keyCount)
            throws SQLException, InterruptedException, ExecutionException {
        String[] keys = new String[keyCount];
        Arrays.setAll(keys, at -> key());
        long before = Booking.count(contestant.pool()) + keyCount;
        AtomicInteger next = new AtomicInteger();
        try (Load load = new Load(Math.min(SEEDING_THREADS, keyCount))) {
            load.run(
                    () -> {
                        for (int at = next.getAndIncrement(); at < keyCount; at = next.getAndIncrement()) {
                            requireAnswer(contestant, contestant.execute(keys[at]));
                        }
                    },
                    Duration.ZERO);
        }
        return new Requests(contestant, keys, before, SequentialReads.analysed(contestant.pool()));
    }

    /** A request of this kind. */
    void send(Measured kind) throws Exception {
        switch (kind) {
            case FIRST -> first();
            case REPLAY -> replay();
        }
    }

    /** A request with a key of its own. */
    void first() throws Exception {
        requireAnswer(contestant, contestant.execute(key()));
        first.increment();
    }

    /** A request with the key of an earlier one. */
    void replay() throws Exception {
        byte[] answer = contestant.execute(keys[ThreadLocalRandom.current().nextInt(keys.length)]);
        if (contestant.storesResults()) {
            requireAnswer(contestant, answer);
        } else if (answer.length > 0) {
            throw new IllegalStateException(contestant.name() + " ran a request a second time");
        }
        replayed.increment();
    }

    /** Either of the two, at random. */
    void mixed(double replays) throws Exception {
        if (ThreadLocalRandom.current().nextDouble() < replays) {
            replay();
        } else {
            first();
        }
    }

    /** {@link #check(long)} of these requests alone. */
    void check() throws SQLException, InterruptedException {
        check(0);
    }

    /**
     * Checks what all requests have left behind.
     *
     * @param others the number of requests that the contestant had besides
     * @throws IllegalStateException if a request took effect twice or not at all, or plans were not by index; a peer's plans are its own
     */
    void check(long others) throws SQLException, InterruptedException {
        long found = Booking.count(contestant.pool());
        long expected = before + first.sum() + others;
        if (found != expected) {
            throw new IllegalStateException(
                    "%s: %,d bookings instead of %,d".formatted(contestant.name(), found, expected));
        }
        if (contestant.kind() != Kind.PEER) {
            reads.requireFew(contestant.name(), first.sum() + replayed.sum());
        }
    }

    /** An unused key. */
    static String key() {
        return UuidV7.shared().generate().toString();
    }

    static void requireAnswer(Contestant one, byte[] answer) {
        if (!Arrays.equals(answer, Booking.answer())) {
            throw new IllegalStateException(
                    "%s returned %d bytes that differ from the booking's result".formatted(one.name(), answer.length));
        }
    }
}
