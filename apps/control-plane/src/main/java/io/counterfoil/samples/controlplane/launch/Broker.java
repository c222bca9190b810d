package io.counterfoil.samples.controlplane.launch;

import com.rabbitmq.client.Connection;
import io.counterfoil.broker.PrivateRabbitMq;
import io.counterfoil.samples.controlplane.Amqp;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The RabbitMQ between: one of our own, which can be killed, or the user's. Thread-safe. */
public final class Broker implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(Broker.class);

    private final URI uri;
    private final @Nullable PrivateRabbitMq own;
    private final Runnable changed;
    private final ExecutorService restarts = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "broker-restart");
        thread.setDaemon(true);
        return thread;
    });
    private volatile State state = State.RUNNING;

    private Broker(URI uri, @Nullable PrivateRabbitMq own, Runnable changed) {
        this.uri = uri;
        this.own = own;
        this.changed = changed;
    }

    /** How it is with the broker. */
    public enum State {
        /** It takes connections, as far as is known. */
        RUNNING,
        /** It was killed, and is being started again. */
        RESTARTING,
        /** It was killed, and did not start again. */
        DOWN
    }

    /**
     * Starts a RabbitMQ of our own, and returns when it takes connections.
     *
     * @param changed called when its state changes
     * @throws LaunchException when none is installed, or it does not start
     */
    static Broker start(Runnable changed) {
        PrivateRabbitMq.obstacle().ifPresent(why -> {
            throw new LaunchException(
                    "RabbitMQ is missing: " + why + "; install rabbitmq-server (Debian and Ubuntu: apt"
                            + " install rabbitmq-server; macOS: brew install rabbitmq), or use an existing broker with --amqp");
        });
        PrivateRabbitMq own;
        try {
            own = PrivateRabbitMq.startToBeClosed();
        } catch (RuntimeException failure) {
            throw new LaunchException("RabbitMQ did not start: " + failure.getMessage(), failure);
        }
        return new Broker(own.uri(), own, changed);
    }

    /**
     * The user's, reached a moment ago.
     *
     * @throws LaunchException when it is not named as it must be, or does not answer
     */
    static Broker at(String text, Runnable changed) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException malformed) {
            throw new LaunchException("--amqp must be amqp://USER:PASSWORD@HOST:PORT/VHOST", malformed);
        }
        try (Connection tried = Amqp.factory(uri).newConnection()) {
            LOG.info("Reached RabbitMQ at {}", tried.getAddress());
        } catch (IllegalArgumentException malformed) {
            throw new LaunchException("--amqp " + malformed.getMessage(), malformed);
        } catch (IOException | TimeoutException failure) {
            throw new LaunchException(
                    "no RabbitMQ answers at %s:%s: %s".formatted(uri.getHost(), uri.getPort(), failure.getMessage()),
                    failure);
        }
        return new Broker(uri, null, changed);
    }

    /** Where it takes connections; may hold a password. */
    public URI uri() {
        return uri;
    }

    /** Whether it is ours, to be killed. */
    public boolean isOwn() {
        return own != null;
    }

    /** How it is with it. */
    public State state() {
        return state;
    }

    /**
     * Kills it, and starts it again with the same data at the same port; returns when that has begun.
     *
     * @return whether it did: false where it is not ours, or is being restarted
     */
    public synchronized boolean restart() {
        PrivateRabbitMq server = own;
        if (server == null || state == State.RESTARTING) {
            return false;
        }
        now(State.RESTARTING);
        restarts.execute(() -> {
            try {
                server.restart();
                now(State.RUNNING);
            } catch (RuntimeException failure) {
                LOG.error("RabbitMQ did not start again", failure);
                now(State.DOWN);
            }
        });
        return true;
    }

    /**
     * Makes sure, where it is ours, that it will know the queues that there are by now, however soon it is killed. By itself it writes a new
     * one's name to disk some time after it has said that there is one.
     */
    void keepQueues() {
        if (own != null) {
            own.flushQueueNames();
        }
    }

    /** Kills it, and leaves it so; {@link #restart} starts it again. @return whether it is ours to kill */
    public synchronized boolean kill() {
        if (own == null) {
            return false;
        }
        own.kill();
        now(State.DOWN);
        return true;
    }

    private void now(State next) {
        state = next;
        changed.run();
    }

    /** Stops it, where it is ours, with its data. */
    @Override
    public void close() {
        restarts.shutdownNow();
        if (own != null) {
            own.close();
        }
    }
}
