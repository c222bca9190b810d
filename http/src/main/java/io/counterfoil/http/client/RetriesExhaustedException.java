package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A client gave an intention up: there is no answer to go by, and none of the tries says for sure that nothing happened, unless
 * {@link #effectUnknown()} is false.
 *
 * <p>Checked, because every caller has to decide what to do with an effect that is unknown: keep the intention and send it again
 * later, inside the server's retention, or look the outcome up. An {@link IOException}, because that is what code round an HTTP
 * client expects. The cause is that of the last try that failed; none if all were answered. Of a serialised one, the message
 * and the cause remain.
 */
public final class RetriesExhaustedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient RequestId requestId;
    private final transient List<Attempt> attempts;
    private final transient Optional<Answer> lastAnswer;
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

    /** The request ID, to try again with. */
    public RequestId requestId() {
        return requestId;
    }

    /** All tries of this send, in order. */
    public List<Attempt> attempts() {
        return attempts;
    }

    /** What the server said in the last try, where it said something. */
    public Optional<Answer> lastAnswer() {
        return lastAnswer;
    }

    /**
     * Whether the server may have carried the intention out, in this send or an earlier one. False only where each try failed to
     * reach it, or was refused by 408, 425 or 429; then a new intention, with a new request ID, is as safe as this one.
     */
    public boolean effectUnknown() {
        return effectUnknown;
    }

    private static String message(RequestId requestId, String reason, List<Attempt> attempts, boolean effectUnknown) {
        return "gave up request " + requestId + ", " + reason + "; "
                + (effectUnknown ? "it is unknown whether the server carried it out" : "nothing was carried out")
                + "; "
                + attempts.stream()
                        .map(attempt -> attempt.id() + ": " + attempt.result())
                        .collect(Collectors.joining(", ", "tries: ", ""));
    }

    private static @Nullable Throwable lastCause(List<Attempt> attempts) {
        Throwable last = null;
        for (Attempt attempt : attempts) {
            if (attempt.result() instanceof Attempt.Failed failed) {
                last = failed.cause();
            }
        }
        return last;
    }
}
