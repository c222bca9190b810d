package io.counterfoil.testkit.failover;

import java.util.Map;

/**
 * What a {@link FailoverLoad} sends its intentions to: two services that are to execute each intention once, by the engine or by other means.
 * Thread-safe.
 */
public interface LoadTarget {

    /**
     * Attempts an intention.
     *
     * @param service 0 or 1
     * @throws Exception when the intention must be attempted again; the types of the exception and of its causes are counted
     */
    Ending attempt(int service, String intention) throws Exception;

    /** {@return how many effects there are of each intention, read where writes are accepted; those of other loads may be among them} */
    Map<String, Integer> effects() throws Exception;
}
