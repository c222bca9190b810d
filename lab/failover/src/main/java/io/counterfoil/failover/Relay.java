package io.counterfoil.failover;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A TCP port of 127.0.0.1 that leads to another one, and can be cut: from then on no byte passes in either direction, and no connection is reset,
 * as in a partition of a network. When it is healed, the connections from before are closed. Thread-safe.
 */
final class Relay implements AutoCloseable {

    private static final int BUFFER = 8192;

    private final ServerSocket listener;
    private final int server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        return thread;
    });

    private volatile boolean cut;

    private Relay(ServerSocket listener, int server) {
        this.listener = listener;
        this.server = server;
    }

    /** A relay to a port of 127.0.0.1, where a server need not listen yet. */
    static Relay to(int server) throws IOException {
        Relay relay = new Relay(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), server);
        relay.threads.execute(relay::serve);
        return relay;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Holds all bytes from now on. */
    void cut() {
        cut = true;
    }

    /** Closes the connections from before, and lets new ones pass. */
    void heal() {
        sockets.forEach(Relay::close);
        cut = false;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(Relay::close);
        threads.shutdownNow();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                threads.execute(() -> connect(client));
            } catch (IOException closed) {
                // The listener was closed, or the connection is gone already.
            }
        }
    }

    private void connect(Socket client) {
        if (cut) {
            return; // until it is healed, which closes the connection
        }
        Socket other = new Socket();
        sockets.add(other);
        try {
            other.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server));
            threads.execute(() -> pump(client, other));
            threads.execute(() -> pump(other, client));
        } catch (IOException refused) {
            end(client);
            end(other);
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            for (int read = input.read(buffer); read >= 0 && !cut; read = input.read(buffer)) {
                output.write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // Both ends are closed below.
        }
        if (!cut) {
            end(from);
            end(to);
        }
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // Nothing is left to close.
        }
    }
}
