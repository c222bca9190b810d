package io.counterfoil.testkit.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP proxy on a free port of 127.0.0.1 that loses, truncates and delays exchanges according to a {@link FaultPlan}.
 * It exposes a client and a server to a faulty network over real sockets.
 *
 * <p>It supports HTTP/1.1 with one exchange at a time per connection, on one or more kept connections. HTTP is not
 * parsed. An exchange begins with the first bytes that a client sends on a new connection, or after bytes of a
 * response. Not supported are therefore pipelined requests, {@code Expect: 100-continue}, protocol upgrades, and
 * servers that respond before they have read the request.
 *
 * <p>If the server cannot be reached or ends its connection, the client's connection ends too. The rest of a truncated
 * response is read and discarded, so that the server does not notice the fault.
 *
 * <p>Limits: {@value #MAX_CONNECTIONS} concurrent connections; further ones wait until another ends. Two daemon threads
 * per connection. Thread-safe. {@link #close()} resets all connections and ends all threads.
 */
public final class FaultyChannel implements AutoCloseable {

    /** The maximum number of concurrent client connections. */
    public static final int MAX_CONNECTIONS = 256;

    private static final Logger LOG = LoggerFactory.getLogger(FaultyChannel.class);
    private static final long CLOSE_LIMIT_SECONDS = 30;

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final ExecutorService threads;
    private final Semaphore places = new Semaphore(MAX_CONNECTIONS);
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final LongAdder exchanges = new LongAdder();
    private final Map<Fault.Kind, LongAdder> happened = new EnumMap<>(Fault.Kind.class);

    private volatile FaultPlan plan;

    private FaultyChannel(InetSocketAddress server, ServerSocket listener, FaultPlan plan) {
        this.server = server;
        this.listener = listener;
        this.plan = plan;
        AtomicInteger made = new AtomicInteger();
        String name = "faulty-channel-" + listener.getLocalPort() + "-";
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, name + made.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        for (Fault.Kind kind : Fault.Kind.values()) {
            happened.put(kind, new LongAdder());
        }
    }

    /**
     * Opens a channel to a server, which need not run yet.
     *
     * @param serverHost the server's name or address, resolved now
     * @param serverPort the server's port
     * @param plan chooses the fault of each exchange
     * @return the open channel, which the caller closes
     * @throws UnknownHostException if the server's name cannot be resolved
     * @throws IOException if no port is free
     */
    public static FaultyChannel open(String serverHost, int serverPort, FaultPlan plan) throws IOException {
        InetSocketAddress server = new InetSocketAddress(serverHost, serverPort);
        if (server.isUnresolved()) {
            throw new UnknownHostException(serverHost);
        }
        ServerSocket listener = new ServerSocket(0, MAX_CONNECTIONS, InetAddress.getLoopbackAddress());
        FaultyChannel channel = new FaultyChannel(server, listener, plan);
        channel.threads.execute(channel::serve);
        return channel;
    }

    /** {@return the port on 127.0.0.1 for clients} */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * {@return the URI of the server through this channel}
     *
     * @param path path and query, encoded, beginning with a slash
     */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /**
     * Replaces the plan. Exchanges that have begun keep their fault.
     *
     * @param next chooses the faults of exchanges that begin from now on
     */
    public void follow(FaultPlan next) {
        plan = next;
    }

    /** {@return the number of exchanges that have begun} */
    public long exchanges() {
        return exchanges.sum();
    }

    /**
     * {@return the number of faults of one kind that took effect} A fault of a response counts only if there was a response. {@link Fault.Kind#NONE}
     * is not counted.
     *
     * @param kind of the faults
     */
    public long happened(Fault.Kind kind) {
        LongAdder count = happened.get(kind);
        return count == null ? 0 : count.sum();
    }

    /** {@return the number of current client connections} */
    public int connections() {
        return links.size();
    }

    /** {@return whether {@link #close()} was called} */
    public boolean isClosed() {
        return listener.isClosed();
    }

    /** Resets all connections, frees the port and ends all threads. Idempotent. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException alreadyGone) {
            LOG.debug("Closing the listening socket failed", alreadyGone);
        }
        links.forEach(Link::reset);
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "Threads of the channel on port {} are still running {} s after its close",
                        port(),
                        CLOSE_LIMIT_SECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    Fault begin() {
        exchanges.increment();
        return plan.next();
    }

    void count(Fault.Kind kind) {
        LongAdder count = happened.get(kind);
        if (count != null) {
            count.increment();
        }
    }

    private void serve() {
        try {
            while (true) {
                places.acquire();
                Link link = new Link(this, listener.accept(), server, threads);
                links.add(link);
                threads.execute(() -> {
                    try {
                        link.run();
                    } finally {
                        links.remove(link);
                        places.release();
                    }
                });
            }
        } catch (IOException | InterruptedException | RejectedExecutionException ended) {
            if (!listener.isClosed()) {
                LOG.warn("The channel on port {} no longer accepts connections", port(), ended);
            }
        } finally {
            links.forEach(Link::reset);
        }
    }
}
