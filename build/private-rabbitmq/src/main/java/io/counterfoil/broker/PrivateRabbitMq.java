package io.counterfoil.broker;

import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * A private RabbitMQ of one program or test: on a free port of 127.0.0.1, with data in a temporary directory that only the current
 * user can read. It can be killed and restarted on the same port and data.
 *
 * <p>It uses the machine's RabbitMQ (Debian's {@code rabbitmq-server}, or an unpacked distribution in {@code
 * RABBITMQ_HOME}; as root or as an ordinary user), otherwise the official image if Docker responds. It is tested with
 * Debian's 3.10. It starts in 2 to 5 s, runs without plugins, and has its own user and password, which {@link #uri}
 * contains.
 *
 * <p>{@link #close} and the normal end of the JVM stop it and delete its data. If the JVM is killed, the server stops
 * too, but its directory remains; a container remains entirely.
 *
 * <p>Thread-safe.
 */
public final class PrivateRabbitMq implements AutoCloseable {

    private static final String USER = "counterfoil";

    /** Evaluated after all connections that have begun are registered. Some of them may have ended. */
    private static final String CONNECTIONS = "begin catch pg_local:sync(), rabbit_networking:connections() end";

    /** Queue names that are stored in Mnesia are flushed; other stores write them immediately. */
    private static final String CLASSIC_QUEUES = "case mnesia:system_info(is_running) of"
            + " yes -> dumped = mnesia:dump_log(), ok = mnesia:sync_log(); _ -> ok end";

    private final RabbitServer server;
    private final ReservedPort port;
    private final ReservedPort distributionPort;
    private final String password;
    private final Thread hook;
    private boolean closed;

    private PrivateRabbitMq(RabbitServer server, ReservedPort port, ReservedPort distributionPort, String password) {
        this.server = server;
        this.port = port;
        this.distributionPort = distributionPort;
        this.password = password;
        this.hook = new Thread(this::end, "counterfoil-rabbitmq-stop");
    }

    /**
     * Why this machine has neither a RabbitMQ nor a Docker that responds within 10 s; empty if it has. Checked on every
     * call.
     */
    public static Optional<String> obstacle() {
        return RabbitPrograms.script().isPresent() || RabbitPrograms.dockerAnswers()
                ? Optional.empty()
                : Optional.of("this machine has neither a rabbitmq-server with its erl nor a responding Docker");
    }

    /**
     * Starts a broker; returns when it accepts connections, at most 5 minutes later (Docker may have to fetch the
     * image).
     *
     * @throws IllegalStateException if it is {@linkplain #obstacle unavailable}
     * @throws UncheckedIOException if it does not start; nothing is left behind
     */
    public static PrivateRabbitMq start() {
        PrivateRabbitMq started = startToBeClosed();
        Runtime.getRuntime().addShutdownHook(started.hook);
        return started;
    }

    /**
     * Like {@link #start}, but the normal end of the JVM does not stop the broker. This is for callers that stop it in
     * their own shutdown hook, after its users. A local server that is not closed still stops with the JVM, and leaves
     * its directory.
     *
     * @throws IllegalStateException if it is {@linkplain #obstacle unavailable}
     * @throws UncheckedIOException if it does not start; nothing is left behind
     */
    public static PrivateRabbitMq startToBeClosed() {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            throw new IllegalStateException(obstacle.get());
        }
        String password = UUID.randomUUID().toString();
        ReservedPort port = ReservedPort.forServer();
        ReservedPort distributionPort = ReservedPort.forServer();
        try {
            RabbitServer server = server(port.number(), distributionPort.number(), password);
            PrivateRabbitMq started = new PrivateRabbitMq(server, port, distributionPort, password);
            try {
                server.start();
            } catch (IOException | InterruptedException failed) {
                server.remove();
                throw failed;
            }
            return started;
        } catch (IOException refused) {
            port.close();
            distributionPort.close();
            throw new UncheckedIOException("the private RabbitMQ cannot be started", refused);
        } catch (InterruptedException interrupted) {
            port.close();
            distributionPort.close();
            throw interrupted(interrupted);
        }
    }

    private static RabbitServer server(int port, int distributionPort, String password)
            throws IOException, InterruptedException {
        Optional<Path> script = RabbitPrograms.script();
        if (script.isPresent()) {
            Path directory = Files.createTempDirectory("counterfoil-rabbitmq-");
            return new RabbitNode(script.get(), directory, port, distributionPort, USER, password);
        }
        return new RabbitContainer("counterfoil-" + UUID.randomUUID(), port, USER, password);
    }

    /** The URI with user and password: {@code amqp://user:password@127.0.0.1:port}. */
    public URI uri() {
        return URI.create("amqp://" + USER + ":" + password + "@127.0.0.1:" + port.number());
    }

    /**
     * Kills the broker, as by {@code kill -9}; returns when it has ended. Does nothing if it is not running.
     *
     * @throws UncheckedIOException if this fails
     */
    public synchronized void kill() {
        requireOpen();
        doing("killed", server::kill);
    }

    /**
     * Kills the broker if it is running, and starts it again on the same port and data; returns when it accepts
     * connections.
     *
     * @throws UncheckedIOException if it does not start
     */
    public synchronized void restart() {
        requireOpen();
        doing("restarted", () -> {
            server.kill();
            server.start();
        });
    }

    /**
     * Closes all connections normally: each client gets AMQP's reply code 320, "connection forced".
     *
     * @throws UncheckedIOException if this fails
     */
    public synchronized void closeConnections() {
        evaluate("[(catch rabbit_networking:close_connection(P, \"by a test\")) || P <- " + CONNECTIONS + "]");
    }

    /**
     * Cuts all connections: the sockets close without a reason.
     *
     * @throws UncheckedIOException if this fails
     */
    public synchronized void cutConnections() {
        evaluate("[exit(P, kill) || P <- " + CONNECTIONS + "]");
    }

    /**
     * Stops reading from the open connections, like a hanging broker, until {@link #cutConnections}.
     *
     * @throws UncheckedIOException if this fails
     */
    public synchronized void suspendConnections() {
        evaluate("[(catch erlang:suspend_process(P)) || P <- " + CONNECTIONS + "]");
    }

    /**
     * Blocks publishers, like a broker whose memory is full: it stops reading from connections that publish until
     * {@link #unblockPublishers}. It detects a publishing connection by the header of its first message; a message
     * without a body is still accepted.
     *
     * @throws UncheckedIOException if this fails
     */
    public synchronized void blockPublishers() {
        // Synchronous, unlike the server's own function, which returns before the connections are notified.
        evaluate("gen_event:sync_notify(rabbit_alarm, {set_alarm, {{resource_limit, memory, node()}, []}})");
    }

    /**
     * Ends {@link #blockPublishers}.
     *
     * @throws UncheckedIOException if this fails
     */
    public synchronized void unblockPublishers() {
        evaluate("gen_event:sync_notify(rabbit_alarm, {clear_alarm, {resource_limit, memory, node()}})");
    }

    /**
     * Writes the names of queues to disk. By default, this happens up to half a second after the declaration of a
     * quorum queue, and may also be delayed for a classic queue while the server has much to write, as after its first
     * start. A server that is killed earlier restarts without the classic queue, or with a quorum queue that is empty,
     * has no leader, and does not respond.
     *
     * @throws UncheckedIOException if this fails
     */
    public synchronized void flushQueueNames() {
        evaluate(CLASSIC_QUEUES + ", [ok = dets:sync(T) || T <- dets:all()]");
    }

    /** Evaluates an Erlang expression on the server; fails if the expression fails. */
    void evaluate(String expression) {
        requireOpen();
        doing("controlled", () -> server.evaluate(expression));
    }

    /** Stops the broker and deletes its data. Idempotent. */
    @Override
    public void close() {
        if (end()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException shuttingDown) {
                // The hook is running or has run; it finds the server closed.
                return;
            }
        }
    }

    private synchronized boolean end() {
        if (closed) {
            return false;
        }
        closed = true;
        doing("removed", () -> {
            server.kill();
            server.remove();
        });
        port.close();
        distributionPort.close();
        return true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the private RabbitMQ is closed");
        }
    }

    private interface Doing {
        void run() throws IOException, InterruptedException;
    }

    private static void doing(String what, Doing step) {
        try {
            step.run();
        } catch (IOException refused) {
            throw new UncheckedIOException("the private RabbitMQ cannot be " + what, refused);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static IllegalStateException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for the private RabbitMQ", interrupted);
    }
}
