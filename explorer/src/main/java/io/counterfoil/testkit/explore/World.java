package io.counterfoil.testkit.explore;

import java.time.InstantSource;

/** Where a store under exploration lives: one fresh world, and one fresh store in it, for every schedule. */
public interface World {

    /** The store's time, which stands still but for the explorer. */
    InstantSource clock();

    /**
     * Marks a point inside a call of the store at which others may come in between, or the process may die (an error is
     * thrown then, which the store must let through). For a store that needs several atomic steps for one call; a store whose
     * calls are atomic has no use for it.
     *
     * @param what what the process is about to do, as a predicate: it becomes a line of a trace
     */
    void step(String what);

    /**
     * Tells that the effects of the calling process's unit of work are committed now. Where a store does not tell, they are
     * when {@link io.counterfoil.idempotency.store.ClaimStore#within} returns.
     */
    void committed();
}
