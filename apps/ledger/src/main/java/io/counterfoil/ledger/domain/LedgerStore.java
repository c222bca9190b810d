package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Storage of ledgers. Writes join the transaction of the calling thread. */
public interface LedgerStore {

    /** The ledger under this data key, deleted or not. */
    Optional<Ledger> ledgerByKey(ClientId client, RequestId key);

    /** The ledger, deleted or not. */
    Optional<Ledger> ledgerEverMade(LedgerId id);

    /** The ledger. */
    Optional<Ledger> ledger(LedgerId id);

    /** Ledgers of a client, the newest first, older than {@code after}. */
    List<Ledger> ledgers(ClientId client, Optional<LedgerId> after, int limit);

    /** The ledger's current state, locked until the transaction ends. Every change of a balance starts with it. */
    Optional<Ledger> lock(LedgerId id);

    /** The same for the ledger of a transaction. */
    Optional<Ledger> lockLedgerOf(TransactionId id);

    /** Inserts a ledger under a new ID, whose balance is its initial deposit; the deposit is inserted separately. */
    Ledger insert(LedgerId id, ClientId client, NewLedger asked);

    /** Inserts the initial deposit of a new ledger. */
    void insertInitialDeposit(TransactionId id, Ledger ledger, NewTransaction deposit, ReferenceId serviceReference);

    /** Adds to the balance of a locked ledger. */
    void addToBalance(LedgerId id, long change);

    /** Deletes a locked ledger that has no transactions. */
    void delete(LedgerId id);

    /** The ledger's transaction under this data key of the client, or of all its clients where they share keys. */
    Optional<Transaction> transactionByKey(LedgerId ledger, ClientId client, RequestId key);

    /** The transaction. */
    Optional<Transaction> transaction(TransactionId id);

    /** The ledger's debits of a scope for this learner and content that were reversed or have failed. */
    Set<TransactionId> inactiveRedemptions(LedgerId ledger, KeyScope scope, long lmsUserId, String contentKey);

    /** The transactions of a ledger after {@code after}, the oldest first, with the running balance. */
    List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit);

    /**
     * Posts a transaction under a new ID in one statement, which locks the ledger and adds to its balance. A reference ID is stored and not
     * bound. Empty, and without effect, where the ledger does not exist, does not permit the change of its balance, or has a transaction under
     * this data key, and always where the database cannot do it in one statement.
     */
    Optional<Transaction> post(TransactionId id, LedgerId ledger, ClientId client, NewTransaction asked);

    /** Inserts a transaction under a new ID, and adds it to the balance of its locked ledger. */
    Transaction insert(TransactionId id, Ledger locked, ClientId client, NewTransaction asked);

    /** Settles a pending transaction of a locked ledger under this key of the client. */
    void settle(TransactionId id, Ledger locked, ClientId client, Transaction.State state, RequestId key);

    /**
     * The transaction, if it was settled to this state under this key of the client, or of all clients of its ledger
     * where they share keys.
     */
    Optional<Transaction> transactionSettled(TransactionId id, Transaction.State state, ClientId client, RequestId key);

    /** The reversal under this data key. */
    Optional<Reversal> reversalByKey(KeyScope scope, RequestId key);

    /** The reversal. */
    Optional<Reversal> reversal(ReversalId id);

    /**
     * The reversal under this data key of the client, or of all clients of the transaction's ledger where they share their keys.
     *
     * @param transaction the transaction to reverse; the reversal found may belong to another one
     */
    Optional<Reversal> reversalByKey(TransactionId transaction, ClientId client, RequestId key);

    /** Inserts the reversal of a transaction of a locked ledger. */
    Reversal insert(ReversalId id, Ledger locked, ClientId client, Transaction transaction, NewReversal asked);
}
