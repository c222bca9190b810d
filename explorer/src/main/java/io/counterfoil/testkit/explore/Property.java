package io.counterfoil.testkit.explore;

/** What must hold in every state that is reached, and at every end. */
public enum Property {
    /** The effect takes place as often as the scenario's {@link Guarantee} allows. */
    EFFECTS("the effect takes place no more often than guaranteed"),
    /** All answers that are given under the key are the same one, and belong to the contents that were sent. */
    SAME_ANSWER("all answers are equal"),
    /**
     * An answer that is given stands on an effect and a record; an effect that was committed has its record; after all have
     * ended, a fresh process gets the answer, or is told that the outcome is unknown.
     */
    NOTHING_LOST("nothing is lost"),
    /** Every claimant that has not ended can continue, all of them end, and no key stays in flight after the last. */
    NO_DEADLOCK("some claimant can always continue, and all end"),
    /** No claimant acquires a claim that another holds, or one of a request that has a record. */
    ONE_OWNER("a claim has one owner at a time"),
    /** Tokens grow; a write under an overtaken token changes nothing and says so, and the owner's own writes are taken. */
    FENCING("a stale owner changes nothing"),
    /** A record, once there, stays as it is; only its number of requests grows. */
    STABLE_RECORD("a record never changes"),
    /** What the store says to a claim is so: a replay has a record, an unknown outcome a lease that ran out. */
    TRUE_CLAIMS("what a claim is told is so");

    private final String words;

    Property(String words) {
        this.words = words;
    }

    /** The property as a half-sentence. */
    public String words() {
        return words;
    }
}
