package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
@Timeout(300)
class ObjectIdConcurrencyTest {

    private static final int THREADS = 8;
    private static final int IDS_PER_THREAD = 20_000;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** On a clock that goes on, stands still or steps back, and with a counter that is soon full. */
    @ParameterizedTest
    @ValueSource(longs = {1, 0, -1})
    void generate_onAnyThread_exceedsAllEarlierIdsAndRepeatsNone(long step) throws Exception {
        AtomicLong reading = new AtomicLong();
        ObjectId.Generator generator = ObjectId.Generator.generator(
                () -> Instant.ofEpochSecond(1_700_000_000L + step * reading.incrementAndGet() / 50),
                () -> ObjectId.MAX_COUNTER - 1_000);
        AtomicReference<ObjectId> returned = new AtomicReference<>(generator.generate());
        AtomicLong inversions = new AtomicLong();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<List<ObjectId>>> running = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            running.add(threads.submit(() -> {
                start.await();
                return Stream.generate(() -> {
                            ObjectId before = Objects.requireNonNull(returned.get());
                            ObjectId id = generator.generate();
                            if (id.compareTo(before) <= 0) {
                                inversions.incrementAndGet();
                            }
                            returned.set(id);
                            return id;
                        })
                        .limit(IDS_PER_THREAD)
                        .toList();
            }));
        }

        Set<ObjectId> all = new HashSet<>();
        for (Future<List<ObjectId>> future : running) {
            List<ObjectId> ofOneThread = future.get();
            assertThat(ofOneThread).isSorted();
            all.addAll(ofOneThread);
        }
        assertThat(inversions).hasValue(0);
        assertThat(all).hasSize(THREADS * IDS_PER_THREAD);
    }
}
