package io.counterfoil.ids.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
@Timeout(300)
class SnowflakeConcurrencyTest {

    private static final int THREADS = 8;
    private static final int IDS_PER_THREAD = 20_000;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** More ids than their milliseconds hold, on the system clock and with the real pause. */
    @Test
    void generate_onManyThreads_ascendsOnEachAndRepeatsNone() throws Exception {
        Snowflake ids = Snowflake.builder().machineId(5).build();

        List<long[]> results = onAllThreads(ids::generate);

        results.forEach(SnowflakeTest::assertAscending);
        assertThat(results.stream().flatMapToLong(LongStream::of).distinct().count())
                .isEqualTo(THREADS * IDS_PER_THREAD);
    }

    /** Also with a clock that runs to and fro among the threads. */
    @ParameterizedTest
    @ValueSource(longs = {1, 0, -1})
    void generate_onAnyThread_exceedsAllEarlierIds(long step) throws Exception {
        AtomicLong reading = new AtomicLong();
        Snowflake ids = Snowflake.builder()
                .machineId(5)
                .clock(() -> {
                    long n = reading.incrementAndGet();
                    return Instant.ofEpochMilli(1_700_000_000_000L + n / 100 + (n % 3) * 5 * step);
                })
                .pause(nanos -> nanos)
                .build();
        AtomicLong returned = new AtomicLong(ids.generate());
        AtomicLong inversions = new AtomicLong();

        List<long[]> results = onAllThreads(() -> {
            long before = returned.get();
            long id = ids.generate();
            if (id <= before) {
                inversions.incrementAndGet();
            }
            returned.set(id);
            return id;
        });

        assertThat(inversions).hasValue(0);
        assertThat(results.stream().flatMapToLong(LongStream::of).distinct().count())
                .isEqualTo(THREADS * IDS_PER_THREAD);
    }

    private List<long[]> onAllThreads(LongSupplier step) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<long[]>> running = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            running.add(threads.submit(() -> {
                start.await();
                return LongStream.generate(step).limit(IDS_PER_THREAD).toArray();
            }));
        }
        List<long[]> results = new ArrayList<>();
        for (Future<long[]> future : running) {
            results.add(future.get());
        }
        return results;
    }
}
