package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Duration;

/** A call under a key that was not carried out, and has no result to be given: one of five reasons. */
public abstract sealed class IdempotentCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient IdempotencyKey key;

    private IdempotentCallException(IdempotencyKey key, String message) {
        super(message + ": " + key);
        this.key = key;
    }

    /** The call's key. */
    public IdempotencyKey key() {
        return key;
    }

    /** The first call was still running when the wait limit was over. Worth another try later. */
    public static final class InFlight extends IdempotentCallException {

        private static final long serialVersionUID = 1L;

        private final Duration retryAfter;

        InFlight(IdempotencyKey key, Duration retryAfter) {
            super(key, "the first call under this key is still in progress");
            this.retryAfter = retryAfter;
        }

        /** When to try again. */
        public Duration retryAfter() {
            return retryAfter;
        }
    }

    /** The key was used for a call with other contents. */
    public static final class KeyReused extends IdempotentCallException {

        private static final long serialVersionUID = 1L;

        KeyReused(IdempotencyKey key) {
            super(key, "this key was used for a call with other contents");
        }
    }

    /** The first call took effect; its result was too large to be kept. */
    public static final class ResultNotKept extends IdempotentCallException {

        private static final long serialVersionUID = 1L;

        ResultNotKept(IdempotencyKey key) {
            super(key, "the first call under this key took effect; its result was too large to be kept");
        }
    }

    /** The lease of the first call has expired; an operator or a resolver must settle whether it took effect. */
    public static final class OutcomeUnknown extends IdempotentCallException {

        private static final long serialVersionUID = 1L;

        OutcomeUnknown(IdempotencyKey key) {
            super(key, "the first call under this key was begun and not finished");
        }
    }

    /** The client has as many calls at work as it may. Worth another try later. */
    public static final class TooManyInProgress extends IdempotentCallException {

        private static final long serialVersionUID = 1L;

        private final int limit;
        private final Duration retryAfter;

        TooManyInProgress(IdempotencyKey key, int limit, Duration retryAfter) {
            super(key, "this client has " + limit + " calls at work already");
            this.limit = limit;
            this.retryAfter = retryAfter;
        }

        /** How many it may have. */
        public int limit() {
            return limit;
        }

        /** When to try again. */
        public Duration retryAfter() {
            return retryAfter;
        }
    }
}
