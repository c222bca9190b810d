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
 * A TCP proxy on a free port of 127.0.0.1 that loses, cuts and delays what passes, exchange by exchange, as a
 * {@link FaultPlan} decides. It shows a client and a server what a bad network does to them, over real sockets.
 *
 * <p>It is made for HTTP/1.1: a client sends a request, the server a response, then the client the next one, on one kept
 * connection or on many. HTTP is not parsed. An exchange begins with the first bytes that a client sends on a new
 * connection, or after bytes of a response. So these are not told apart rightly: pipelined requests, {@code Expect:
 * 100-continue}, protocol upgrades, and servers that answer before they have read the request.
 *
 * <p>A server that cannot be reached, or that ends the connection, ends the client's too. What is left of a response that
 * was cut is read and thrown away, so that the server can finish writing and does not see the fault.
 *
 * <p>Limits: {@value #MAX_CONNECTIONS} connections at once; further ones wait until another ends. Two daemon threads a
 * connection. Thread-safe. {@link #close()} resets all connections and ends all threads.
 */
public final class FaultyChannel implements AutoCloseable {

    /** How many clients' connections are served at once. */
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
     * @throws UnknownHostException when the server's name means nothing
     * @throws IOException when there is no free port
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

    /** The port of 127.0.0.1 where clients connect. */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Where an HTTP client finds the server through this channel.
     *
     * @param path path and query, encoded, beginning with a slash
     */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** Replaces the plan; exchanges that begin from now on follow the new one. */
    public void follow(FaultPlan next) {
        plan = next;
    }

    /** How many exchanges have begun. */
    public long exchanges() {
        return exchanges.sum();
    }

    /**
     * How many faults of this kind happened. One that was planned and met no response to harm is not counted, nor is
     * {@link Fault.Kind#NONE}.
     */
    public long happened(Fault.Kind kind) {
        LongAdder count = happened.get(kind);
        return count == null ? 0 : count.sum();
    }

    /** How many clients are connected right now. */
    public int connections() {
        return links.size();
    }

    /** Whether {@link #close()} was called. */
    public boolean isClosed() {
        return listener.isClosed();
    }

    /** Resets all connections, frees the port and ends all threads. A second call does nothing. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException alreadyGone) {
            LOG.debug("The listening socket would not close", alreadyGone);
        }
        links.forEach(Link::reset);
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Threads of the channel on port {} still run {} s after its end", port(), CLOSE_LIMIT_SECONDS);
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
                LOG.warn("The channel on port {} takes no more connections", port(), ended);
            }
        } finally {
            links.forEach(Link::reset);
        }
    }
}
