package io.counterfoil.testkit.failover;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.LeasePolicy;
import java.io.IOException;
import java.util.Map;

/**
 * A store on several nodes, as its author binds it to {@link FailoverContract}: how services reach it, how its nodes are struck, and which
 * effects it holds. Strikes come one at a time, beside the calls of the services.
 */
public interface ReplicatedStore extends AutoCloseable {

    /** What happens to the node that accepts writes; of several such nodes, to any. */
    enum Strike {
        /** Its processes end at once, as by SIGKILL. It starts again later and joins the others. */
        KILL,
        /** Its processes stop, as by SIGSTOP, and resume after another node has taken over. */
        FREEZE,
        /** It is cut off from the other nodes, and not from the services, until another node has taken over. */
        PARTITION
    }

    /** One process that uses the store, with connections of its own. Thread-safe. */
    interface Service {

        /**
         * An engine in transactional mode, the same at each call.
         *
         * @throws UnsupportedOperationException if the store has no transactions
         */
        Idempotency transactional();

        /**
         * An engine in lease mode, a new one at each call.
         *
         * @throws UnsupportedOperationException if the store has no leases
         */
        Idempotency lease(LeasePolicy policy);

        /**
         * Adds one effect of this intention, within the transaction of {@link #transactional}. The store must accept a second one of the same
         * intention: that is what the audit counts.
         */
        void effect(String intention) throws Exception;
    }

    /**
     * A service.
     *
     * @param number 0 or 1; the same service for the same number
     */
    Service service(int number) throws Exception;

    /**
     * Strikes the store. Returns when it accepts writes again and all its nodes are back, with the redundancy that it had before.
     *
     * @throws Exception if it does not recover within minutes
     */
    void strike(Strike strike) throws Exception;

    /** How many effects the store holds of each intention, read where writes are accepted. */
    Map<String, Integer> effects() throws Exception;

    /** Ends all nodes and services, and deletes their data. */
    @Override
    void close() throws IOException;
}
