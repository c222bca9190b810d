package io.counterfoil.springclient;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server without TLS: refuses whatever it receives by a plain response, also the first bytes of a handshake. */
final class PlainPort implements Closeable {

    private static final byte[] REFUSAL =
            "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    private final List<IOException> ended = new CopyOnWriteArrayList<>();

    PlainPort() throws IOException {
        Thread server = new Thread(this::serve, "plain-port");
        server.setDaemon(true);
        server.start();
    }

    /** With the scheme that it does not understand. */
    URI httpsUri() {
        return URI.create("https://127.0.0.1:" + listener.getLocalPort() + "/orders");
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket connection = listener.accept()) {
                connection.getInputStream().read();
                connection.getOutputStream().write(REFUSAL);
                connection.shutdownOutput();
                connection.getInputStream().readAllBytes();
            } catch (IOException endedByTheClientOrTheTest) {
                ended.add(endedByTheClientOrTheTest);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
