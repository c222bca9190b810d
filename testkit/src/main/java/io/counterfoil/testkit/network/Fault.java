package io.counterfoil.testkit.network;

import java.time.Duration;

/**
 * What a {@link FaultyChannel} does to one exchange. Immutable values; made by the methods below.
 *
 * <p>"Reset" means that the client's connection is ended by a TCP RST, as a crashed peer's or a firewall's would be.
 */
public sealed interface Fault {

    /** The faults' names, for counting. */
    enum Kind {
        /** See {@link Fault#none()}. */
        NONE,
        /** See {@link Fault#loseRequest()}. */
        REQUEST_LOST,
        /** See {@link Fault#loseResponse()}. */
        RESPONSE_LOST,
        /** See {@link Fault#truncateResponse}. */
        RESPONSE_TRUNCATED,
        /** See {@link Fault#delayResponse}. */
        RESPONSE_DELAYED
    }

    /** Which of the faults this is. */
    Kind kind();

    /** The exchange passes unharmed. */
    static Fault none() {
        return new None();
    }

    /** The connection is reset when the request's first bytes have arrived; not one of them reaches the server. */
    static Fault loseRequest() {
        return new LoseRequest();
    }

    /**
     * The request goes through, and the connection is reset when the server's answer arrives, of which nothing is
     * delivered. What the server did before it answered, a commit say, is done.
     */
    static Fault loseResponse() {
        return new LoseResponse();
    }

    /**
     * The first bytes of the response are delivered, and the rest is not. The connection is then closed in order, because a
     * reset may throw away what was sent before it. A response that is no longer than this passes unharmed.
     *
     * @param bytes how many are delivered, status line and header fields included
     * @throws IllegalArgumentException when negative
     */
    static Fault truncateResponse(int bytes) {
        return new TruncateResponse(bytes);
    }

    /**
     * The response is delivered whole, but later.
     *
     * @param by for how long its first bytes are kept back
     * @throws IllegalArgumentException when negative
     */
    static Fault delayResponse(Duration by) {
        return new DelayResponse(by);
    }

    /**
     * This fault in a {@link FaultPlan#random}.
     *
     * @param probability the share of all exchanges that it is to meet
     * @throws IllegalArgumentException when it is not between 0 and 1
     */
    default Chance at(double probability) {
        return new Chance(this, probability);
    }

    /** See {@link Fault#none()}. */
    record None() implements Fault {
        @Override
        public Kind kind() {
            return Kind.NONE;
        }
    }

    /** See {@link Fault#loseRequest()}. */
    record LoseRequest() implements Fault {
        @Override
        public Kind kind() {
            return Kind.REQUEST_LOST;
        }
    }

    /** See {@link Fault#loseResponse()}. */
    record LoseResponse() implements Fault {
        @Override
        public Kind kind() {
            return Kind.RESPONSE_LOST;
        }
    }

    /** See {@link Fault#truncateResponse}. */
    record TruncateResponse(int bytes) implements Fault {

        /** @throws IllegalArgumentException when the number of bytes is negative */
        public TruncateResponse {
            if (bytes < 0) {
                throw new IllegalArgumentException("the bytes to deliver must not be negative: " + bytes);
            }
        }

        @Override
        public Kind kind() {
            return Kind.RESPONSE_TRUNCATED;
        }
    }

    /** See {@link Fault#delayResponse}. */
    record DelayResponse(Duration by) implements Fault {

        /** @throws IllegalArgumentException when the delay is negative */
        public DelayResponse {
            if (by.isNegative()) {
                throw new IllegalArgumentException("the delay must not be negative: " + by);
            }
        }

        @Override
        public Kind kind() {
            return Kind.RESPONSE_DELAYED;
        }
    }

    /**
     * A fault and how often it is to happen.
     *
     * @param probability between 0 and 1
     */
    record Chance(Fault fault, double probability) {

        /** @throws IllegalArgumentException when the probability is not between 0 and 1 */
        public Chance {
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException("a probability is between 0 and 1, not " + probability);
            }
        }
    }
}
