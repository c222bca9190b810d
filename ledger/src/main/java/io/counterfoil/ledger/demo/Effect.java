package io.counterfoil.ledger.demo;

/**
 * One transaction as it stands in a ledger.
 *
 * @param intention the number in its metadata; {@link #NONE} where there is none
 * @param quantity what it changed
 */
record Effect(int intention, long quantity) {

    static final int NONE = -1;
}
