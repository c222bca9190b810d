package io.counterfoil.http.client.retry;

import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A send ended without a response that can be returned. Unless {@link #effectUnknown()} is false, the server may have executed
 * the request.
 *
 * <p>Checked, because the caller must decide what to do about an unknown outcome: keep the request and send it again later,
 * within the server's retention, or look the outcome up. An {@link IOException}, because callers of HTTP clients expect that.
 * The cause is that of the last attempt that failed; none if all were answered. After serialization, the message and the cause
 * remain.
 */
public final class RetriesExhaustedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient RequestId requestId;
    private final transient List<Attempt> attempts;
    private final transient Optional<Answer> lastAnswer;
    /** Whether the server may have executed the request. */
    private final boolean effectUnknown;

    RetriesExhaustedException(
            RequestId requestId,
            String reason,
            List<Attempt> attempts,
            Optional<Answer> lastAnswer,
            boolean effectUnknown) {
        super(message(requestId, reason, attempts, effectUnknown), lastCause(attempts));
        this.requestId = requestId;
        this.attempts = List.copyOf(attempts);
        this.lastAnswer = lastAnswer;
        this.effectUnknown = effectUnknown;
    }

    /** {@return the request ID} */
    public RequestId requestId() {
        return requestId;
    }

    /** {@return all attempts of this send, in order} */
    public List<Attempt> attempts() {
        return attempts;
    }

    /** {@return the response to the last attempt, if it had one} */
    public Optional<Answer> lastAnswer() {
        return lastAnswer;
    }

    /**
     * {@return whether the server may have executed the request, in this send or an earlier one} False only where each attempt failed to
     * reach the server or was rejected by 407, 408, 425 or 429; then a new request with a new request ID is as safe as this one.
     */
    public boolean effectUnknown() {
        return effectUnknown;
    }

    private static String message(RequestId requestId, String reason, List<Attempt> attempts, boolean effectUnknown) {
        return "gave up request " + requestId + ", " + reason + "; "
                + (effectUnknown ? "the outcome is unknown" : "nothing was executed")
                + "; "
                + attempts.stream()
                        .map(attempt -> attempt.id() + ": " + attempt.result())
                        .collect(Collectors.joining(", ", "attempts: ", ""));
    }

    private static @Nullable Throwable lastCause(List<Attempt> attempts) {
        Throwable last = null;
        for (Attempt attempt : attempts) {
            if (attempt.result() instanceof AttemptResult.Failed failed) {
                last = failed.cause();
            }
        }
        return last;
    }
}
