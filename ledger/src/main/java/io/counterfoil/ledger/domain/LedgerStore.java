package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;

/** Where ledgers are kept. What is written joins the transaction of the calling thread. */
public interface LedgerStore {

    /** The ledger under this data key. */
    Optional<Ledger> ledgerByKey(ClientId client, RequestId key);

    /** The ledger. */
    Optional<Ledger> ledger(LedgerId id);

    /** The ledger of this name. */
    Optional<Ledger> ledgerByReference(ClientId client, ReferenceId reference);

    /** Ledgers of a client, the newest first, older than {@code after}. */
    List<Ledger> ledgers(ClientId client, Optional<LedgerId> after, int limit);

    /** The ledger, as of now and locked until the transaction ends: every change of a balance begins here. */
    Optional<Ledger> lock(LedgerId id);

    /** The same for the ledger of a transaction. */
    Optional<Ledger> lockLedgerOf(TransactionId id);

    /** Makes a ledger whose balance is its initial deposit; empty when its key or its reference ID is taken. */
    Optional<Ledger> insert(LedgerId id, ClientId client, NewLedger asked);

    /** Adds to the balance of a locked ledger. */
    void addToBalance(LedgerId id, long change);

    /** The transaction under this data key. */
    Optional<Transaction> transactionByKey(LedgerId ledger, RequestId key);

    /** The transaction. */
    Optional<Transaction> transaction(TransactionId id);

    /** The transaction of this name. */
    Optional<Transaction> transactionByReference(ClientId client, ReferenceId reference);

    /** The first transactions of a ledger behind {@code after}, the oldest first, with the running balance. */
    List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit);

    /** Makes a transaction; empty when its key or its reference ID is taken. */
    Optional<Transaction> insert(TransactionId id, LedgerId ledger, ClientId client, NewTransaction asked);

    /** Settles a pending transaction under this key. */
    void settle(TransactionId id, Transaction.State state, RequestId key);

    /** The transaction, if it was settled so, under this key. */
    Optional<Transaction> transactionSettled(TransactionId id, Transaction.State state, RequestId key);

    /** Makes the one reversal of a transaction. */
    Reversal insert(ReversalId id, TransactionId transaction, RequestId key, Quantity quantity);
}
