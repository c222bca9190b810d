package io.counterfoil.ledger.playground;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptResult;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/**
 * The report of a transfer. The order of the components is the order on the wire.
 *
 * @param idempotencyKey the request ID of all attempts, in the body and in the header
 * @param attempts in order
 * @param transaction the service's response, byte for byte; null when it refused, or without a response
 * @param problem the service's refusal, byte for byte
 * @param balanceBefore the ledger's balance before the first attempt
 * @param balanceAfter the ledger's balance after the last attempt; other clients may have moved it too
 */
record TransferReport(
        String idempotencyKey,
        List<Try> attempts,
        @JsonRawValue @Nullable String transaction,
        @JsonRawValue @Nullable String problem,
        long balanceBefore,
        long balanceAfter) {

    /**
     * One attempt.
     *
     * @param number from 1
     * @param attemptId its attempt ID
     * @param correlationId its correlation ID
     * @param status of the response; null when none arrived whole
     * @param failure why no response arrived whole
     * @param duplicate whether the service answered it as a duplicate; null without a response
     * @param millis its duration
     * @param story the path of its story page; null where stories are disabled
     */
    record Try(
            int number,
            String attemptId,
            String correlationId,
            @Nullable Integer status,
            @Nullable String failure,
            @Nullable Boolean duplicate,
            long millis,
            @Nullable String story) {

        static Try of(Attempt attempt, Duration timeout, Optional<String> story) {
            Integer status = null;
            String failure = null;
            Boolean duplicate = null;
            if (attempt.result() instanceof AttemptResult.Answered answered) {
                status = answered.status();
                duplicate = answered.replayed();
            } else {
                failure = failure(attempt.result(), timeout);
            }
            return new Try(
                    attempt.number(),
                    attempt.id().value(),
                    attempt.correlationId().value(),
                    status,
                    failure,
                    duplicate,
                    attempt.duration().toMillis(),
                    story.orElse(null));
        }

        /** The innermost cause is the network's; those round it are the HTTP client's view of it. */
        private static String failure(AttemptResult result, Duration timeout) {
            if (!(result instanceof AttemptResult.Failed failed)) {
                return result.toString();
            }
            if (failed.cause() instanceof HttpTimeoutException) {
                return "no response within " + timeout.toSeconds() + " s";
            }
            Throwable innermost = NestedExceptionUtils.getMostSpecificCause(failed.cause());
            return Objects.requireNonNullElseGet(
                    innermost.getMessage(), () -> innermost.getClass().getSimpleName());
        }
    }
}
