package io.counterfoil.httpserver;

import com.sun.net.httpserver.HttpExchange;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.http.request.BodyTooSlowException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Reads the bodies of requests, each not beyond its limit. */
final class Bodies {

    /** The most that is read of an unwanted body. */
    private static final int MAX_UNWANTED = 1 << 20;

    /** It holds a thread meanwhile, which a refused client is not to have for long. */
    private static final BodyRate UNWANTED_RATE = BodyRate.of(Duration.ofSeconds(2), MAX_UNWANTED);

    private Bodies() {}

    /**
     * The whole body; at most one byte more than the policy's limit is read, and nothing of one whose declared length is over it.
     *
     * @throws RefusedException when it is longer, or arrives too slowly
     * @throws IOException when the client goes away meanwhile
     */
    static byte[] read(HttpExchange exchange, HttpPolicy policy) throws IOException {
        int limit = policy.body().maxBytes();
        if (isLongerThan(limit, exchange)) {
            throw new RefusedException(Problem.bodyTooLarge(limit));
        }
        InputStream stream = policy.body().rate().watch(exchange.getRequestBody());
        try {
            byte[] body = stream.readNBytes(limit);
            if (stream.read() >= 0) {
                throw new RefusedException(Problem.bodyTooLarge(limit));
            }
            return body;
        } catch (BodyTooSlowException late) {
            throw new RefusedException(late.problem());
        }
    }

    /** A body that is refused, before anything is claimed. */
    static final class RefusedException extends IOException {

        private static final long serialVersionUID = 1L;

        private final transient Problem problem;

        RefusedException(Problem problem) {
            super(problem.detail());
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }

    /**
     * Reads on to the end and forgets it, so that the connection can go on.
     *
     * @return false when there is more than is worth reading, or it arrives too slowly: the connection has to end then
     */
    static boolean drain(HttpExchange exchange) throws IOException {
        if (isLongerThan(MAX_UNWANTED, exchange)) {
            return false;
        }
        InputStream stream = UNWANTED_RATE.watch(exchange.getRequestBody());
        // Not by skip(): on JDK 17 that skips what lies behind the body, too.
        byte[] unwanted = new byte[8192];
        int left = MAX_UNWANTED;
        try {
            int read = stream.read(unwanted);
            while (read >= 0 && left > 0) {
                left -= read;
                read = stream.read(unwanted);
            }
            return read < 0;
        } catch (BodyTooSlowException late) {
            return false;
        }
    }

    /** By the head; the server has checked the field, and takes a body of that length. */
    private static boolean isLongerThan(int limit, HttpExchange exchange) {
        String declared = exchange.getRequestHeaders().getFirst("Content-Length");
        return declared != null && Long.parseLong(declared) > limit;
    }
}
