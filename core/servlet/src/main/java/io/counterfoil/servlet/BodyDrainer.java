package io.counterfoil.servlet;

import io.counterfoil.http.request.BodyRate;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * What is left of the body of a refused request. It is read to its end, so that the connection can go on; where that is too much, or cannot
 * be done, the connection is closed, and the response announces it: some containers would close it without announcing it.
 */
final class BodyDrainer {

    /** The most that is read of an unwanted body, in bytes. */
    private static final int MAX_UNWANTED = 1 << 20;

    /** It holds a thread meanwhile, which a refused client is not to have for long. */
    private static final BodyRate RATE = BodyRate.of(Duration.ofSeconds(2), MAX_UNWANTED);

    private BodyDrainer() {}

    /** Before the refusal is sent. */
    static void drain(HttpServletRequest request, HttpServletResponse response) {
        if (!isDrained(request)) {
            end(request, response);
        }
    }

    /** The same for one in parts, after which Jetty ends the connection whether it has been read or not, and does not say so. */
    static void drainParts(HttpServletRequest request, HttpServletResponse response) {
        drain(request, response);
        end(request, response);
    }

    private static void end(HttpServletRequest request, HttpServletResponse response) {
        // A later version of HTTP has a stream for each request, and no such field.
        if (request.getProtocol().startsWith("HTTP/1.")) {
            response.setHeader("Connection", "close");
        }
    }

    private static boolean isDrained(HttpServletRequest request) {
        // A client that expects 100 is not told to continue.
        if (request.getContentLengthLong() > MAX_UNWANTED || request.getHeader("Expect") != null) {
            return false;
        }
        try {
            InputStream stream = RATE.watch(request.getInputStream());
            byte[] unwanted = new byte[8192];
            int left = MAX_UNWANTED;
            int read = stream.read(unwanted);
            while (read >= 0 && left > 0) {
                left -= read;
                read = stream.read(unwanted);
            }
            return read < 0;
        } catch (IOException | RuntimeException givenUp) {
            // The container has left it in the middle, or the client has, or sends too slowly; either way there is no
            // next request.
            return false;
        }
    }
}
