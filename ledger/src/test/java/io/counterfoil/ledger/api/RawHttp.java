package io.counterfoil.ledger.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests that no proper client would send. */
final class RawHttp {

    private static final int TIMEOUT_MILLIS = 60_000;

    private RawHttp() {}

    /** The whole response to a GET of this text, as it is. */
    static String get(URI base, String target) {
        return send(base, "GET " + target, "Host: " + base.getAuthority());
    }

    /** The whole response to a request of this first line, but for the version, and these header fields. */
    static String send(URI base, String line, String... fields) {
        String request = line + " HTTP/1.1\r\n" + String.join("\r\n", fields) + "\r\nConnection: close\r\n\r\n";
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
