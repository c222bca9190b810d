package io.counterfoil.ledger.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests that no proper client would send. */
final class RawHttp {

    private static final int TIMEOUT_MILLIS = 300_000;

    private RawHttp() {}

    /** The whole response to a GET of this text, as it is. */
    static String get(URI base, String target) {
        return send(
                base, "GET " + target + " HTTP/1.1\r\nHost: " + base.getAuthority() + "\r\nConnection: close\r\n\r\n");
    }

    /** The whole response to this text, as it is, when the service has closed the connection. */
    static String send(URI base, String request) {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
