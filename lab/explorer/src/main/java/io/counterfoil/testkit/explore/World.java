package io.counterfoil.testkit.explore;

import java.time.InstantSource;

/** The environment of a store under exploration: every schedule has a new world with a new store. */
public interface World {

    /** The store's clock, which only the explorer advances. */
    InstantSource clock();

    /**
     * Marks a point inside a store call at which other processes may run, or the process may crash (an error is thrown,
     * which the store must not catch). For stores that need several atomic steps for one call.
     *
     * @param what the next step as a predicate, which becomes a line of a trace
     */
    void step(String what);

    /**
     * Reports that the effects of the calling process's unit of work are committed now. Without this call, they are
     * committed when {@link io.counterfoil.idempotency.store.ClaimStore#within} returns.
     */
    void committed();
}
