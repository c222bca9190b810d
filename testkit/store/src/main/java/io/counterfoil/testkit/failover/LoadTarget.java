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
     * @param intention the key of the intention; the same at each attempt
     * @return how the attempt ended
     * @throws Exception when the intention must be attempted again; the types of the exception and of its causes are counted
     */
    Ending attempt(int service, String intention) throws Exception;

    /**
     * {@return how many effects there are of each intention, read where writes are accepted; those of other loads may be among them}
     *
     * @throws Exception when they cannot be read
     */
    Map<String, Integer> effects() throws Exception;
}
