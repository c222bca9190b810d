package io.counterfoil.messaging.outbox;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the messages of an outbox, and removes those that the broker has confirmed: at least once, the messages of one key in their order.
 *
 * <pre>{@code
 * try (OutboxRelay relay = OutboxRelay.start(outbox, publisher)) {
 *     ...
 *     relay.wake(); // after a commit: sooner than at the next poll
 * }
 * }</pre>
 *
 * <h2>How it works</h2>
 *
 * The store gives the messages to one relay at a time, over all processes, and keeps them until they are confirmed. A
 * process that fails while it publishes may have published some of them, and the next relay publishes those again,
 * under the same message IDs. Of one key at most one message is unconfirmed; the next is published when that one is
 * confirmed. A message that the broker refuses therefore delays its own key and no other: the relay continues with
 * other keys, and retries it.
 *
 * <p>A message is published under its own correlation ID. Where several messages of a page were not confirmed, one line reports them, under
 * a fresh ID that {@linkplain Correlation#combine replaces} theirs; a page that was confirmed logs nothing.
 *
 * <p>Runs on a thread of its own, which continues after failures and logs them. Thread-safe.
 */
public final class OutboxRelay implements AutoCloseable {

    /** How long it waits between two polls unless it is {@linkplain #wake woken}. */
    public static final Duration INTERVAL = Duration.ofMillis(500);

    /** The longest pause after failures in a row. */
    public static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private static final int PAGE = 500;

    /** How many unconfirmed messages of a page are named in the log. */
    private static final int REPORTED = 20;

    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(60);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(65);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

    private final OutboxStore store;
    private final Publisher publisher;
    private final Duration interval;
    private final Thread thread;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;
    private boolean closed;
    private long after;
    private boolean passFailed;
    private int failures;

    private OutboxRelay(OutboxStore store, Publisher publisher, Duration interval) {
        this.store = store;
        this.publisher = publisher;
        this.interval = interval;
        this.thread = new Thread(this::run, "counterfoil-outbox");
        thread.setDaemon(true);
    }

    /** Begins to publish, and looks every {@link #INTERVAL}. */
    public static OutboxRelay start(OutboxStore store, Publisher publisher) {
        return start(store, publisher, INTERVAL);
    }

    /**
     * Begins to publish.
     *
     * @param interval how long it waits between two looks when nothing wakes it
     * @throws IllegalArgumentException when the interval is not positive
     */
    public static OutboxRelay start(OutboxStore store, Publisher publisher, Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("the interval must be positive, not " + interval);
        }
        OutboxRelay relay = new OutboxRelay(store, publisher, interval);
        relay.thread.start();
        return relay;
    }

    /** Looks now rather than at the next interval: to be called after a transaction that wrote messages has committed. */
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends, when what it is publishing is confirmed or has failed. A second call does nothing. Store and publisher stay open. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(CLOSE_LIMIT.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosed()) {
            pause(look());
        }
    }

    /** One look; how long to wait for the next. */
    private Duration look() {
        Correlation.Scope pass = Correlation.begin();
        try (pass) {
            try {
                return next(store.relay(after, PAGE, this::send));
            } catch (RuntimeException failure) {
                LOG.warn("The outbox could not be read; the next poll retries", failure);
                after = 0;
                return backOff();
            }
        }
    }

    private Duration next(OutboxStore.Page page) {
        if (!(page instanceof OutboxStore.Page.Done done)) {
            after = 0;
            return interval;
        }
        passFailed |= done.sent() < done.taken();
        after = done.more() ? done.last() : 0;
        if (done.taken() > 0 && done.sent() == 0) {
            return backOff();
        }
        if (done.more()) {
            return Duration.ZERO;
        }
        if (passFailed) {
            passFailed = false;
            return backOff();
        }
        failures = 0;
        return interval;
    }

    private Duration backOff() {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, 7));
        failures++;
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private Collection<Long> send(List<OutboxStore.StoredMessage> messages) {
        Set<Long> confirmed = new HashSet<>();
        Map<OutboxStore.StoredMessage, String> unconfirmed = new LinkedHashMap<>();
        Collection<Iterator<OutboxStore.StoredMessage>> queues = queues(messages);
        while (!queues.isEmpty()) {
            queues = wave(queues, confirmed, unconfirmed);
        }
        report(unconfirmed);
        return confirmed;
    }

    private static void report(Map<OutboxStore.StoredMessage, String> unconfirmed) {
        if (unconfirmed.isEmpty()) {
            return;
        }
        Set<CorrelationId> ids = new LinkedHashSet<>();
        unconfirmed.keySet().forEach(outgoing -> ids.add(idOf(outgoing.message())));
        Correlation.Scope batch =
                ids.size() == 1 ? Correlation.open(ids.iterator().next()) : Correlation.combine(ids);
        try (batch) {
            String reasons = unconfirmed.entrySet().stream()
                    .limit(REPORTED)
                    .map(message -> message.getKey().id() + " (" + message.getValue() + ")")
                    .collect(Collectors.joining(", "));
            LOG.warn(
                    "{} messages of the outbox were not confirmed and remain in it: {}{}",
                    unconfirmed.size(),
                    reasons,
                    unconfirmed.size() > REPORTED ? ", and others" : "");
        }
    }

    private static CorrelationId idOf(Message message) {
        return Correlation.acceptOrFresh(message.correlationId().orElse(null));
    }

    /** The messages of each key; one without a key is a queue of its own. */
    private static Collection<Iterator<OutboxStore.StoredMessage>> queues(List<OutboxStore.StoredMessage> messages) {
        List<Iterator<OutboxStore.StoredMessage>> queues = new ArrayList<>();
        Map<String, List<OutboxStore.StoredMessage>> keyed = new LinkedHashMap<>();
        for (OutboxStore.StoredMessage outgoing : messages) {
            Optional<String> key = outgoing.message().key();
            if (key.isPresent()) {
                keyed.computeIfAbsent(key.get(), first -> new ArrayList<>()).add(outgoing);
            } else {
                queues.add(List.of(outgoing).iterator());
            }
        }
        keyed.values().forEach(queue -> queues.add(queue.iterator()));
        return queues;
    }

    /** Publishes the next message of each queue; returns the queues that have more. */
    private Collection<Iterator<OutboxStore.StoredMessage>> wave(
            Collection<Iterator<OutboxStore.StoredMessage>> queues,
            Set<Long> confirmed,
            Map<OutboxStore.StoredMessage, String> unconfirmed) {
        Map<OutboxStore.StoredMessage, Iterator<OutboxStore.StoredMessage>> sent = new LinkedHashMap<>();
        List<CompletableFuture<Void>> confirms = new ArrayList<>();
        for (Iterator<OutboxStore.StoredMessage> queue : queues) {
            OutboxStore.StoredMessage outgoing = queue.next();
            sent.put(outgoing, queue);
            confirms.add(publish(outgoing.message()));
        }
        List<Iterator<OutboxStore.StoredMessage>> going = new ArrayList<>();
        Iterator<CompletableFuture<Void>> confirm = confirms.iterator();
        sent.forEach((outgoing, queue) -> {
            Optional<String> failure = failure(confirm.next());
            if (failure.isPresent()) {
                unconfirmed.put(outgoing, failure.get());
                return;
            }
            confirmed.add(outgoing.id());
            if (queue.hasNext()) {
                going.add(queue);
            }
        });
        return going;
    }

    private CompletableFuture<Void> publish(Message message) {
        Correlation.Scope sender = Correlation.open(idOf(message));
        try (sender) {
            return publisher.publish(message).toCompletableFuture();
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Why a message was not confirmed; empty when it was. */
    private static Optional<String> failure(CompletableFuture<Void> confirm) {
        try {
            confirm.get(CONFIRM_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (ExecutionException failure) {
            return Optional.of(String.valueOf(failure.getCause()));
        } catch (TimeoutException late) {
            return Optional.of("no confirmation");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void pause(Duration atMost) {
        lock.lock();
        try {
            long left = atMost.toNanos();
            boolean wakes = failures == 0;
            while (left > 0 && !closed && !(wakes && woken)) {
                left = changed.awaitNanos(left);
            }
            if (after == 0) {
                // Otherwise the next look does not see what was written before its position.
                woken = false;
            }
        } catch (InterruptedException interrupted) {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
