package io.counterfoil.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.idempotency.concurrent.Backoff;
import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens one session after the other until closed, each on a new connection, and declares everything again.
 *
 * <p>The client's own recovery is switched off: it does not retry the first connection, does not restart a consumer that the broker has
 * cancelled, and would be a second path to the same state.
 */
final class Reconnector implements AutoCloseable {

    static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    private static final long JOIN_MILLIS = 10_000;
    private static final ThreadFactory THREADS = DaemonThreads.numbered("counterfoil-rabbitmq-");
    private static final ThreadFactory CLIENT_THREADS = DaemonThreads.numbered("counterfoil-rabbitmq-client-");
    private static final Logger LOG = LoggerFactory.getLogger(Reconnector.class);

    private final ConnectionFactory factory;
    private final String name;
    private final Work work;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Session current;
    private final AtomicInteger failures = new AtomicInteger();

    /** The work of each session. */
    interface Work {

        /** Works until the session has ended, in the thread of all sessions. */
        void serve(Session session) throws IOException, InterruptedException;
    }

    Reconnector(ConnectionFactory factory, String name, Work work) {
        this.factory = ours(factory);
        this.name = name;
        this.work = work;
        this.thread = THREADS.newThread(this::run);
    }

    private static ConnectionFactory ours(ConnectionFactory factory) {
        ConnectionFactory ours = factory.clone();
        ours.setAutomaticRecoveryEnabled(false);
        ours.setTopologyRecoveryEnabled(false);
        ours.setThreadFactory(CLIENT_THREADS);
        return ours;
    }

    void start() {
        thread.start();
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** The current session works: pauses begin anew at the next failure. */
    void works() {
        failures.set(0);
    }

    private void run() {
        while (!isClosed()) {
            one();
            pause();
        }
    }

    private void one() {
        try (Session session = Session.open(factory, name)) {
            current = session;
            if (!isClosed()) {
                work.serve(session);
                String why = session.why();
                if (!isClosed()) {
                    LOG.warn("{}: the connection to RabbitMQ was lost and will be reopened: {}", name, why);
                }
            }
        } catch (IOException | TimeoutException | RuntimeException failure) {
            if (!isClosed()) {
                LOG.warn("{}: RabbitMQ is unavailable; retrying: {}", name, reason(failure));
            }
        } catch (InterruptedException interrupted) {
            LOG.debug("{}: interrupted", name, interrupted);
        } finally {
            current = null;
        }
    }

    /** The client's exceptions have the reason in their cause. */
    private static String reason(Throwable failure) {
        return failure.getCause() == null ? failure.toString() : failure + ", because of " + failure.getCause();
    }

    private void pause() {
        long millis = PAUSES.after(failures.incrementAndGet()).toMillis();
        try {
            if (closed.await(millis, TimeUnit.MILLISECONDS)) {
                LOG.debug("{}: closed", name);
            }
        } catch (InterruptedException interrupted) {
            LOG.debug("{}: interrupted", name, interrupted);
        }
    }

    /** Ends the session that is open, and makes no other. */
    @Override
    public void close() {
        closed.countDown();
        Session open = current;
        if (open != null) {
            open.close();
        }
        thread.interrupt();
        if (Thread.currentThread() != thread) {
            try {
                thread.join(JOIN_MILLIS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
