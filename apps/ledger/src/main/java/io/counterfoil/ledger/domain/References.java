package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import java.util.Optional;

/**
 * The directory of reference IDs of one kind of object, given by clients or by the service. Writes join the transaction
 * of the calling thread.
 *
 * @param <I> the objects' ID type
 */
public interface References<I> {

    /**
     * Claims a name for an object, unless another object of the client has it. Returns whether the object has the name
     * now.
     */
    boolean bind(ClientId client, ReferenceId reference, I id);

    /** Claims a new name for an object in the service's namespace. */
    ReferenceId name(I id);

    /** The object with this name in the client's namespace. */
    Optional<I> find(ClientId client, ReferenceId reference);

    /** The object with this name in the service's namespace. */
    Optional<I> findOfService(ReferenceId reference);

    /** Releases an object's name. */
    void release(ClientId client, ReferenceId reference, I id);
}
