package io.counterfoil.ledger.imports;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.operations.NewOperation;
import io.counterfoil.operations.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The queue of import operations. Joins the transaction of the calling thread. */
public interface ImportQueue {

    /** The kind of operation that an import is. */
    String KIND = "import";

    /** Submits an import, which starts after the transaction commits; the caller has checked that its name is free. */
    Operation submit(NewOperation work);

    /** The operation of this name. */
    Optional<Operation> find(ClientId client, ReferenceId reference);

    /** The client's operations, the newest first, older than {@code after}. */
    List<Operation> list(ClientId client, Optional<ReferenceId> after, int limit);

    /**
     * Waits until the operation has ended or the time is over, and returns its state. Must not be called in a
     * transaction.
     */
    Optional<Operation> await(ClientId client, ReferenceId reference, Duration time) throws InterruptedException;
}
