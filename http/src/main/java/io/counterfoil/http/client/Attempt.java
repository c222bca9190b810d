package io.counterfoil.http.client;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.AttemptId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;

/**
 * One try of an intention, and what came of it. Immutable.
 *
 * @param number counts the tries of the intention, from 1; goes on over several sends of it
 * @param id what the server knows the try by (RQ-10)
 * @param correlationId what the logs know the try by (RC-6)
 * @param result what came of it
 * @param duration from connecting to the response's last byte, or to the failure
 */
public record Attempt(int number, AttemptId id, CorrelationId correlationId, Result result, Duration duration) {

    /** What came of a try: one of three. */
    public sealed interface Result {

        /**
         * Whether the server may have carried the request out, in this try or for all the client knows. Not so where the
         * connection was never made, and for 408, 425 and 429, which say that the request was not taken up.
         */
        boolean effectPossible();

        /** Whether some of the request may have arrived at the server. */
        boolean mayHaveArrived();
    }

    /**
     * The server answered.
     *
     * @param status the status code
     * @param replayed whether the server identified the try as a duplicate (RQ-8)
     */
    public record Answered(int status, boolean replayed) implements Result {

        @Override
        public boolean effectPossible() {
            return status != 408 && status != 425 && status != 429;
        }

        @Override
        public boolean mayHaveArrived() {
            return true;
        }

        @Override
        public String toString() {
            return replayed ? status + " (replayed)" : Integer.toString(status);
        }
    }

    /**
     * No answer came, or not the whole of it.
     *
     * @param cause why not; a time-out is a {@link java.net.http.HttpTimeoutException}
     */
    public record Failed(IOException cause) implements Result {

        @Override
        public boolean effectPossible() {
            return mayHaveArrived();
        }

        @Override
        public boolean mayHaveArrived() {
            return !(cause instanceof ConnectException
                    || cause instanceof HttpConnectTimeoutException
                    || cause instanceof UnknownHostException);
        }

        @Override
        public String toString() {
            return cause.toString();
        }
    }

    /** The caller did not wait for the answer: the sending thread was interrupted, or the send cancelled. */
    public record Cancelled() implements Result {

        @Override
        public boolean effectPossible() {
            return true;
        }

        @Override
        public boolean mayHaveArrived() {
            return true;
        }

        @Override
        public String toString() {
            return "cancelled";
        }
    }
}
