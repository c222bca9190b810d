package io.counterfoil.http.client.retry;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.RequestId;
import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * A response to a request that the server identified as a duplicate, although none of the request's attempts can have been the
 * original: the request ID is also used for another request, and the response belongs to that one.
 *
 * <p>Either the first attempt that can have arrived was a duplicate, or the request has not sent the attempt ID of the
 * original. Values from the server are truncated to 64 characters.
 *
 * @param requestId the request ID
 * @param attempt the attempt that was identified as a duplicate
 * @param firstAttempt the attempt ID of the original, if the server says it
 * @param firstReceived when the original was received, if the server says it
 */
public record UnexpectedDuplicate(
        RequestId requestId, AttemptId attempt, Optional<String> firstAttempt, Optional<String> firstReceived) {

    /**
     * The unexplained duplicate in these header fields of a replayed response; empty when one of the request's attempts
     * explains it.
     */
    static Optional<UnexpectedDuplicate> in(
            HttpHeaders headers, HeaderNames names, RetryableRequest request, Attempt attempt) {
        Optional<String> firstAttempt = headers.firstValue(names.firstAttempt()).map(String::strip);
        if (request.history().explain(firstAttempt)) {
            return Optional.empty();
        }
        return Optional.of(new UnexpectedDuplicate(
                request.requestId(),
                attempt.id(),
                firstAttempt.map(UnexpectedDuplicate::shortened),
                headers.firstValue(names.firstReceived()).map(UnexpectedDuplicate::shortened)));
    }

    private static String shortened(String fromTheServer) {
        String text = fromTheServer.strip();
        return text.substring(0, Math.min(text.length(), AttemptId.MAX_LENGTH));
    }
}
