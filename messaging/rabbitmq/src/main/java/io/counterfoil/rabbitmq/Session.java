package io.counterfoil.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection with one channel, from its opening to its end: the end of either is the end of both. Thread-safe. */
final class Session implements AutoCloseable {

    private static final int CLOSE_LIMIT_MILLIS = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final Connection connection;
    private final Channel channel;
    private final CompletableFuture<SessionEnd> end = new CompletableFuture<>();
    private final AtomicBoolean closing = new AtomicBoolean();

    private Session(Connection connection, Channel channel) {
        this.connection = connection;
        this.channel = channel;
        // The channel learns of its connection's end too.
        channel.addShutdownListener(cause -> end.complete(SessionEnd.of(cause)));
    }

    static Session open(ConnectionFactory factory, String name) throws IOException, TimeoutException {
        Connection connection = factory.newConnection(name);
        try {
            return new Session(connection, connection.createChannel());
        } catch (IOException | RuntimeException refused) {
            connection.abort(CLOSE_LIMIT_MILLIS);
            throw refused;
        }
    }

    Connection connection() {
        return connection;
    }

    Channel channel() {
        return channel;
    }

    /** Completes with the reason; at once when it has ended. */
    CompletionStage<SessionEnd> ended() {
        return end;
    }

    boolean hasEnded() {
        return end.isDone();
    }

    /** How it ended; of one that has not, that it is closed from here. */
    SessionEnd end() {
        return end.getNow(SessionEnd.CLOSED);
    }

    String why() {
        return end().why();
    }

    /** Waits for its end. */
    void awaitEnd() throws InterruptedException {
        try {
            SessionEnd ended = end.get();
            LOG.debug("a session has ended: {}", ended.why());
        } catch (ExecutionException never) {
            throw new IllegalStateException("a session's end does not fail", never);
        }
    }

    void end(String why) {
        end.complete(new SessionEnd(why, false));
    }

    /** Uses the channel unless it has ended; calls of several threads run one after the other. */
    void use(Use use) {
        try {
            synchronized (channel) {
                use.with(channel);
            }
        } catch (ShutdownSignalException dead) {
            // The listeners learn of the end; messages that were delivered here are delivered again.
            end.complete(SessionEnd.of(dead));
        } catch (IOException dead) {
            end.complete(new SessionEnd(dead.toString(), false));
        }
    }

    interface Use {
        void with(Channel channel) throws IOException;
    }

    /** Closes in order where that is possible within 5 s; only the first call waits for it. */
    @Override
    public void close() {
        // A second abort would cut the connection under the first, which waits for the broker's response.
        if (closing.compareAndSet(false, true)) {
            end.complete(SessionEnd.CLOSED);
            connection.abort(CLOSE_LIMIT_MILLIS);
        }
    }
}
