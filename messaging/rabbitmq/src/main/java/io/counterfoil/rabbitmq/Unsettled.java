package io.counterfoil.rabbitmq;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The unsettled messages of a session's channel, by delivery tag. Acknowledgements that a thread makes together are sent as one frame as far as no
 * other message before them is unsettled ({@code multiple}), and one by one otherwise.
 *
 * <p>A tag is removed and its frame is sent under the channel's lock: a frame for several must not name a message of which a frame for one
 * follows, which the broker answers by closing the channel. Thread-safe.
 */
final class Unsettled {

    /** How long an acknowledgement waits for others of its thread: while later messages of a batch are still processed. */
    private static final long LONGEST_WAIT = Duration.ofMillis(50).toNanos();

    private final Session session;

    /** Guarded by the channel. */
    private final NavigableSet<Long> tags = new TreeSet<>();

    @SuppressWarnings("ThreadLocalUsage") // of one session, removed at the end of a batch
    private final ThreadLocal<@Nullable Together> together = new ThreadLocal<>();

    Unsettled(Session session) {
        this.session = session;
    }

    private static final class Together {
        private final NavigableSet<Long> tags = new TreeSet<>();
        private long since;
    }

    /** A message was delivered. */
    void add(long tag) {
        session.use(channel -> tags.add(tag));
    }

    /** Runs a task; what it acknowledges in this thread is sent together. */
    void together(Runnable task) {
        Together acknowledged = new Together();
        together.set(acknowledged);
        try {
            task.run();
        } finally {
            together.remove();
            send(acknowledged.tags);
        }
    }

    void acknowledge(long tag) {
        Together others = together.get();
        if (others == null) {
            send(List.of(tag));
            return;
        }
        if (others.tags.isEmpty()) {
            others.since = System.nanoTime();
        }
        others.tags.add(tag);
        if (System.nanoTime() - others.since >= LONGEST_WAIT) {
            send(List.copyOf(others.tags));
            others.tags.clear();
        }
    }

    void giveBack(long tag) {
        session.use(channel -> {
            tags.remove(tag);
            channel.basicNack(tag, false, true);
        });
    }

    /** @param acknowledged in ascending order */
    private void send(Iterable<Long> acknowledged) {
        session.use(channel -> send(channel, acknowledged));
    }

    private void send(Channel channel, Iterable<Long> acknowledged) throws IOException {
        long upTo = 0;
        for (long tag : acknowledged) {
            boolean first = !tags.isEmpty() && tags.first() == tag;
            tags.remove(tag);
            if (first) {
                upTo = tag;
                continue;
            }
            if (upTo > 0) {
                channel.basicAck(upTo, true);
                upTo = 0;
            }
            channel.basicAck(tag, false);
        }
        if (upTo > 0) {
            channel.basicAck(upTo, true);
        }
    }
}
