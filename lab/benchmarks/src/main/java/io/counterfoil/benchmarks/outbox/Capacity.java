package io.counterfoil.benchmarks.outbox;

import io.counterfoil.benchmarks.load.ServerTime;
import io.counterfoil.benchmarks.load.ThreadCosts;
import io.counterfoil.testkit.database.CountingSockets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Measures a contestant. */
final class Capacity {

    private static final int OF_A_TRANSACTION = 100;
    private static final int PRODUCERS = 2;
    private static final double STEP = 1.15;
    private static final int MOST_STEPS = 24;

    /** The rule of Namastack's own measurements. */
    private static final double MOST_GROWTH = 100;

    /** A producer that does not reach its rate says nothing of the consumer. */
    private static final double LEAST_PRODUCED = 0.97;

    private final Contestant contestant;
    private final Duration warmUp;
    private final Duration slice;

    Capacity(Contestant contestant, Duration warmUp, Duration slice) {
        this.contestant = contestant;
        this.warmUp = warmUp;
        this.slice = slice;
    }

    /**
     * The processing of a backlog.
     *
     * @param rate events per second
     * @param roundTrips of one event
     * @param statements of one event
     * @param kibibytes allocated for one event
     * @param cpuMicros the processor time of this process for one event
     * @param serverMicros the processor time of the database for one event
     */
    record Drain(
            double rate,
            double roundTrips,
            double statements,
            double kibibytes,
            double cpuMicros,
            double serverMicros) {

        /** Events per second of processor time, of both processes. */
        double perCore() {
            return 1e6 / (cpuMicros + serverMicros);
        }
    }

    /** Writes so many events, and then has them handled. */
    Drain drain(int events, ServerTime server) throws Exception {
        long before = contestant.handled();
        for (int i = 0; i < events; i += OF_A_TRANSACTION) {
            contestant.write(OF_A_TRANSACTION);
        }
        CountingSockets.Sent sent = CountingSockets.sent();
        ThreadCosts costs = ThreadCosts.of("");
        double serverSeconds = server.seconds();
        long start = System.nanoTime();
        contestant.start();
        while (contestant.handled() - before < events) {
            Thread.sleep(1);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        sent = CountingSockets.sent().since(sent);
        costs = ThreadCosts.of("").since(costs);
        serverSeconds = server.seconds() - serverSeconds;
        contestant.stop();
        return new Drain(
                events / seconds,
                sent.roundTrips() / (double) events,
                sent.statements() / (double) events,
                costs.bytes() / 1024.0 / events,
                costs.cpuNanos() / 1e3 / events,
                serverSeconds * 1e6 / events);
    }

    /** The highest rate of events that is written and handled while the backlog does not grow faster than the rule permits. */
    double sustained(double from) throws Exception {
        double rate = from;
        boolean first = isSustained(rate);
        for (int step = 0; step < MOST_STEPS; step++) {
            double next = first ? rate * STEP : rate / STEP;
            boolean sustained = isSustained(next);
            if (sustained != first) {
                return first ? rate : next;
            }
            rate = next;
        }
        return rate;
    }

    private boolean isSustained(double rate) throws Exception {
        contestant.start();
        long before = contestant.handled();
        AtomicLong written = new AtomicLong();
        long begin = System.nanoTime();
        long end = begin + warmUp.plus(slice).toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(PRODUCERS);
        try {
            List<Future<?>> producers = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                producers.add(threads.submit(() -> produce(rate / PRODUCERS, begin, end, written)));
            }
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            long writtenEarly = written.get();
            long backlogEarly = writtenEarly - (contestant.handled() - before);
            long early = System.nanoTime();
            await(producers);
            double seconds = (System.nanoTime() - early) / 1e9;
            double produced = (written.get() - writtenEarly) / seconds;
            double growth = (written.get() - (contestant.handled() - before) - backlogEarly) / seconds;
            while (contestant.handled() - before < written.get()) {
                Thread.sleep(1);
            }
            return growth <= MOST_GROWTH && produced >= LEAST_PRODUCED * rate;
        } finally {
            threads.shutdownNow();
            contestant.stop();
        }
    }

    private static void await(List<Future<?>> producers) throws InterruptedException, ExecutionException {
        for (Future<?> producer : producers) {
            producer.get();
        }
    }

    /** Writes transactions at their times; one that is late is followed by the next at once. */
    private Void produce(double rate, long begin, long end, AtomicLong written) throws Exception {
        long pause = (long) (OF_A_TRANSACTION / rate * 1e9);
        for (long next = begin; next - end < 0 && System.nanoTime() - end < 0; next += pause) {
            long early = next - System.nanoTime();
            if (early > 0) {
                TimeUnit.NANOSECONDS.sleep(early);
            }
            contestant.write(OF_A_TRANSACTION);
            written.addAndGet(OF_A_TRANSACTION);
        }
        return null;
    }
}
