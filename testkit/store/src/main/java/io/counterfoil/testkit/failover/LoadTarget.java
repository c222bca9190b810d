package io.counterfoil.testkit.failover;

import java.util.Map;

/**
 * What a {@link FailoverLoad} sends its intentions to: two services that are to execute each intention once, by the engine or by other means.
 * Thread-safe.
 */
public interface LoadTarget {

    /** How an attempt ended. */
    sealed interface Ending {

        /** The intention has been executed, now or earlier. Every later attempt should end with the same result. */
        record Acknowledged(String result) implements Ending {}

        /** Whether the intention was executed is unknown, and another attempt does not change that. */
        record OutcomeUnknown() implements Ending {}

        /** The intention must be attempted again, for a reason that is counted. */
        record Unfinished(String reason) implements Ending {}
    }

    /**
     * Attempts an intention.
     *
     * @param service 0 or 1
     * @throws Exception when the intention must be attempted again; the types of the exception and of its causes are counted
     */
    Ending attempt(int service, String intention) throws Exception;

    /** How many effects there are of each intention, read where writes are accepted; those of other loads may be among them. */
    Map<String, Integer> effects() throws Exception;
}
