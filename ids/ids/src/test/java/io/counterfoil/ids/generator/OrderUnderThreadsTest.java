package io.counterfoil.ids.generator;

import static io.counterfoil.ids.generator.Ascending.assertAscending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.ids.text.UuidBytes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
@Timeout(300)
class OrderUnderThreadsTest {

    private static final int THREADS = 8;
    private static final int IDS_PER_THREAD = 25_000;

    @ParameterizedTest
    @EnumSource
    void generate_onManyThreads_repeatsNone_andKeepsTheOrderOfEach(UuidOrder order) throws Exception {
        TimeOrderedGenerator generator = UuidV7.generator(order, InstantSource.system(), SecureEntropy.shared());
        Set<UUID> all = new HashSet<>();

        for (List<UUID> ofOneThread : onManyThreads(Executors.defaultThreadFactory(), generator::generate)) {
            if (order != UuidOrder.UNORDERED) {
                assertAscending(ofOneThread);
            }
            all.addAll(ofOneThread);
        }

        assertThat(all).hasSize(THREADS * IDS_PER_THREAD);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("jdk21")
    void generate_onVirtualThreads_repeatsNone_andKeepsTheOrderOfEach(UuidOrder order) throws Exception {
        TimeOrderedGenerator generator = UuidV7.generator(order, InstantSource.system(), SecureEntropy.shared());
        Set<UUID> all = new HashSet<>();

        for (List<UUID> ofOneThread : onManyThreads(virtualThreads(), generator::generate)) {
            if (order != UuidOrder.UNORDERED) {
                assertAscending(ofOneThread);
            }
            all.addAll(ofOneThread);
        }

        assertThat(all).hasSize(THREADS * IDS_PER_THREAD);
    }

    @Test
    @Tag("jdk21")
    void generate_onAHundredThousandVirtualThreads_repeatsNone() throws Exception {
        ThreadFactory factory = virtualThreads();
        UUID[] ids = new UUID[100_000];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < ids.length; t++) {
            int own = t;
            Thread thread = factory.newThread(() -> ids[own] = UuidV7.next());
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(ids).doesNotContainNull().doesNotHaveDuplicates();
    }

    /** Also with a source of randomness that is not thread-safe, and with a clock that jumps to and fro. */
    @ParameterizedTest
    @ValueSource(longs = {1, 0, -1, 1_000})
    void generate_onAnyThread_exceedsAllEarlierIds(long step) throws Exception {
        AtomicLong reading = new AtomicLong();
        TimeOrderedGenerator generator = UuidV7.generator(
                UuidOrder.PROCESS_WIDE,
                () -> {
                    long n = reading.incrementAndGet();
                    return Instant.ofEpochMilli(1_700_000_000_000L + n * step + (n % 3) * 5);
                },
                new Random(7));
        AtomicReference<UUID> returned = new AtomicReference<>(generator.generate());
        AtomicLong inversions = new AtomicLong();

        onManyThreads(Executors.defaultThreadFactory(), () -> {
            UUID before = Objects.requireNonNull(returned.get());
            UUID id = generator.generate();
            if (UuidBytes.compare(before, id) >= 0) {
                inversions.incrementAndGet();
            }
            returned.set(id);
            return id;
        });

        assertThat(inversions).hasValue(0);
    }

    @Test
    void generate_ofBatchesOnManyThreads_leavesEachBatchWithoutAGap() throws Exception {
        AtomicLong millis = new AtomicLong(1_700_000_000_000L);
        TimeOrderedGenerator generator = UuidV7.generator(
                UuidOrder.PROCESS_WIDE,
                () -> Instant.ofEpochMilli(millis.getAndIncrement() >> 6),
                SecureEntropy.shared());
        Set<UUID> all = new HashSet<>();

        List<List<UUID[]>> batches =
                onManyThreads(Executors.defaultThreadFactory(), 2_000, () -> generator.generate(17));

        List<UUID[]> inOrder = batches.stream()
                .flatMap(List::stream)
                .sorted((one, other) -> UuidBytes.compare(one[0], other[0]))
                .toList();
        assertAscending(inOrder.stream().flatMap(Stream::of).toList());
        inOrder.forEach(batch -> all.addAll(List.of(batch)));
        assertThat(all).hasSize(THREADS * 2_000 * 17);
    }

    /** By reflection, because Java 17 has none. */
    private static ThreadFactory virtualThreads() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need Java 21");
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    private static List<List<UUID>> onManyThreads(ThreadFactory factory, Supplier<UUID> step) throws Exception {
        return onManyThreads(factory, IDS_PER_THREAD, step);
    }

    private static <T> List<List<T>> onManyThreads(ThreadFactory factory, int times, Supplier<T> step)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, factory);
        try {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Future<List<T>>> running = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                running.add(threads.submit(() -> {
                    start.await();
                    return Stream.generate(step).limit(times).toList();
                }));
            }
            List<List<T>> results = new ArrayList<>();
            for (Future<List<T>> future : running) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
