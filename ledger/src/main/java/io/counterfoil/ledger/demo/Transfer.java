package io.counterfoil.ledger.demo;

/**
 * One thing that a client wants done, once: a debit or a deposit.
 *
 * @param intention counts from 0; sent along as metadata, so that effects can be counted whatever the keys did
 * @param ledger the ledger's id
 * @param key the data key, sent in the body
 * @param quantity what is deposited; a debit is negative
 * @param keyInHeader whether a header key is sent besides the data key
 */
record Transfer(int intention, String ledger, String key, long quantity, boolean keyInHeader) {}
