package io.counterfoil.samples.support.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Reads the rest of a request's body after the response, because a client that is still sending would lose the response
 * if the connection were closed. Tomcat does this without a time limit and occupies a thread. This valve closes the
 * connection unless the rest is short and arrives fast.
 */
final class UnreadBodyValve extends ValveBase {

    private static final long LONGEST = 32L << 20;
    private static final long BYTES_PER_SECOND = 1 << 20;

    private final long graceNanos;

    /** @param grace how long the rest may take, besides a second for each MiB */
    UnreadBodyValve(Duration grace) {
        super(true);
        this.graceNanos = grace.toNanos();
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (request.isAsync()) {
            return;
        }
        org.apache.coyote.Request body = request.getCoyoteRequest();
        AtomicBoolean read = new AtomicBoolean();
        body.action(ActionCode.REQUEST_BODY_FULLY_READ, read);
        if (!read.get()) {
            response.finishResponse();
            if (!isDrained(body)) {
                body.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
            }
        }
    }

    private boolean isDrained(org.apache.coyote.Request body) {
        if (body.getContentLengthLong() > LONGEST) {
            return false;
        }
        long begun = System.nanoTime();
        long drained = 0;
        Discarded pieces = new Discarded();
        try {
            int piece = body.doRead(pieces);
            while (piece >= 0) {
                drained += piece;
                long limit = graceNanos + Duration.ofSeconds(1).toNanos() / BYTES_PER_SECOND * drained;
                if (drained > LONGEST || System.nanoTime() - begun > limit) {
                    return false;
                }
                piece = body.doRead(pieces);
            }
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Discards the pieces of a body. */
    private static final class Discarded implements ApplicationBufferHandler {

        private ByteBuffer piece = ByteBuffer.allocate(0);

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            piece = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return piece;
        }

        @Override
        public void expand(int size) {
            // The piece is in Tomcat's own buffer.
        }
    }
}
