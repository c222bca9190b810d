package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Return;
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
 * Publishes with confirms, over as many connections as it takes.
 *
 * <p>One thread writes to the channel, in the order in which it was asked to; so nobody else waits for a broker that reads no further.
 * What was written when a connection ends is unconfirmed, and is not written again here: that would be a copy behind its successors. What
 * was not written waits for the next connection. Each sending has one time for all of that.
 */
final class Outlet implements AutoCloseable {

    /** How many may wait to be written. */
    static final int MAX_WAITING = 10_000;

    private final Declaration declaration;
    private final Duration limit;
    private final Sessions sessions;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Sending> waiting = new ArrayDeque<>();
    private int underway;
    private boolean blocked;
    private boolean closed;

    /** What is declared on each connection. */
    interface Declaration {
        void on(Channel channel) throws IOException;
    }

    Outlet(ConnectionFactory factory, String name, Declaration declaration, Duration limit) {
        this.declaration = declaration;
        this.limit = limit;
        this.sessions = new Sessions(factory, name, this::serve);
    }

    void start() {
        sessions.start();
    }

    /** Takes it on. */
    void send(Sending sending) {
        lock.lock();
        try {
            if (waiting.size() >= MAX_WAITING) {
                waiting.removeIf(Sending::isOver);
            }
            if (closed) {
                sending.unconfirmed("the publisher is closed");
                return;
            }
            if (waiting.size() >= MAX_WAITING) {
                sending.unconfirmed("it was not sent: " + MAX_WAITING + " messages wait already");
                return;
            }
            underway++;
            waiting.add(sending);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        // Also where nobody asks any more.
        sending.fate().whenComplete((fate, never) -> oneLess());
    }

    private void oneLess() {
        lock.lock();
        try {
            underway--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void serve(Session session) throws IOException, InterruptedException {
        Channel channel = session.channel();
        declaration.on(channel);
        NavigableMap<Long, Sending> unconfirmed = new ConcurrentSkipListMap<>();
        channel.confirmSelect();
        channel.addConfirmListener(new Confirms(unconfirmed));
        channel.addReturnListener(returned -> markReturned(unconfirmed, returned));
        session.connection().addBlockedListener(reason -> setBlocked(true), () -> setBlocked(false));
        session.ended().thenAccept(why -> signal());
        setBlocked(false);
        try {
            for (Sending next = next(session); next != null; next = next(session)) {
                write(session, next, unconfirmed);
            }
        } finally {
            String why = session.why();
            // Later confirms do not come: the session has ended, and with it its listeners' work.
            session.close();
            unconfirmed.values().forEach(sending -> sending.unconfirmed(why));
        }
    }

    /** The next to be written; null at the session's end. */
    private @Nullable Sending next(Session session) throws InterruptedException {
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

    private static void write(Session session, Sending sending, Map<Long, Sending> unconfirmed) {
        if (sending.isOver()) {
            return;
        }
        session.use(channel -> {
            long number = channel.getNextPublishSeqNo();
            unconfirmed.put(number, sending);
            channel.basicPublish(
                    sending.exchange,
                    sending.routingKey,
                    sending.mandatory,
                    sending.mandatory ? numbered(sending.properties, number) : sending.properties,
                    sending.body);
        });
    }

    private static BasicProperties numbered(BasicProperties properties, long number) {
        Map<String, Object> headers =
                new HashMap<>(properties.getHeaders() == null ? Map.of() : properties.getHeaders());
        headers.put(RabbitMessages.PUBLISH, number);
        return properties.builder().headers(headers).build();
    }

    private static void markReturned(Map<Long, Sending> unconfirmed, Return returned) {
        Map<String, Object> headers = returned.getProperties().getHeaders();
        if (headers != null && headers.get(RabbitMessages.PUBLISH) instanceof Long number) {
            Sending sending = unconfirmed.get(number);
            if (sending != null) {
                sending.returned();
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

    /** Takes nothing more on, waits within the time for what is underway, and ends. */
    @Override
    public void close() {
        List<Sending> left;
        lock.lock();
        try {
            closed = true;
            long nanos = limit.toNanos();
            while (underway > 0 && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        sessions.close();
        lock.lock();
        try {
            left = new ArrayList<>(waiting);
            waiting.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(sending -> sending.unconfirmed("the publisher is closed"));
    }

    /** The broker's word, for one or for all up to one. */
    private final class Confirms implements ConfirmListener {

        private final NavigableMap<Long, Sending> unconfirmed;

        Confirms(NavigableMap<Long, Sending> unconfirmed) {
            this.unconfirmed = unconfirmed;
        }

        @Override
        public void handleAck(long number, boolean multiple) {
            sessions.works();
            take(number, multiple).forEach(Sending::confirmed);
        }

        @Override
        public void handleNack(long number, boolean multiple) {
            take(number, multiple).forEach(sending -> sending.unconfirmed("the broker said no"));
        }

        private List<Sending> take(long number, boolean multiple) {
            if (!multiple) {
                Sending one = unconfirmed.remove(number);
                return one == null ? List.of() : List.of(one);
            }
            Map<Long, Sending> upTo = unconfirmed.headMap(number, true);
            List<Sending> taken = new ArrayList<>(upTo.values());
            upTo.clear();
            return taken;
        }
    }
}
