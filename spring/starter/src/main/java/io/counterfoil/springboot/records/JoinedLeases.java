package io.counterfoil.springboot.records;

import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.jdbc.transaction.Transactions;

/**
 * The leases of the application's database, within its transactions: inside of {@link Transactions#run} each write to them commits or rolls back with
 * everything else there. A type of its own, since other leases never join a transaction.
 *
 * @param transactions those that the store takes part in
 * @param store outside of a transaction each of its calls commits by itself
 */
public record JoinedLeases(Transactions transactions, LeaseStore store) {}
