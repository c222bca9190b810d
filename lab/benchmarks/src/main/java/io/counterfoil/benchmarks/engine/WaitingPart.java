package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.Spread;
import io.counterfoil.benchmarks.engine.Contestant.OfAnyWork;
import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Slice;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The latency of requests with other keys while 100 duplicates wait for a slow request, on a pool of 10 connections.
 *
 * <p>The slow request holds its connection for a slice in every case. Slices with and without duplicates are compared.
 */
final class WaitingPart {

    static final int POOL = 10;

    private static final int DUPLICATES = 100;
    private static final int THREADS = 4;

    /** The time in which the duplicates start. A shorter slice is only for tests, and waits no longer. */
    private static final long SETTLING_MILLIS = 300;

    private final Effort effort;
    private final int keys;
    private final PrintWriter out;
    private final Random order = new Random(1);

    /** The engines of the slow request and, in turn, of the duplicates; each acts as a process of its own. */
    record Case(String title, List<? extends OfAnyWork> processes) {}

    /** @param others the requests with other keys, to the first process */
    private record Trial(Case which, Requests others, boolean duplicates) {}

    WaitingPart(Effort effort, int keys, PrintWriter out) {
        this.effort = effort;
        this.keys = keys;
        this.out = out;
    }

    String run(List<Case> cases) throws Exception {
        Measurements found = new Measurements();
        List<Trial> trials = new ArrayList<>();
        List<Requests> all = new ArrayList<>();
        try (Load load = new Load(THREADS)) {
            for (Case one : cases) {
                Requests others = Requests.seeded(one.processes().get(0), keys);
                all.add(others);
                trials.add(new Trial(one, others, false));
                trials.add(new Trial(one, others, true));
                load.run(others::first, effort.warmUp());
            }
            for (int round = 1; round <= effort.rounds(); round++) {
                Collections.shuffle(trials, order);
                for (Trial trial : trials) {
                    found.add(name(trial.which(), trial.duplicates()), THREADS, round, slice(trial, load));
                }
                out.printf("waiting duplicates, round %d of %d%n", round, effort.rounds());
                out.flush();
            }
        }
        for (Requests others : all) {
            // The slow requests are one of each trial, with and without duplicates.
            others.check(2L * effort.rounds());
        }
        return report(cases, found, effort.rounds());
    }

    private Slice slice(Trial trial, Load load) throws Exception {
        OfAnyWork first = trial.which().processes().get(0);
        String slow = Requests.key();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(2 + DUPLICATES);
        try {
            List<Future<byte[]>> answers = new ArrayList<>();
            answers.add(threads.submit(() -> first.execute(slow, connection -> {
                byte[] answer = Booking.book(connection, slow);
                begun.countDown();
                await(over);
                return answer;
            })));
            await(begun);
            answers.addAll(trial.duplicates() ? duplicates(trial.which(), slow, threads) : List.of());
            TimeUnit.MILLISECONDS.sleep(Math.min(SETTLING_MILLIS, effort.slice().toMillis()));
            Future<?> end = threads.schedule(over::countDown, effort.slice().toNanos(), TimeUnit.NANOSECONDS);
            Slice found = load.run(trial.others()::first, effort.slice());
            end.get();
            for (Future<byte[]> answer : answers) {
                Requests.requireAnswer(first, answer.get());
            }
            return found;
        } finally {
            over.countDown();
            threads.shutdownNow();
        }
    }

    private static List<Future<byte[]>> duplicates(Case which, String slow, ExecutorService threads) {
        List<Future<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < DUPLICATES; i++) {
            OfAnyWork process = which.processes().get(i % which.processes().size());
            answers.add(threads.submit(() -> process.execute(slow, connection -> {
                throw new IllegalStateException("a duplicate ran a second time");
            })));
        }
        return answers;
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.MINUTES)) {
                throw new IllegalStateException("no progress for ten minutes");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    private static String name(Case which, boolean duplicates) {
        return which.title() + (duplicates ? ", duplicates" : "");
    }

    private static String report(List<Case> cases, Measurements found, int rounds) {
        StringBuilder text = new StringBuilder("""
                A pool of %d connections; %d threads with other keys; %d rounds.

                | | p99 without duplicates, µs | p99 with %d, µs | ratio | per second: ratio |
                |---|--:|--:|--:|--:|
                """.formatted(POOL, THREADS, rounds, DUPLICATES));
        for (Case one : cases) {
            String without = name(one, false);
            String with = name(one, true);
            text.append("| %s | %s | %s | %s | %s |%n"
                    .formatted(
                            one.title(),
                            Spread.figure(found.of(without, THREADS, Slice::p99).median()),
                            Spread.figure(found.of(with, THREADS, Slice::p99).median()),
                            found.ratio(with, without, THREADS, Slice::p99).asRatio(),
                            found.ratio(with, without, THREADS, Slice::rate).asPercent()));
        }
        return text.toString();
    }
}
