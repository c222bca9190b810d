package io.counterfoil.ledger.demo;

/**
 * A transaction found in a ledger.
 *
 * @param intention the transfer's number in its metadata; {@link #NONE} where there is none
 * @param quantity its quantity
 */
record Effect(int intention, long quantity) {

    static final int NONE = -1;
}
