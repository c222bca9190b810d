package io.counterfoil.httpserver;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads the bodies of requests, each not beyond its limit. */
final class Bodies {

    /** The most that is read of a body that nobody wants. */
    private static final int MAX_UNWANTED = 1 << 20;

    private Bodies() {}

    /**
     * The whole body, or empty when it is longer than the limit; at most one byte more than that is read, and nothing of one whose
     * declared length is over the limit.
     *
     * @throws IOException when the client goes away meanwhile
     */
    static Optional<byte[]> read(HttpExchange exchange, int limit) throws IOException {
        if (isLongerThan(limit, exchange)) {
            return Optional.empty();
        }
        InputStream stream = exchange.getRequestBody();
        byte[] body = stream.readNBytes(limit);
        return stream.read() < 0 ? Optional.of(body) : Optional.empty();
    }

    /**
     * Reads on to the end and forgets it, so that the connection can go on.
     *
     * @return false when there is more than is worth reading: the connection has to end then
     */
    static boolean drain(HttpExchange exchange) throws IOException {
        if (isLongerThan(MAX_UNWANTED, exchange)) {
            return false;
        }
        InputStream stream = exchange.getRequestBody();
        // Not by skip(): on JDK 17 that skips what lies behind the body, too.
        byte[] unwanted = new byte[8192];
        int left = MAX_UNWANTED;
        int read = stream.read(unwanted);
        while (read >= 0 && left > 0) {
            left -= read;
            read = stream.read(unwanted);
        }
        return read < 0;
    }

    /** By what the head says of it; the server has checked the field, and takes a body for as long as it says. */
    private static boolean isLongerThan(int limit, HttpExchange exchange) {
        String declared = exchange.getRequestHeaders().getFirst("Content-Length");
        return declared != null && Long.parseLong(declared) > limit;
    }
}
