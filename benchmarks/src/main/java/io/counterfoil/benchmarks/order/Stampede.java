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
 * Many threads that make ids of one generator at once, and what is wrong with the ids.
 *
 * <p>Order on a thread is looked at for every id. Order over threads is looked at for every {@value #LINK}th: the thread reads what any
 * thread published last, makes its id, compares, and publishes. What was read had been returned before the id was asked for, so a generator
 * of process-wide order must be above it. Every id is kept, and duplicates are counted over all.
 */
final class Stampede {

    /** How many ids there are to one that is published. */
    static final int LINK = 16;

    private final UuidGenerator generator;
    private final int idsPerThread;
    private final long[] high;
    private final long[] low;

    private volatile UUID published = new UUID(0, 0);

    /**
     * What was found.
     *
     * @param seconds from the start of the first thread to the end of the last
     * @param onThread how many ids were not greater than the one before on their thread
     * @param overThreads how many of the published ones were not greater than what had been published before they were made
     * @param duplicates how many ids there had been before
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
