package io.counterfoil.testkit.failover;

import java.io.IOException;
import java.util.Map;

/**
 * A store on several nodes, as its author binds it to {@link FailoverContract}: how services reach it, how its nodes are struck, and which
 * effects it holds. Strikes come one at a time, beside the calls of the services.
 */
public interface ReplicatedStore extends AutoCloseable {

    /**
     * {@return one of two services on the store, as in two processes}
     *
     * @param number 0 or 1; the same service for the same number
     * @throws Exception when the service cannot be started
     */
    ReplicatedService service(int number) throws Exception;

    /**
     * Strikes the store. Returns when it accepts writes again and all its nodes are back, with the redundancy that it had before.
     *
     * @param strike what happens to the store
     * @throws Exception if it does not recover within minutes
     */
    void strike(Strike strike) throws Exception;

    /**
     * {@return how many effects the store holds of each intention, read where writes are accepted}
     *
     * @throws Exception when they cannot be read
     */
    Map<String, Integer> effects() throws Exception;

    /** Ends all nodes and services, and deletes their data. */
    @Override
    void close() throws IOException;
}
