package io.counterfoil.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on 127.0.0.1 that does with each connection what a test says, and closes it then. */
final class FailingServer implements AutoCloseable {

    private final ServerSocket listener;
    private final Behaviour behaviour;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    private FailingServer(ServerSocket listener, Behaviour behaviour) {
        this.listener = listener;
        this.behaviour = behaviour;
        threads.execute(this::serve);
    }

    static FailingServer that(Behaviour behaviour) throws IOException {
        return on(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviour);
    }

    static FailingServer on(ServerSocket listener, Behaviour behaviour) {
        return new FailingServer(listener, behaviour);
    }

    int port() {
        return listener.getLocalPort();
    }

    int connections() {
        return accepted.get();
    }

    /** Reads the header of a request, without its body. */
    static void readHeader(Socket connection) throws IOException {
        InputStream in = connection.getInputStream();
        StringBuilder read = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            read.append((char) next);
            if (read.toString().endsWith("\r\n\r\n")) {
                return;
            }
        }
    }

    static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The client then sees a reset. */
    static void resetAtClose(Socket connection) throws IOException {
        connection.setSoLinger(true, 0);
    }

    private void serve() {
        try {
            while (true) {
                Socket connection = listener.accept();
                connections.add(connection);
                accepted.incrementAndGet();
                threads.execute(() -> serve(connection));
            }
        } catch (IOException | RejectedExecutionException closed) {
            threads.shutdown();
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            behaviour.on(connection);
        } catch (IOException gone) {
            // The client has ended the connection, or refused its handshake.
            connections.remove(connection);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket connection : connections) {
            connection.close();
        }
        threads.shutdownNow();
    }

    /** What happens to a connection. */
    @FunctionalInterface
    interface Behaviour {

        void on(Socket connection) throws IOException;
    }
}
