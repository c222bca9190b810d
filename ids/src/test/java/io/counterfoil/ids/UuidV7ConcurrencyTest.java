package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
@Timeout(60)
class UuidV7ConcurrencyTest {

    private static final int THREADS = 4;
    private static final int IDS_PER_THREAD = 20_000;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void generate_onManyThreads_ascendsOnEachAndRepeatsNone() throws Exception {
        UuidV7 generator = UuidV7.generator(Instant::now, new SecureRandom());
        Set<UUID> all = new HashSet<>();

        for (List<UUID> ofOneThread : onAllThreads(generator::generate)) {
            UuidOrder.assertAscending(ofOneThread);
            all.addAll(ofOneThread);
        }

        assertThat(all).hasSize(THREADS * IDS_PER_THREAD);
    }

    /** Also with a source of randomness that is not thread-safe, and with a clock that jumps to and fro. */
    @ParameterizedTest
    @ValueSource(longs = {1, 0, -1, 1_000})
    void generate_isGreaterThanEveryIdReturnedBefore_onWhateverThread(long step) throws Exception {
        AtomicLong reading = new AtomicLong();
        UuidV7 generator = UuidV7.generator(
                () -> {
                    long n = reading.incrementAndGet();
                    return Instant.ofEpochMilli(1_700_000_000_000L + n * step + (n % 3) * 5);
                },
                new Random(7));
        AtomicReference<UUID> returned = new AtomicReference<>(generator.generate());
        AtomicLong inversions = new AtomicLong();

        onAllThreads(() -> {
            UUID before = returned.get();
            UUID id = generator.generate();
            if (UuidOrder.UNSIGNED.compare(before, id) >= 0) {
                inversions.incrementAndGet();
            }
            returned.set(id);
            return id;
        });

        assertThat(inversions).hasValue(0);
    }

    private List<List<UUID>> onAllThreads(Supplier<UUID> step) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<List<UUID>>> running = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            running.add(threads.submit(() -> {
                start.await();
                List<UUID> ids = new ArrayList<>(IDS_PER_THREAD);
                for (int i = 0; i < IDS_PER_THREAD; i++) {
                    ids.add(step.get());
                }
                return ids;
            }));
        }
        List<List<UUID>> results = new ArrayList<>();
        for (Future<List<UUID>> future : running) {
            results.add(future.get());
        }
        return results;
    }
}
