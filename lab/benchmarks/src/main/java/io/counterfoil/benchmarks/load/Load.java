package io.counterfoil.benchmarks.load;

import io.counterfoil.benchmarks.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that send the next request as soon as they have a response. The threads are kept between slices. */
public final class Load implements AutoCloseable {

    private static final int FIRST_ROOM = 1 << 12;

    private final int threads;
    private final ExecutorService pool;

    /** One request. An exception ends the run. */
    @FunctionalInterface
    public interface Request {
        void send() throws Exception;
    }

    public Load(int threads) {
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(threads);
    }

    /** Sends requests for this duration. Requests in progress at its end are completed and count. */
    public Slice run(Request request, Duration time) throws InterruptedException, ExecutionException {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<long[]>> running = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            running.add(pool.submit(() -> {
                ready.countDown();
                start.await();
                return times(request, System.nanoTime() + time.toNanos());
            }));
        }
        ready.await();
        long begin = System.nanoTime();
        start.countDown();
        List<long[]> found = new ArrayList<>();
        for (Future<long[]> one : running) {
            found.add(one.get());
        }
        return slice(found, (System.nanoTime() - begin) / 1e9);
    }

    /** Computes a slice from the nanoseconds of each thread's requests. */
    public static Slice slice(List<long[]> nanos, double seconds) {
        double[] micros = nanos.stream()
                .flatMapToLong(Arrays::stream)
                .mapToDouble(one -> one / 1e3)
                .sorted()
                .toArray();
        if (micros.length == 0) {
            throw new IllegalStateException("no request was completed within %.1f s".formatted(seconds));
        }
        return new Slice(micros.length, seconds, Spread.percentile(micros, 0.5), Spread.percentile(micros, 0.99));
    }

    private static long[] times(Request request, long end) throws Exception {
        long[] times = new long[FIRST_ROOM];
        int count = 0;
        long before = System.nanoTime();
        do {
            request.send();
            long after = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = after - before;
            before = after;
        } while (before - end < 0);
        return Arrays.copyOf(times, count);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
