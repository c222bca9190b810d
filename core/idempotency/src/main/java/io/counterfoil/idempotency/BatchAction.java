package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.KeyedRequest;
import java.util.List;

/**
 * The work behind several keys at once, for {@link Idempotency#executeTogether}.
 *
 * @param <T> the result's type
 * @param <X> the checked exceptions that the work throws
 */
@FunctionalInterface
public interface BatchAction<T, X extends Exception> {

    /**
     * Does the work, in the calling thread, inside the store's unit of work: its database work belongs to the transaction that also keeps the
     * records. An exception undoes all of it and is handed on.
     *
     * @param requests those whose keys were free, in the order in which they were passed; at least one
     * @return the result that is recorded for each of them
     * @throws X what the work throws; the same exception reaches the caller of the engine
     */
    T run(List<KeyedRequest> requests) throws X;
}
