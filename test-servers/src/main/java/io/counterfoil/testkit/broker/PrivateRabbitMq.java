package io.counterfoil.testkit.broker;

import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * A real RabbitMQ of one test's own: on a free port of 127.0.0.1, with data in a temporary directory that only the present user can
 * read; it can be killed and come back, on the same port with the same data.
 *
 * <p>It is the machine's own RabbitMQ (Debian's {@code rabbitmq-server}, or an unpacked one that {@code RABBITMQ_HOME} names; as root or
 * as an ordinary user), and where there is none, the official image in a Docker that answers. Debian's 3.10 is what it is proved with.
 * It starts in 2 to 5 s, runs without plugins, and asks for a user and a password of its own, which {@link #uri} holds.
 *
 * <p>{@link #close}, and the end of the JVM in order, stop it and remove its data. When the JVM is killed, the server halts too, and its
 * directory stays behind; a container stays altogether.
 *
 * <p>Thread-safe.
 */
public final class PrivateRabbitMq implements AutoCloseable {

    private static final String USER = "counterfoil";

    /** After all that have begun are noted. */
    private static final String CONNECTIONS = "begin catch pg_local:sync(), rabbit_networking:connections() end";

    /** Those that keep them elsewhere than in Mnesia write them at once. */
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

    /** Whether this machine has a RabbitMQ, or a Docker that answers. Asks anew each time; Docker within 10 s. */
    public static boolean isAvailable() {
        return obstacle().isEmpty();
    }

    /** Why there is none, in words for a test's report; empty where there is one. */
    public static Optional<String> obstacle() {
        return RabbitPrograms.script().isPresent() || RabbitPrograms.dockerAnswers()
                ? Optional.empty()
                : Optional.of("this machine has neither a rabbitmq-server with its erl, nor a Docker that answers");
    }

    /**
     * Starts one; returns when it takes connections, at most 5 minutes later (a Docker may first fetch the image).
     *
     * @throws IllegalStateException when it is not {@linkplain #isAvailable() available}
     * @throws UncheckedIOException when it does not start; nothing is left behind
     */
    public static PrivateRabbitMq start() {
        PrivateRabbitMq started = startToBeClosed();
        Runtime.getRuntime().addShutdownHook(started.hook);
        return started;
    }

    /**
     * As {@link #start}, but the end of the JVM in order does not stop it: for one who does so in a shutdown hook of their own, after what
     * works with it. A process of its own that is not closed halts with the JVM all the same, and leaves its directory.
     *
     * @throws IllegalStateException when it is not {@linkplain #isAvailable() available}
     * @throws UncheckedIOException when it does not start; nothing is left behind
     */
    public static PrivateRabbitMq startToBeClosed() {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            throw new IllegalStateException(obstacle.get());
        }
        String password = UUID.randomUUID().toString();
        ReservedPort port = ReservedPort.any();
        ReservedPort distributionPort = ReservedPort.any();
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

    /** Where it is, with the user and the password in it: {@code amqp://user:password@127.0.0.1:port}. */
    public URI uri() {
        return URI.create("amqp://" + USER + ":" + password + "@127.0.0.1:" + port.number());
    }

    /**
     * Ends it at once, as {@code kill -9} does; returns when it has ended. Nothing happens when it does not run.
     *
     * @throws UncheckedIOException when it cannot be ended
     */
    public synchronized void kill() {
        requireOpen();
        doing("killed", server::kill);
    }

    /**
     * Kills it if it runs, and starts it again on the same port and data; returns when it takes connections.
     *
     * @throws UncheckedIOException when it does not come back
     */
    public synchronized void restart() {
        requireOpen();
        doing("restarted", () -> {
            server.kill();
            server.start();
        });
    }

    /**
     * Has it close all connections in order: each client is told so (AMQP's 320, "connection forced").
     *
     * @throws UncheckedIOException when it does not do so
     */
    public synchronized void closeConnections() {
        evaluate("[rabbit_networking:close_connection(P, \"by a test\") || P <- " + CONNECTIONS + "]");
    }

    /**
     * Cuts all connections: the sockets close without a reason.
     *
     * @throws UncheckedIOException when it does not do so
     */
    public synchronized void cutConnections() {
        evaluate("[exit(P, kill) || P <- " + CONNECTIONS + "]");
    }

    /**
     * Has it read nothing more from the connections that are open, as one that hangs, until {@link #cutConnections}.
     *
     * @throws UncheckedIOException when it does not do so
     */
    public synchronized void suspendConnections() {
        evaluate("[true = erlang:suspend_process(P) || P <- " + CONNECTIONS + "]");
    }

    /**
     * Has it take no more messages in, as one does whose memory is full: it reads nothing further from connections that publish, until
     * {@link #unblockPublishers}. It learns that a connection publishes by the header of the first message; that one is still taken where
     * it has no body.
     *
     * @throws UncheckedIOException when it does not do so
     */
    public synchronized void blockPublishers() {
        // In turn: the server's own function returns before its connections know.
        evaluate("gen_event:sync_notify(rabbit_alarm, {set_alarm, {{resource_limit, memory, node()}, []}})");
    }

    /**
     * Ends {@link #blockPublishers}.
     *
     * @throws UncheckedIOException when it does not do so
     */
    public synchronized void unblockPublishers() {
        evaluate("gen_event:sync_notify(rabbit_alarm, {clear_alarm, {resource_limit, memory, node()}})");
    }

    /**
     * Has it write to disk which queues there are. By itself it does so up to half a second after a quorum queue's declaration, and a
     * classic queue's name can wait for it too while it has much to write, as after its first start. Killed before, it comes back without the
     * classic queue, or with a quorum queue that is empty, has no leader, and does not respond.
     *
     * @throws UncheckedIOException when it does not do so
     */
    public synchronized void flushQueueNames() {
        evaluate(CLASSIC_QUEUES + ", [ok = dets:sync(T) || T <- dets:all()]");
    }

    /** Has it evaluate an expression of Erlang; fails where that does. */
    void evaluate(String expression) {
        requireOpen();
        doing("told something", () -> server.evaluate(expression));
    }

    /** Stops it and removes its data. Further calls do nothing. */
    @Override
    public void close() {
        if (end()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException shuttingDown) {
                // The hook runs or has run: it finds the server closed.
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
        return new IllegalStateException("interrupted while the private RabbitMQ was busy", interrupted);
    }
}
