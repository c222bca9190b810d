package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Lease;

/** The work behind a key. */
@FunctionalInterface
public interface Action<T, X extends Exception> {

    /**
     * Does the work. Runs inside the store's unit of work: with a transactional store its database work belongs to the
     * transaction that also keeps the record. An exception is handed on to the caller; nothing is remembered then.
     *
     * @param lease the right under which it runs; its token can fence effects in other systems
     */
    Completion<T> run(Lease lease) throws X;
}
