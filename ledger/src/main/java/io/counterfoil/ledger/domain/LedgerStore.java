package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where ledgers are kept. What is written joins the transaction of the calling thread. */
public interface LedgerStore {

    /** The ledger under this data key, deleted or not. */
    Optional<Ledger> ledgerByKey(ClientId client, RequestId key);

    /** The ledger, deleted or not. */
    Optional<Ledger> ledgerEverMade(LedgerId id);

    /** The ledger. */
    Optional<Ledger> ledger(LedgerId id);

    /** Ledgers of a client, the newest first, older than {@code after}. */
    List<Ledger> ledgers(ClientId client, Optional<LedgerId> after, int limit);

    /** The ledger, as of now and locked until the transaction ends: every change of a balance begins here. */
    Optional<Ledger> lock(LedgerId id);

    /** The same for the ledger of a transaction. */
    Optional<Ledger> lockLedgerOf(TransactionId id);

    /** Makes a ledger under a new id, whose balance is its initial deposit; the deposit itself is not made. */
    Ledger insert(LedgerId id, ClientId client, NewLedger asked);

    /** Makes the initial deposit of a ledger that was just made. */
    void insertInitialDeposit(TransactionId id, Ledger ledger, NewTransaction deposit, ReferenceId serviceReference);

    /** Adds to the balance of a locked ledger. */
    void addToBalance(LedgerId id, long change);

    /** Deletes a locked ledger that has no transactions. */
    void delete(LedgerId id);

    /** The ledger's transaction under this data key of the client, or of all its clients where they share their keys. */
    Optional<Transaction> transactionByKey(LedgerId ledger, ClientId client, RequestId key);

    /** The transaction. */
    Optional<Transaction> transaction(TransactionId id);

    /** The ledger's debits of a scope for this learner and content that were reversed or have failed. */
    Set<TransactionId> inactiveRedemptions(LedgerId ledger, KeyScope scope, long lmsUserId, String contentKey);

    /** The first transactions of a ledger behind {@code after}, the oldest first, with the running balance. */
    List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit);

    /** Makes a transaction under a new id, and adds it to the balance of its locked ledger. */
    Transaction insert(TransactionId id, Ledger locked, ClientId client, NewTransaction asked);

    /** Settles a pending transaction of a locked ledger under this key of the client. */
    void settle(TransactionId id, Ledger locked, ClientId client, Transaction.State state, RequestId key);

    /** The transaction, if it was settled so under this key of the client, or of all clients of its ledger where they share their keys. */
    Optional<Transaction> transactionSettled(TransactionId id, Transaction.State state, ClientId client, RequestId key);

    /** The reversal under this data key. */
    Optional<Reversal> reversalByKey(KeyScope scope, RequestId key);

    /** The reversal. */
    Optional<Reversal> reversal(ReversalId id);

    /**
     * The reversal under this data key of the client, or of all clients of the transaction's ledger where they share their keys.
     *
     * @param transaction what is to be reversed; the reversal may be that of another
     */
    Optional<Reversal> reversalByKey(TransactionId transaction, ClientId client, RequestId key);

    /** Makes the one reversal of a transaction of a locked ledger. */
    Reversal insert(ReversalId id, Ledger locked, ClientId client, Transaction transaction, NewReversal asked);
}
