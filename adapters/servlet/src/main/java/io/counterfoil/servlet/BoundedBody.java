package io.counterfoil.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;

/** Reads a body once, and not beyond its limit. */
final class BoundedBody {

    private BoundedBody() {}

    /** The whole body, or empty when it is longer than the limit; at most one byte more than that is read. */
    static Optional<byte[]> read(HttpServletRequest request, int limit) throws IOException {
        if (request.getContentLengthLong() > limit) {
            return Optional.empty();
        }
        byte[] body = request.getInputStream().readNBytes(limit);
        return request.getInputStream().read() < 0 ? Optional.of(body) : Optional.empty();
    }
}
