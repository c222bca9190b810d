package io.counterfoil.testkit.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays client connections to a server until they are cut, when both ends see a reset. New connections are relayed
 * again.
 */
final class KafkaRelay implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaRelay.class);
    private static final int BUFFER_BYTES = 64 * 1024;

    private final int target;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    KafkaRelay(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        run("accept", this::serve);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Resets all current connections. */
    void cut() {
        for (Socket socket : sockets) {
            reset(socket);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException refused) {
                LOG.debug("Relaying a connection failed: {}", refused.toString());
            }
        }
    }

    private void connect(Socket client) throws IOException {
        // If the server is down, the client's connection is closed, as without a relay.
        try (Held held = new Held(client)) {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            held.keep();
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            sockets.add(client);
            sockets.add(server);
            run("out", () -> carry(client, server));
            run("in", () -> carry(server, client));
        }
    }

    private void carry(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException ended) {
            LOG.trace("A relayed connection has ended: {}", ended.toString());
        } finally {
            reset(from);
            reset(to);
        }
    }

    private void reset(Socket socket) {
        sockets.remove(socket);
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException closed) {
            LOG.trace("The connection is already closed", closed);
        }
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            LOG.debug("Closing a socket failed", alreadyGone);
        }
    }

    private void run(String name, Runnable task) {
        Thread thread = new Thread(task, "kafka-relay-" + listener.getLocalPort() + "-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** A client socket that is closed unless it is kept. */
    private static final class Held implements AutoCloseable {

        private final Socket client;
        private boolean kept;

        Held(Socket client) {
            this.client = client;
        }

        void keep() {
            kept = true;
        }

        @Override
        public void close() throws IOException {
            if (!kept) {
                client.close();
            }
        }
    }
}
