package io.counterfoil.idempotency.policy;

/** How duplicates are counted. */
public enum Counting {
    /**
     * In memory, and written in batches: one a second, of at most 500 keys, so that a replay writes nothing, and any number of replays
     * costs the store 500 rows a second at most; only while more than 10,000 keys wait, more. The count that a duplicate gets lacks what
     * other processes have not written yet, and what this one was writing just then, so of two duplicates both may get the same one; the
     * record ends with the right one. Counts that a process had not written when it ended are lost, unless it called
     * {@link io.counterfoil.idempotency.Idempotency#flush}.
     */
    BATCHED,
    /** Written before each replay: the count is exact, and every replay is a write. */
    EXACT
}
