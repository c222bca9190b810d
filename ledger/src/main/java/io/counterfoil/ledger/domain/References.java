package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import java.util.Optional;

/**
 * The directory of the names that clients, and the service itself, have given to objects of one kind. What is
 * written joins the transaction of the calling thread.
 *
 * @param <I> the objects' ids
 */
public interface References<I> {

    /** Gives an object this name, unless another object of the client has it. Returns whether it has it now. */
    boolean bind(ClientId client, ReferenceId reference, I id);

    /** Gives an object a new name in the service's own namespace. */
    ReferenceId name(I id);

    /** The object that the client calls so. */
    Optional<I> find(ClientId client, ReferenceId reference);

    /** The object that the service calls so. */
    Optional<I> findOfService(ReferenceId reference);

    /** Frees the name of an object. */
    void release(ClientId client, ReferenceId reference, I id);
}
