package io.counterfoil.http.client.retry;

import java.io.IOException;

/** How an attempt ended. */
public sealed interface AttemptResult {

    /**
     * {@return whether the server may have executed the request in this attempt} False where no connection was made, and for 407,
     * 408, 425 and 429, which say that the request was not processed.
     */
    boolean effectPossible();

    /** {@return whether a part of the request may have arrived at the server} */
    boolean mayHaveArrived();

    /**
     * The server responded.
     *
     * @param status the status code
     * @param replayed whether the server identified the attempt as a duplicate
     */
    record Answered(int status, boolean replayed) implements AttemptResult {

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
    record Failed(IOException cause) implements AttemptResult {

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
    record Cancelled() implements AttemptResult {

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
