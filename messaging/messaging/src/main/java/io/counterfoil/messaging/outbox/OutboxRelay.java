package io.counterfoil.messaging.outbox;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
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
 * confirmed. A message that the broker does not confirm therefore delays its own key and no other: the relay continues
 * with other keys, and retries it.
 *
 * <p>A broker may end the session over a message that it refuses, such as one that is too large for it, and every message that is on its way
 * beside it fails then. The relay publishes those one by one, finds the one that is {@linkplain PublishException#isRefused()
 * refused}, and publishes it alone from then on. The store counts such refusals, and {@linkplain OutboxStore#setAside sets the message aside}
 * after too many, which is logged once, at ERROR. A broker that is away counts nothing.
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

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(65);

    /** How long {@link #close} waits for the store alone. */
    private static final Duration STORE_LIMIT = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

    private final OutboxStore store;
    private final OutboxSender sending;
    private final RelayProgress progress;
    private final Thread thread;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean publishing;
    private boolean woken;
    private boolean closed;

    private OutboxRelay(OutboxStore store, Publisher publisher, Duration interval) {
        this.store = store;
        OutboxSender page = new PagePublisher(publisher);
        this.sending = messages -> {
            publishing = true;
            try {
                return page.send(messages);
            } finally {
                publishing = false;
            }
        };
        this.progress = new RelayProgress(interval);
        this.thread = DaemonThreads.thread("counterfoil-outbox", this::run);
    }

    /**
     * Begins to publish, and polls every {@link #INTERVAL}.
     *
     * @param store whose messages are published
     * @param publisher publishes them; the relay does not close it
     * @return the running relay, which the caller closes
     */
    public static OutboxRelay start(OutboxStore store, Publisher publisher) {
        return start(store, publisher, INTERVAL);
    }

    /**
     * Begins to publish.
     *
     * @param store whose messages are published
     * @param publisher publishes them; the relay does not close it
     * @param interval how long it waits between two polls when nothing wakes it
     * @return the running relay, which the caller closes
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

    /** Polls now rather than at the next interval: to be called after a transaction that wrote messages has committed. */
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends, when what it is publishing is confirmed or has failed. Does not wait for a store that is unreachable: after five seconds in which the
     * store neither gives messages nor removes those that were confirmed, this returns; such messages stay, and the next relay publishes them
     * again. A second call does nothing. Store and publisher stay open.
     */
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
            long begin = System.nanoTime();
            boolean published;
            do {
                published = publishing;
                thread.join(STORE_LIMIT.toMillis());
            } while (thread.isAlive()
                    && (published || publishing)
                    && System.nanoTime() - begin < CLOSE_LIMIT.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isClosed()) {
            pause(poll());
        }
    }

    /** One poll; how long to wait for the next. */
    private Duration poll() {
        Correlation.Scope pass = Correlation.begin();
        try (pass) {
            try {
                RelayResult result = store.relay(progress.position(), PAGE, sending);
                if (result instanceof RelayResult.Done done) {
                    done.setAside().forEach(OutboxRelay::report);
                }
                return progress.after(result);
            } catch (RuntimeException failure) {
                LOG.warn("The outbox could not be read; the next poll retries", failure);
                return progress.afterFailure();
            }
        }
    }

    private static void report(SetAsideMessage setAside) {
        Correlation.Scope message = Correlation.open(PagePublisher.idOf(setAside.message()));
        try (message) {
            LOG.error(
                    "Message {} of the outbox, to {}, is set aside, and later ones of its key wait until it is sent again or"
                            + " discarded: the broker refused it {} times, the last time by {}",
                    setAside.id(),
                    setAside.message().topic(),
                    setAside.attempts(),
                    setAside.reason());
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
            boolean wakes = !progress.isBackingOff();
            while (left > 0 && !closed && !(wakes && woken)) {
                left = changed.awaitNanos(left);
            }
            if (progress.isAtStart()) {
                // Otherwise the next poll does not see what was written before its position.
                woken = false;
            }
        } catch (InterruptedException interrupted) {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
