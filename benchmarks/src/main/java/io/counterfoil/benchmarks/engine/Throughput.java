package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.engine.Contestant.Kind;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Turns;
import io.counterfoil.ids.generator.UuidV7;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** First executions and replays per second. The bookings are counted afterwards. */
final class Throughput {

    private final Turns turns;

    Throughput(Turns turns) {
        this.turns = turns;
    }

    /**
     * Each request has its own key.
     *
     * @throws IllegalStateException if the number of bookings differs from the number of requests
     */
    Measurements first(List<Contestant> contestants) throws SQLException, InterruptedException, ExecutionException {
        Map<String, Load.Request> requests = new LinkedHashMap<>();
        Map<Contestant, AtomicLong> sent = new LinkedHashMap<>();
        Map<Contestant, Long> before = new LinkedHashMap<>();
        for (Contestant one : contestants) {
            AtomicLong count = new AtomicLong();
            sent.put(one, count);
            before.put(one, Booking.count(one.pool()));
            requests.put(one.name(), () -> {
                requireAnswer(one, one.execute(key()));
                count.incrementAndGet();
            });
        }
        Measurements found = turns.run("first executions", requests);
        for (Contestant one : contestants) {
            requireBookings(
                    one,
                    before.getOrDefault(one, 0L)
                            + sent.getOrDefault(one, new AtomicLong()).get());
        }
        return found;
    }

    /**
     * Each request has the key of an earlier one.
     *
     * @param keyCount the number of keys
     * @throws IllegalStateException if a result differs from the first one, or a booking was made
     */
    Measurements replay(List<Contestant> contestants, List<Contestant> seeding, int keyCount) throws Exception {
        String[] keys = new String[keyCount];
        Arrays.setAll(keys, at -> key());
        for (Contestant one : seeding) {
            for (String key : keys) {
                requireAnswer(one, one.execute(key));
            }
        }
        Map<String, Load.Request> requests = new LinkedHashMap<>();
        Map<Contestant, Long> before = new LinkedHashMap<>();
        for (Contestant one : contestants) {
            before.put(one, Booking.count(one.pool()));
            requests.put(one.name(), () -> {
                byte[] answer = one.execute(keys[ThreadLocalRandom.current().nextInt(keys.length)]);
                if (one.kind() == Kind.PEER) {
                    requireNone(one, answer);
                } else {
                    requireAnswer(one, answer);
                }
            });
        }
        Measurements found = turns.run("replays", requests);
        for (Contestant one : contestants) {
            requireBookings(one, before.getOrDefault(one, 0L));
        }
        return found;
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

    private static void requireNone(Contestant one, byte[] answer) {
        if (answer.length > 0) {
            throw new IllegalStateException(one.name() + " ran a request a second time");
        }
    }

    private static void requireBookings(Contestant one, long expected) throws SQLException {
        long found = Booking.count(one.pool());
        if (found != expected) {
            throw new IllegalStateException("%s: %,d bookings instead of %,d".formatted(one.name(), found, expected));
        }
    }
}
