package io.counterfoil.benchmarks.order;

import io.counterfoil.ids.generator.UuidGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Generates IDs with one generator on many threads concurrently, and checks them.
 *
 * <p>The order on a thread is checked for every ID. The order over threads is checked for every {@value #LINK}th: the
 * thread reads the ID that any thread published last, generates its ID, compares the two, and publishes it. The
 * published ID was returned before the new one was requested, so a generator with process-wide order must return a
 * greater one. All IDs are kept, and duplicates are counted over all.
 */
final class Stampede {

    /** The number of IDs per published ID. */
    static final int LINK = 16;

    private final UuidGenerator generator;
    private final int idsPerThread;
    private final long[] high;
    private final long[] low;

    private volatile UUID published = new UUID(0, 0);

    /**
     * The findings.
     *
     * @param seconds from the start of the first thread to the end of the last
     * @param onThread the number of IDs that were not greater than the previous one of their thread
     * @param overThreads the number of published IDs that were not greater than the ID published before
     * @param duplicates the number of IDs that are equal to an earlier one
     */
    record Findings(long ids, double seconds, long onThread, long links, long overThreads, long duplicates) {}

    private record Disorder(long onThread, long overThreads) {}

    Stampede(UuidGenerator generator, int threads, int idsPerThread) {
        this.generator = generator;
        this.idsPerThread = idsPerThread;
        this.high = new long[threads * idsPerThread];
        this.low = new long[threads * idsPerThread];
    }

    Findings run() throws InterruptedException, ExecutionException {
        int threads = high.length / idsPerThread;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch ready = new CountDownLatch(threads);
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Disorder>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int from = thread * idsPerThread;
                running.add(pool.submit(() -> {
                    ready.countDown();
                    start.await();
                    return fill(from);
                }));
            }
            ready.await();
            long begin = System.nanoTime();
            start.countDown();
            long onThread = 0;
            long overThreads = 0;
            for (Future<Disorder> one : running) {
                Disorder found = one.get();
                onThread += found.onThread();
                overThreads += found.overThreads();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            long links = (long) threads * ((idsPerThread + LINK - 1) / LINK);
            return new Findings(high.length, seconds, onThread, links, overThreads, new Duplicates(high, low).count());
        } finally {
            pool.shutdownNow();
        }
    }

    private Disorder fill(int from) {
        long onThread = 0;
        long overThreads = 0;
        UUID last = new UUID(0, 0);
        for (int i = 0; i < idsPerThread; i++) {
            UUID id;
            if (i % LINK == 0) {
                UUID before = published;
                id = generator.generate();
                published = id;
                overThreads += above(id, before) ? 0 : 1;
            } else {
                id = generator.generate();
            }
            onThread += above(id, last) ? 0 : 1;
            high[from + i] = id.getMostSignificantBits();
            low[from + i] = id.getLeastSignificantBits();
            last = id;
        }
        return new Disorder(onThread, overThreads);
    }

    private static boolean above(UUID id, UUID other) {
        int order = Long.compareUnsigned(id.getMostSignificantBits(), other.getMostSignificantBits());
        return order == 0
                ? Long.compareUnsigned(id.getLeastSignificantBits(), other.getLeastSignificantBits()) > 0
                : order > 0;
    }
}
