package io.counterfoil.ledger.demo;

/**
 * A debit or a deposit to be executed once.
 *
 * @param intention its number from 0; sent as metadata, so that its transactions can be counted independently of keys
 * @param ledger the ledger's ID
 * @param key the data key, sent in the body
 * @param quantity positive for a deposit, negative for a debit
 * @param keyInHeader whether a header key is sent in addition to the data key
 */
record Transfer(int intention, String ledger, String key, long quantity, boolean keyInHeader) {}
