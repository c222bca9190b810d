package io.counterfoil.testkit.explore;

/** The properties that must hold in every reached state and at every end. */
public enum Property {
    /** The effect takes place at most as often as the scenario's {@link Guarantee} permits. */
    EFFECTS("the effect takes place at most as often as guaranteed"),
    /** All results under the key are equal and belong to the contents that were sent. */
    SAME_ANSWER("all results are equal"),
    /**
     * A returned result has an effect and a record. A committed effect has its record. After all processes have ended,
     * a new process gets the result, or the outcome is unknown.
     */
    NOTHING_LOST("nothing is lost"),
    /** A process that has not ended can continue, all of them end, and no key remains in progress after the last. */
    NO_DEADLOCK("some process can always continue, and all end"),
    /** No process acquires a claim that another holds, or a claim of a request that has a record. */
    ONE_OWNER("a claim has one owner at a time"),
    /**
     * Tokens increase. A write under a stale token changes nothing and reports that; writes of the owner are accepted.
     */
    FENCING("a stale owner changes nothing"),
    /** A record does not change, except for its number of requests. */
    STABLE_RECORD("a record never changes"),
    /** The store's response to a claim is true: a replay has a record, an unknown outcome has an expired lease. */
    TRUE_CLAIMS("responses to claims are true");

    private final String words;

    Property(String words) {
        this.words = words;
    }

    /** The property as a clause. */
    public String words() {
        return words;
    }
}
