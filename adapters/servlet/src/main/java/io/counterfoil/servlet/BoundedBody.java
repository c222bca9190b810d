package io.counterfoil.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;

/** Reads a body once, and not beyond its limit. */
public final class BoundedBody {

    private BoundedBody() {}

    /**
     * The whole body, or empty when it is longer than the limit; at most one byte more than that is read.
     *
     * @param limit in bytes, at least 0
     * @throws IOException when the client goes away meanwhile
     */
    public static Optional<byte[]> read(HttpServletRequest request, int limit) throws IOException {
        if (request.getContentLengthLong() > limit) {
            return Optional.empty();
        }
        byte[] body = request.getInputStream().readNBytes(limit);
        return request.getInputStream().read() < 0 ? Optional.of(body) : Optional.empty();
    }
}
