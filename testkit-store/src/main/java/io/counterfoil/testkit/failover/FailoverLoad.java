package io.counterfoil.testkit.failover;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Action.Resolution;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.LeasePolicy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.testkit.failover.ReplicatedStore.Service;
import io.counterfoil.testkit.thread.TestThreads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Load on a {@link ReplicatedStore}, and the audit after it. Threads work in pairs: both of a pair execute the same intentions at the same time,
 * each on another service, and retry each one until it is answered. At the {@linkplain #end end} the effects are counted, and each answered
 * intention is sent once more.
 *
 * <pre>{@code
 * try (FailoverLoad load = FailoverLoad.start(store, FailoverLoad.Mode.TRANSACTIONAL, 4)) {
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

    /** How the intentions are executed. */
    public enum Mode {
        /** Effect and record in one transaction of the store. */
        TRANSACTIONAL,
        /** The effect in another system that rejects old tokens; a resolver asks that system after a take-over. */
        LEASE_WITH_RESOLVER,
        /** The same without a resolver: an execution whose lease expires has an unknown outcome. */
        LEASE
    }

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration WAIT_LIMIT = Duration.ofSeconds(2);
    private static final long PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 320;

    private final LongSupplier clock = System::nanoTime;
    private final ReplicatedStore store;
    private final Mode mode;
    private final int threads;
    private final String prefix = UUID.randomUUID().toString();
    private final List<Service> services;
    private final List<Idempotency> engines;
    private final ExternalSystem external = new ExternalSystem();
    private final Answers answers = new Answers();
    private final AtomicLong executions = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final TestThreads running = new TestThreads();
    private final List<Future<Void>> clients = new ArrayList<>();

    private volatile Duration patience = TestThreads.LIMIT;
    private volatile CountDownLatch awaited = new CountDownLatch(0);

    private FailoverLoad(ReplicatedStore store, Mode mode, int pairs) throws Exception {
        this.store = store;
        this.mode = mode;
        this.threads = 2 * pairs;
        this.services = List.of(store.service(0), store.service(1));
        this.engines = services.stream().map(this::engine).toList();
    }

    /**
     * Starts it.
     *
     * @param pairs how many pairs of threads
     */
    public static FailoverLoad start(ReplicatedStore store, Mode mode, int pairs) throws Exception {
        FailoverLoad load = new FailoverLoad(store, mode, pairs);
        for (int thread = 0; thread < load.threads; thread++) {
            int number = thread;
            load.clients.add(load.running.start(() -> load.client(number)));
        }
        return load;
    }

    /**
     * Waits until this many further intentions have been answered.
     *
     * @throws TimeoutException if that takes longer than {@link TestThreads#LIMIT}
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
        return answers.report(mode, before, effects());
    }

    /** Ends its threads. The store remains open. */
    @Override
    public void close() {
        ended.countDown();
        running.close();
    }

    private Idempotency engine(Service service) {
        Idempotency engine = mode == Mode.TRANSACTIONAL
                ? service.transactional()
                : service.lease(new LeasePolicy(LEASE, OnExpiry.UNKNOWN));
        return engine.with(IdempotencyPolicy.DEFAULT.withWaitLimit(WAIT_LIMIT));
    }

    private Void client(int thread) throws InterruptedException {
        int number = 0;
        do {
            String intention = "%s/%d/%d".formatted(prefix, thread / 2, number++);
            if (!attemptUntilAnswered(intention, thread)) {
                answers.unanswered(intention);
            }
        } while (ended.getCount() > 0);
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
        int service = thread % 2;
        try {
            Outcome<String> outcome = engines.get(service)
                    .execute(
                            IdempotencyKey.of("shop", "POST /transfers", intention),
                            Fingerprint.of(intention.getBytes(StandardCharsets.UTF_8)),
                            PayloadCodec.TEXT,
                            action(intention, services.get(service)));
            Optional<String> answer = outcome.match(
                    executed -> Optional.of(executed.value()),
                    replayed -> Optional.of(replayed.value()),
                    rejected -> rejected instanceof Outcome.UnknownOutcome
                            ? Optional.of(Answers.UNKNOWN)
                            : Optional.empty());
            if (answer.isPresent()) {
                if (answers.answer(intention, answer.get(), clock.getAsLong())) {
                    awaited.countDown();
                }
                return true;
            }
            answers.failed(outcome.getClass().getSimpleName());
        } catch (Exception failure) {
            answers.failed(failure);
        }
        return false;
    }

    private Action<String, Exception> action(String intention, Service service) {
        if (mode == Mode.TRANSACTIONAL) {
            return execution -> {
                service.effect(intention);
                return Completion.remember("execution " + executions.incrementAndGet());
            };
        }
        Action<String, Exception> transfer =
                execution -> Completion.remember(external.transfer(intention, execution.token()));
        return mode == Mode.LEASE
                ? transfer
                : transfer.resolvedBy(execution -> external.find(intention, execution.token())
                        .<Resolution<String>>map(Resolution::happened)
                        .orElseGet(Resolution::didNotHappen));
    }

    private Map<String, Integer> effects() throws Exception {
        Callable<Map<String, Integer>> all = mode == Mode.TRANSACTIONAL ? store::effects : external::effects;
        Map<String, Integer> ofThisLoad = new HashMap<>(all.call());
        ofThisLoad.keySet().removeIf(intention -> !intention.startsWith(prefix));
        return ofThisLoad;
    }
}
