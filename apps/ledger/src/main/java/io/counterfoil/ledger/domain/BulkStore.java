package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Bulk operations of the store, each a constant number of statements. Joins the transaction of the calling thread. */
public interface BulkStore {

    /** The ledger's transactions under these data keys of a scope. */
    Map<RequestId, Transaction> transactionsByKeys(LedgerId ledger, KeyScope scope, Collection<RequestId> keys);

    /** The client's transactions that have these names. */
    Map<ReferenceId, TransactionId> transactionsByReferences(ClientId client, Collection<ReferenceId> references);

    /** Claims names for transactions of this client: all of them, or none. Returns the names that are already taken. */
    Set<ReferenceId> bind(ClientId client, Map<ReferenceId, TransactionId> names);

    /** Assigns service references to transactions. */
    void bindForService(Map<ReferenceId, TransactionId> names);

    /** Inserts transactions of a locked ledger, in this order, and adds their sum to its balance. */
    void insert(Ledger locked, ClientId client, List<Grant> grants);
}
