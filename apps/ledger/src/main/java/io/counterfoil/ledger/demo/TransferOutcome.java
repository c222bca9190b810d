package io.counterfoil.ledger.demo;

/**
 * The outcome of a transfer, as its client knows it.
 *
 * @param intention the transfer's number
 * @param quantity its quantity
 * @param kind the outcome
 * @param detail the inconclusive response or error; empty for a known outcome
 */
record TransferOutcome(int intention, long quantity, Kind kind, String detail) {

    /** The outcomes. */
    enum Kind {
        /** It was executed. */
        EXECUTED,
        /** It was refused, because the balance was insufficient. */
        REFUSED,
        /** The client received no conclusive response. */
        UNKNOWN
    }
}
