package io.counterfoil.testkit.failover;

import io.counterfoil.testkit.thread.TestThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Load on a {@link ReplicatedStore}, or on another {@link LoadTarget}, and the audit after it. Threads work in pairs: both of a pair execute the
 * same intentions at the same time, each on another service, and retry each one until it is answered. At the {@linkplain #end end} the effects
 * are counted, and each answered intention is sent again.
 *
 * <pre>{@code
 * try (FailoverLoad load = FailoverLoad.start(store, LoadMode.TRANSACTIONAL, 4)) {
 *     load.awaitAnswered(100);
 *     store.strike(Strike.KILL);
 *     load.awaitAnswered(100);
 *     FailoverReport report = load.end(TestThreads.LIMIT);
 * }
 * }</pre>
 *
 * <p>Used by one thread.
 */
public final class FailoverLoad implements AutoCloseable {

    private static final long PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 320;

    private final LongSupplier clock = System::nanoTime;
    private final String name;
    private final LoadTarget target;
    private final int threads;
    private final String prefix = UUID.randomUUID().toString();
    private final Answers answers = new Answers();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final TestThreads running = new TestThreads();
    private final List<Future<Void>> clients = new ArrayList<>();

    private volatile Duration patience = TestThreads.LIMIT;
    private volatile CountDownLatch awaited = new CountDownLatch(0);

    private FailoverLoad(String name, LoadTarget target, int pairs) {
        this.name = name;
        this.target = target;
        this.threads = 2 * pairs;
    }

    /**
     * Starts a load on the engine.
     *
     * @param store the store under test
     * @param mode how intentions are claimed
     * @param pairs how many pairs of threads
     * @return the running load, which the caller closes
     * @throws Exception when the store's services cannot be reached
     */
    public static FailoverLoad start(ReplicatedStore store, LoadMode mode, int pairs) throws Exception {
        return start(mode.name(), new EngineTarget(store, mode), pairs);
    }

    /**
     * Starts a load on any services.
     *
     * @param name of the target in the report
     * @param target the services under test
     * @param pairs how many pairs of threads
     * @return the running load, which the caller closes
     */
    public static FailoverLoad start(String name, LoadTarget target, int pairs) {
        FailoverLoad load = new FailoverLoad(name, target, pairs);
        for (int first = 0; first < load.threads; first += 2) {
            Phaser pair = new Phaser(2);
            for (int thread : new int[] {first, first + 1}) {
                load.clients.add(load.running.start(() -> load.client(thread, pair)));
            }
        }
        return load;
    }

    /**
     * Waits until this many further intentions have been answered.
     *
     * @param intentions how many, at least 1
     * @throws TimeoutException if that takes longer than {@link TestThreads#LIMIT}
     * @throws InterruptedException when the thread is interrupted
     */
    public void awaitAnswered(int intentions) throws InterruptedException, TimeoutException {
        CountDownLatch further = new CountDownLatch(intentions);
        awaited = further;
        TestThreads.await(further);
    }

    /**
     * Ends the load, and audits it.
     *
     * @param limit how long an intention that has begun may still be retried
     * @return what was observed, and what the audit found
     * @throws Exception when the store's effects cannot be read
     */
    public FailoverReport end(Duration limit) throws Exception {
        patience = limit;
        ended.countDown();
        for (Future<Void> client : clients) {
            TestThreads.result(client);
        }
        Map<String, Integer> before = effects();
        List<String> answered = answers.answered();
        running.together(threads, thread -> () -> sendAgain(answered, thread));
        return answers.report(name, before, effects());
    }

    /** Ends its threads. The store remains open. */
    @Override
    public void close() {
        ended.countDown();
        running.close();
    }

    private Void client(int thread, Phaser pair) throws InterruptedException {
        int number = 0;
        try {
            do {
                // Neither runs ahead: what it had answered long before a failure, the other would execute after it.
                pair.awaitAdvanceInterruptibly(pair.arrive());
                String intention = "%s/%s/%s".formatted(prefix, thread / 2, number++);
                if (!attemptUntilAnswered(intention, thread)) {
                    answers.unanswered(intention);
                }
            } while (ended.getCount() > 0);
        } finally {
            pair.arriveAndDeregister();
        }
        return null;
    }

    private Void sendAgain(List<String> answered, int thread) throws InterruptedException {
        for (int number = thread; number < answered.size(); number += threads) {
            if (!attemptUntilAnswered(answered.get(number), thread)) {
                answers.unanswered(answered.get(number));
            }
        }
        return null;
    }

    /** Attempts an intention until it is answered; false if it was given up. */
    private boolean attemptUntilAnswered(String intention, int thread) throws InterruptedException {
        long pause = PAUSE_MILLIS;
        long begin = clock.getAsLong();
        while (true) {
            if (attempt(intention, thread)) {
                return true;
            }
            if (ended.getCount() == 0 && clock.getAsLong() - begin > patience.toNanos()) {
                return false;
            }
            new CountDownLatch(1).await(pause, TimeUnit.MILLISECONDS);
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
        }
    }

    private boolean attempt(String intention, int thread) {
        try {
            Ending ending = target.attempt(thread % 2, intention);
            if (ending instanceof Ending.Unfinished unfinished) {
                answers.failed(unfinished.reason());
                return false;
            }
            String answer = ending instanceof Ending.Acknowledged end ? end.result() : Answers.UNKNOWN;
            if (answers.answer(intention, answer, clock.getAsLong())) {
                awaited.countDown();
            }
            return true;
        } catch (Exception failure) {
            answers.failed(failure);
            return false;
        }
    }

    private Map<String, Integer> effects() throws Exception {
        Map<String, Integer> ofThisLoad = new HashMap<>(target.effects());
        ofThisLoad.keySet().removeIf(intention -> !intention.startsWith(prefix));
        return ofThisLoad;
    }
}
