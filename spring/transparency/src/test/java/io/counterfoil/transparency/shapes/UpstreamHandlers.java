package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;
import static io.counterfoil.testkit.transparency.DifferentUnderAKey.FAILURE_IS_NO_SUCCESS;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Errors.Refused;
import java.io.EOFException;
import java.io.IOException;
import org.springframework.web.client.ResourceAccessException;

/** Exceptions of another server's connection. */
@org.springframework.web.bind.annotation.RestController
class UpstreamHandlers extends Handlers {

    @Shape(value = "/upstream/end-of-stream", shows = FAILURE_IS_NO_SUCCESS)
    String endOfStream() throws IOException {
        db.add("undone");
        throw new EOFException("upstream closed");
    }

    @Shape(value = "/upstream/broken-pipe", shows = FAILURE_IS_NO_SUCCESS)
    String brokenPipe() throws IOException {
        db.add("undone");
        throw new IOException("Broken pipe");
    }

    @Shape(value = "/upstream/connection-reset-as-cause", shows = FAILURE_IS_NO_SUCCESS)
    String connectionReset() {
        db.add("undone");
        throw new IllegalStateException("upstream", new IOException("Connection reset by peer"));
    }

    @Shape(value = "/upstream/end-of-stream-in-service", shows = FAILURE_IS_NO_SUCCESS)
    String endOfStreamInService() throws Exception {
        in.rollbackForAll(() -> {
            db.add("undone");
            throw new EOFException("upstream closed");
        });
        return "not reached";
    }

    @Shape("/upstream/refused-by-advice")
    String refusedByAdvice() {
        try {
            throw new EOFException("upstream closed");
        } catch (EOFException upstream) {
            Refused refused = new Refused(424);
            refused.initCause(upstream);
            throw refused;
        }
    }

    @Shape("/upstream/caught")
    String caught() {
        try {
            throw new IOException("Broken pipe");
        } catch (IOException upstream) {
            db.add("instead");
        }
        return "notes " + db.notes();
    }

    @Shape(value = "/upstream/time-out", shows = EFFECTS_COMMIT_TOGETHER)
    String timeOut() {
        db.add("undone");
        throw new ResourceAccessException("timed out", new java.net.http.HttpTimeoutException("request timed out"));
    }
}
