package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Return;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Publishes with confirms, over one connection after the other.
 *
 * <p>One thread writes to the channel, in the order of the calls, so that no caller waits for a broker that does not read. Messages that were
 * written when a connection ends are unconfirmed, and are not written again: a copy would come after its successors. Where the broker ended it
 * over one of them, they are refused: which one it was, the broker does not say. Messages that were not
 * written wait for the next connection. The limit of a publish covers all of that.
 */
final class ConfirmingPublisher implements AutoCloseable {

    /** How many may wait to be written. */
    static final int MAX_WAITING = 10_000;

    private final Declaration declaration;
    private final Duration limit;
    private final Reconnector reconnector;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<PendingPublish> waiting = new ArrayDeque<>();
    private int inFlight;
    private boolean blocked;
    private boolean closed;

    /** What is declared on each connection. */
    interface Declaration {
        void on(Channel channel) throws IOException;
    }

    ConfirmingPublisher(ConnectionFactory factory, String name, Declaration declaration, Duration limit) {
        this.declaration = declaration;
        this.limit = limit;
        this.reconnector = new Reconnector(factory, name, this::serve);
    }

    void start() {
        reconnector.start();
    }

    /** Takes it on. */
    void send(PendingPublish publish) {
        lock.lock();
        try {
            if (waiting.size() >= MAX_WAITING) {
                waiting.removeIf(PendingPublish::isOver);
            }
            if (closed) {
                publish.unconfirmed("the publisher is closed");
                return;
            }
            if (waiting.size() >= MAX_WAITING) {
                publish.unconfirmed("it was not sent: " + MAX_WAITING + " messages already await confirmation");
                return;
            }
            inFlight++;
            waiting.add(publish);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        // Also after the caller has stopped waiting.
        publish.result().whenComplete((result, never) -> oneLess());
    }

    private void oneLess() {
        lock.lock();
        try {
            inFlight--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void serve(Session session) throws IOException, InterruptedException {
        Channel channel = session.channel();
        declaration.on(channel);
        NavigableMap<Long, PendingPublish> unconfirmed = new ConcurrentSkipListMap<>();
        channel.confirmSelect();
        channel.addConfirmListener(new Confirms(unconfirmed));
        channel.addReturnListener(returned -> markReturned(unconfirmed, returned));
        session.connection().addBlockedListener(reason -> setBlocked(true), () -> setBlocked(false));
        session.ended().thenAccept(why -> signal());
        setBlocked(false);
        try {
            for (PendingPublish next = next(session); next != null; next = next(session)) {
                write(session, next, unconfirmed);
            }
        } finally {
            SessionEnd end = session.end();
            // Later confirms do not come: the session has ended, and with it its listeners' work.
            session.close();
            if (end.refusal()) {
                // The broker is there, and answers.
                reconnector.works();
            }
            unconfirmed.values().forEach(publish -> publish.ended(end));
        }
    }

    /** The next to be written; null at the session's end. */
    private @Nullable PendingPublish next(Session session) throws InterruptedException {
        lock.lock();
        try {
            while (!session.hasEnded()) {
                if (!blocked && !waiting.isEmpty()) {
                    return waiting.remove();
                }
                changed.await();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private static void write(Session session, PendingPublish publish, Map<Long, PendingPublish> unconfirmed) {
        if (publish.isOver()) {
            return;
        }
        session.use(channel -> {
            long number = channel.getNextPublishSeqNo();
            unconfirmed.put(number, publish);
            channel.basicPublish(
                    publish.exchange,
                    publish.routingKey,
                    publish.mandatory,
                    publish.mandatory ? numbered(publish.properties, number) : publish.properties,
                    publish.body);
        });
    }

    private static BasicProperties numbered(BasicProperties properties, long number) {
        Map<String, Object> headers =
                new HashMap<>(properties.getHeaders() == null ? Map.of() : properties.getHeaders());
        headers.put(RabbitMessages.PUBLISH, number);
        return properties.builder().headers(headers).build();
    }

    private static void markReturned(Map<Long, PendingPublish> unconfirmed, Return returned) {
        Map<String, Object> headers = returned.getProperties().getHeaders();
        if (headers != null && headers.get(RabbitMessages.PUBLISH) instanceof Long number) {
            PendingPublish publish = unconfirmed.get(number);
            if (publish != null) {
                publish.returned();
            }
        }
    }

    private void setBlocked(boolean now) {
        lock.lock();
        try {
            blocked = now;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Accepts no more messages, waits within the limit for unconfirmed ones, and ends. */
    @Override
    public void close() {
        List<PendingPublish> left;
        lock.lock();
        try {
            closed = true;
            long nanos = limit.toNanos();
            while (inFlight > 0 && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        reconnector.close();
        lock.lock();
        try {
            left = new ArrayList<>(waiting);
            waiting.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(publish -> publish.unconfirmed("the publisher is closed"));
    }

    /** The broker's word, for one or for all up to one. */
    private final class Confirms implements ConfirmListener {

        private final NavigableMap<Long, PendingPublish> unconfirmed;

        Confirms(NavigableMap<Long, PendingPublish> unconfirmed) {
            this.unconfirmed = unconfirmed;
        }

        @Override
        public void handleAck(long number, boolean multiple) {
            reconnector.works();
            take(number, multiple).forEach(PendingPublish::confirmed);
        }

        @Override
        public void handleNack(long number, boolean multiple) {
            take(number, multiple).forEach(publish -> publish.unconfirmed("the broker refused it"));
        }

        private List<PendingPublish> take(long number, boolean multiple) {
            if (!multiple) {
                PendingPublish one = unconfirmed.remove(number);
                return one == null ? List.of() : List.of(one);
            }
            Map<Long, PendingPublish> upTo = unconfirmed.headMap(number, true);
            List<PendingPublish> taken = new ArrayList<>(upTo.values());
            upTo.clear();
            return taken;
        }
    }
}
