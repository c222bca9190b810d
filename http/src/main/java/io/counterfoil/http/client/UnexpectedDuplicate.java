package io.counterfoil.http.client;

import io.counterfoil.http.HeaderNames;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.RequestId;
import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * The server took an intention for a duplicate, although no try of it can have been the original (RC-3): somebody else has used
 * the request ID, by a mistake or on purpose, and the answer belongs to their request.
 *
 * <p>Either the first try that can have arrived was a duplicate already, or the original's attempt ID is none that this intention
 * has sent. What the server says is cut at 64 characters.
 *
 * @param requestId the request ID in question
 * @param attempt the try that was taken for a duplicate
 * @param firstAttempt the original's attempt ID, as the server says, if it does
 * @param firstReceived when the original was received, as the server says, if it does
 */
public record UnexpectedDuplicate(
        RequestId requestId, AttemptId attempt, Optional<String> firstAttempt, Optional<String> firstReceived) {

    /** What these header fields, of a response that says it is a replay, leave unexplained. */
    static Optional<UnexpectedDuplicate> in(
            HttpHeaders headers, HeaderNames names, RetryableRequest intention, Attempt attempt) {
        Optional<String> firstAttempt = headers.firstValue(names.firstAttempt()).map(String::strip);
        if (intention.tries().explain(firstAttempt)) {
            return Optional.empty();
        }
        return Optional.of(new UnexpectedDuplicate(
                intention.requestId(),
                attempt.id(),
                firstAttempt.map(UnexpectedDuplicate::shortened),
                headers.firstValue(names.firstReceived()).map(UnexpectedDuplicate::shortened)));
    }

    private static String shortened(String fromTheServer) {
        String text = fromTheServer.strip();
        return text.substring(0, Math.min(text.length(), AttemptId.MAX_LENGTH));
    }
}
