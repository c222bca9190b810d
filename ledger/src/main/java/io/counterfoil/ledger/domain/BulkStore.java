package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What posting many transactions at once needs of the store, in few statements each. Joins the transaction of the calling thread. */
public interface BulkStore {

    /** The ledger's transactions under these data keys of a scope. */
    Map<RequestId, Transaction> transactionsByKeys(LedgerId ledger, KeyScope scope, Collection<RequestId> keys);

    /** What transactions of this client have these names now. */
    Map<ReferenceId, TransactionId> transactionsByReferences(ClientId client, Collection<ReferenceId> references);

    /** Gives transactions of this client their names: all of them, or none and those names that others took meanwhile. */
    Set<ReferenceId> bind(ClientId client, Map<ReferenceId, TransactionId> names);

    /** Gives transactions the service's names. */
    void bindForService(Map<ReferenceId, TransactionId> names);

    /** Makes transactions of a locked ledger, in this order, and raises its balance by their sum. */
    void insert(Ledger locked, ClientId client, List<Grant> grants);
}
