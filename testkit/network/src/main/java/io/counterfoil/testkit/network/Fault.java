package io.counterfoil.testkit.network;

import java.time.Duration;

/**
 * The fault that a {@link FaultyChannel} applies to one exchange. Immutable.
 *
 * <p>"Reset" means that the client's connection is terminated by a TCP RST, as by a crashed peer or a firewall.
 */
public sealed interface Fault {

    /** The kinds of faults, for counting. */
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

    /** {@return the kind of this fault} */
    Kind kind();

    /** {@return a fault that is none: the exchange passes unchanged} */
    static Fault none() {
        return new None();
    }

    /** {@return a fault that resets the connection when the first bytes of the request arrive} The server receives none of them. */
    static Fault loseRequest() {
        return new LoseRequest();
    }

    /**
     * {@return a fault that resets the connection when the response arrives from the server, which has received the request} None of the response is
     * delivered. Effects of the request, such as a commit, have taken place.
     */
    static Fault loseResponse() {
        return new LoseResponse();
    }

    /**
     * {@return a fault that delivers the first bytes of the response only} The connection is then closed normally, because a reset may discard bytes
     * that were sent before it. A response that is not longer passes unchanged.
     *
     * @param bytes the number of delivered bytes, including status line and header fields
     * @throws IllegalArgumentException if negative
     */
    static Fault truncateResponse(int bytes) {
        return new TruncateResponse(bytes);
    }

    /**
     * {@return a fault that delivers the complete response after a delay}
     *
     * @param by the delay of its first bytes
     * @throws IllegalArgumentException if negative
     */
    static Fault delayResponse(Duration by) {
        return new DelayResponse(by);
    }

    /**
     * {@return this fault with a probability, for {@link FaultPlan#random}}
     *
     * @param probability the share of exchanges with this fault
     * @throws IllegalArgumentException if it is not between 0 and 1
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

    /**
     * See {@link Fault#truncateResponse}.
     *
     * @param bytes the number of delivered bytes
     */
    record TruncateResponse(int bytes) implements Fault {

        /**
         * Checks the number.
         *
         * @param bytes not negative
         * @throws IllegalArgumentException if it is negative
         */
        public TruncateResponse {
            if (bytes < 0) {
                throw new IllegalArgumentException("bytes must not be negative: " + bytes);
            }
        }

        @Override
        public Kind kind() {
            return Kind.RESPONSE_TRUNCATED;
        }
    }

    /**
     * See {@link Fault#delayResponse}.
     *
     * @param by the delay of the first bytes
     */
    record DelayResponse(Duration by) implements Fault {

        /**
         * Checks the delay.
         *
         * @param by not negative
         * @throws IllegalArgumentException if it is negative
         */
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
     * A fault and its probability.
     *
     * @param fault the fault
     * @param probability between 0 and 1
     */
    record Chance(Fault fault, double probability) {

        /**
         * Checks the probability.
         *
         * @param fault the fault to choose
         * @param probability from 0 to 1
         * @throws IllegalArgumentException if it is out of these bounds
         */
        public Chance {
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException("probability must be between 0 and 1, not " + probability);
            }
        }
    }
}
