package io.counterfoil.springboot.settings;

/**
 * What happens to a transaction that begins during a keyed request and commits apart from the transaction that keeps the record, or that
 * suspends it. {@link io.counterfoil.springboot.AllowSeparateTransaction} permits single ones.
 */
public enum SeparateTransactions {

    /** It is refused by an exception before it begins. */
    FAIL,

    /** It begins, with one line at WARN for each place in the code. */
    WARN
}
