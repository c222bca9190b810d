package io.counterfoil.ledger.demo;

/**
 * What a client was told about an intention of its.
 *
 * @param intention its number
 * @param quantity what it was to change
 * @param word what was said
 * @param detail what came instead of a word to go by; empty where there was one
 */
record Told(int intention, long quantity, Word word, String detail) {

    /** What can be said. */
    enum Word {
        /** It was carried out. */
        CARRIED_OUT,
        /** It was refused, because the balance would not allow it. */
        REFUSED,
        /** Nothing that a client can go by. */
        NOTHING
    }
}
