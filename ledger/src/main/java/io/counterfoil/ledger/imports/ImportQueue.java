package io.counterfoil.ledger.imports;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.operations.Operation;
import io.counterfoil.operations.Operation.NewOperation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The work that imports are, where it waits for its turn. Joins the transaction of the calling thread. */
public interface ImportQueue {

    /** The kind of operation that an import is. */
    String KIND = "import";

    /** Has it carried out as soon as the transaction commits; the client has no other import of this name. */
    Operation submit(NewOperation work);

    /** The work of this name. */
    Optional<Operation> find(ClientId client, ReferenceId reference);

    /** The client's, the newest first, older than {@code after}. */
    List<Operation> list(ClientId client, Optional<ReferenceId> after, int limit);

    /** The work as soon as it has ended, or as it is after that time. Not to be called in a transaction. */
    Optional<Operation> await(ClientId client, ReferenceId reference, Duration time) throws InterruptedException;
}
