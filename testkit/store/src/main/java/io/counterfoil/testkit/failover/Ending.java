package io.counterfoil.testkit.failover;

/** How an attempt ended. */
public sealed interface Ending {

    /**
     * The intention has been executed, now or earlier. Every later attempt should end with the same result.
     *
     * @param result the result, as text
     */
    record Acknowledged(String result) implements Ending {}

    /** Whether the intention was executed is unknown, and another attempt does not change that. */
    record OutcomeUnknown() implements Ending {}

    /**
     * The intention must be attempted again, for a reason that is counted.
     *
     * @param reason the reason under which it is counted
     */
    record Unfinished(String reason) implements Ending {}
}
