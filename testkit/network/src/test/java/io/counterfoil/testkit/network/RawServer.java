package io.counterfoil.testkit.network;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Sends the same bytes in response to each request without a body, over kept connections, and records requests. */
final class RawServer implements AutoCloseable {

    private final ServerSocket listener;
    private final byte[] response;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    /** The request lines of completely received requests. */
    final List<String> requests = new CopyOnWriteArrayList<>();
    /** One entry for each connection that ended: "in order", or the message of the exception. */
    final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    RawServer(byte[] response) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.response = response;
        threads.execute(this::serve);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Closes the connections. */
    void hangUp() throws IOException {
        for (Socket connection : connections) {
            connection.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        hangUp();
        threads.shutdownNow();
    }

    private void serve() {
        try {
            while (true) {
                Socket connection = listener.accept();
                connection.setTcpNoDelay(true);
                connections.add(connection);
                threads.execute(() -> answer(connection));
            }
        } catch (IOException closed) {
            ends.add("closed");
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            InputStream in = connection.getInputStream();
            StringBuilder request = new StringBuilder();
            int read;
            while ((read = in.read()) >= 0) {
                request.append((char) read);
                if (request.toString().endsWith("\r\n\r\n")) {
                    requests.add(request.substring(0, request.indexOf("\r\n")));
                    request.setLength(0);
                    connection.getOutputStream().write(response);
                }
            }
            ends.add("in order");
        } catch (IOException failed) {
            ends.add(String.valueOf(failed.getMessage()));
        }
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
