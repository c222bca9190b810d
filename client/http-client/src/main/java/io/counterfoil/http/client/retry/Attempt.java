package io.counterfoil.http.client.retry;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.UnexpectedDuplicateException.UnexpectedDuplicate;
import io.counterfoil.idempotency.key.AttemptId;
import java.io.IOException;
import java.time.Duration;

/**
 * A finished attempt of a request. Immutable.
 *
 * @param number counts the attempts of the request from 1, over all its sends
 * @param id the attempt ID that the server sees
 * @param correlationId the correlation ID of its log lines
 * @param result how it ended
 * @param duration from connecting to the last byte of the response, or to the failure
 */
public record Attempt(int number, AttemptId id, CorrelationId correlationId, Result result, Duration duration) {

    /** How an attempt ended. */
    public sealed interface Result {

        /**
         * Whether the server may have executed the request in this attempt. False where no connection was made, and for 407,
         * 408, 425 and 429, which say that the request was not processed.
         */
        boolean effectPossible();

        /** Whether a part of the request may have arrived at the server. */
        boolean mayHaveArrived();
    }

    /**
     * The server responded.
     *
     * @param status the status code
     * @param replayed whether the server identified the attempt as a duplicate
     */
    public record Answered(int status, boolean replayed) implements Result {

        @Override
        public boolean effectPossible() {
            return status != 407 && status != 408 && status != 425 && status != 429;
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
     * No complete response arrived.
     *
     * @param cause the failure; for a time-out a {@link java.net.http.HttpTimeoutException}
     */
    public record Failed(IOException cause) implements Result {

        @Override
        public boolean effectPossible() {
            return mayHaveArrived();
        }

        @Override
        public boolean mayHaveArrived() {
            return FailureRules.mayHaveArrived(cause);
        }

        @Override
        public String toString() {
            return cause.toString();
        }
    }

    /** The caller did not wait for the response: the sending thread was interrupted, or the send cancelled. */
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

    /**
     * Is called for each attempt, on the thread that executes it and under the attempt's correlation ID. Must be thread-safe if the
     * client is shared. An exception that it throws is logged and otherwise ignored.
     */
    public interface Listener {

        /** Does nothing. */
        Listener NONE = new Listener() {};

        /** An attempt begins. */
        default void started(RetryableRequest request, int number, AttemptId id, CorrelationId correlationId) {}

        /** The current attempt of the request has ended. */
        default void finished(RetryableRequest request, Attempt attempt) {}

        /** The response to the attempt that has just ended is a duplicate of a request that was never sent by this client. */
        default void unexpectedDuplicate(RetryableRequest request, UnexpectedDuplicate duplicate) {}
    }
}
