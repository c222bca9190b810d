package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.Transaction.State;
import io.counterfoil.ledger.keys.LedgerKeys;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Ledgers, transactions and reversals: the operations beneath the REST API.
 *
 * <p>Every creation carries a data key, its object's ID, or a command's ID ({@link Once}). It is always checked first:
 * a retry of a debit that emptied the ledger is a duplicate, not an overdraft. The same holds for the key or ID of a
 * command on an existing object. The precondition on the version ({@link IfMatch}) is checked next, then the rules.
 * Each call is one database transaction, or joins the caller's. Every change of a balance first locks its ledger, so
 * requests on one ledger are serialized and each sees the current balance. A refusal is a value, and changes nothing.
 *
 * <p>Thread-safe.
 */
public final class Ledgers {

    private final Stores stores;
    private final Openings openings;
    private final Postings postings;
    private final Redemptions redemptions;
    private final Settlements settlements;
    private final Keeping keeping;

    /**
     * Creates the service from stores and keys that must share one transaction manager.
     *
     * @param clock the clock that client-generated IDs are validated against
     */
    public Ledgers(Stores stores, DataKeys keys, InstantSource clock) {
        IdAdmission admission = new IdAdmission(clock);
        this.stores = stores;
        this.openings = new Openings(stores, keys, admission);
        this.postings = new Postings(stores, keys, admission);
        this.redemptions = new Redemptions(stores, keys, postings);
        this.settlements = new Settlements(stores, keys);
        this.keeping = new Keeping(stores, keys);
    }

    /** Opens a ledger, with its initial deposit where one is requested. */
    public Result<Ledger> open(ClientId client, NewLedger wanted) {
        return openings.open(client, wanted);
    }

    /** Replaces or removes a ledger's metadata. */
    public Result<Ledger> setMetadata(LedgerId id, CommandId command, Optional<Metadata> metadata, IfMatch ifMatch) {
        return keeping.setMetadata(id, command, metadata, ifMatch);
    }

    /** Deletes a ledger that never had a transaction, and frees its reference ID; returns it as it was. */
    public Result<Ledger> delete(LedgerId id, IfMatch ifMatch) {
        return keeping.delete(id, ifMatch);
    }

    /** Posts a transaction: debits and deposits, committed at once or pending. */
    public Result<Transaction> post(ClientId client, LedgerId ledger, NewTransaction wanted) {
        return postings.post(client, ledger, wanted);
    }

    /**
     * Redeems: posts a debit under the data key that the history of its learner and content makes
     * ({@link LedgerKeys#redemption}). The active redemption of a learner and content under a policy is returned as a
     * duplicate; where the last one was reversed or has failed, this posts the next one.
     */
    public Result<Transaction> redeem(ClientId client, LedgerId ledger, NewRedemption wanted) {
        return redemptions.redeem(client, ledger, wanted);
    }

    /** Commits a pending transaction. */
    public Result<Transaction> commit(ClientId client, TransactionId id, RequestId key, IfMatch ifMatch) {
        return settlements.settle(client, id, State.COMMITTED, key, ifMatch);
    }

    /** Commits a pending transaction. */
    public Result<Transaction> commit(TransactionId id, CommandId command, IfMatch ifMatch) {
        return settlements.settle(id, State.COMMITTED, command, ifMatch);
    }

    /**
     * Fails a pending transaction, which then no longer counts in the balance. A pending deposit that was spent cannot
     * fail.
     */
    public Result<Transaction> fail(ClientId client, TransactionId id, RequestId key, IfMatch ifMatch) {
        return settlements.settle(client, id, State.FAILED, key, ifMatch);
    }

    /** Fails a pending transaction. */
    public Result<Transaction> fail(TransactionId id, CommandId command, IfMatch ifMatch) {
        return settlements.settle(id, State.FAILED, command, ifMatch);
    }

    /** Reverses a committed transaction, once. The precondition refers to the transaction's version. */
    public Result<Reversal> reverse(ClientId client, TransactionId id, NewReversal wanted, IfMatch ifMatch) {
        return settlements.reverse(client, id, wanted, ifMatch);
    }

    /** The ledger. */
    public Optional<Ledger> ledger(LedgerId id) {
        return stores.ledgers().ledger(id);
    }

    /** The client's ledger with this reference ID. */
    public Optional<Ledger> ledgerByReference(ClientId client, ReferenceId reference) {
        return ledgerNamed(client, reference).flatMap(stores.ledgers()::ledger);
    }

    /** The ID of the client's ledger with this reference ID. */
    public Optional<LedgerId> ledgerNamed(ClientId client, ReferenceId reference) {
        return stores.ledgerNames().find(client, reference);
    }

    /** The ledger that this client opened under this data key. */
    public Optional<Ledger> ledgerByKey(ClientId client, RequestId key) {
        return stores.ledgers().ledgerByKey(client, key).filter(ledger -> !ledger.deleted());
    }

    /** The client's ledgers, the newest first, older than {@code after}; at most {@code limit}. */
    public List<Ledger> ledgers(ClientId client, Optional<LedgerId> after, int limit) {
        return stores.ledgers().ledgers(client, after, limit);
    }

    /**
     * Whether this ID is a valid page position in the client's list of ledgers; true also for a ledger that was deleted
     * during paging.
     */
    public boolean isPlace(ClientId client, LedgerId id) {
        return stores.ledgers()
                .ledgerEverMade(id)
                .filter(ledger -> ledger.client().equals(client))
                .isPresent();
    }

    /** The transaction. */
    public Optional<Transaction> transaction(TransactionId id) {
        return stores.ledgers().transaction(id);
    }

    /** The ledger's transaction under this data key of the client, or of all its clients where they share keys. */
    public Optional<Transaction> transactionByKey(LedgerId ledger, ClientId client, RequestId key) {
        return stores.ledgers().transactionByKey(ledger, client, key);
    }

    /** The client's transaction with this reference ID. */
    public Optional<Transaction> transactionByReference(ClientId client, ReferenceId reference) {
        return transactionNamed(client, reference).flatMap(stores.ledgers()::transaction);
    }

    /** The ID of the client's transaction with this reference ID. */
    public Optional<TransactionId> transactionNamed(ClientId client, ReferenceId reference) {
        return stores.transactionNames().find(client, reference);
    }

    /** The transaction with this service reference, which the service created itself. */
    public Optional<Transaction> transactionByServiceReference(ReferenceId reference) {
        return stores.transactionNames().findOfService(reference).flatMap(stores.ledgers()::transaction);
    }

    /** The client's reversal with this reference ID. */
    public Optional<Reversal> reversalByReference(ClientId client, ReferenceId reference) {
        return stores.reversalNames().find(client, reference).flatMap(stores.ledgers()::reversal);
    }

    /** The ledger's reversal under this data key of the client, or of all its clients where they share keys. */
    public Optional<Reversal> reversalByKey(LedgerId ledger, ClientId client, RequestId key) {
        return stores.ledgers()
                .ledger(ledger)
                .flatMap(found -> stores.ledgers()
                        .reversalByKey(KeyScope.of(found, client), key)
                        .filter(reversal -> isOf(ledger, reversal)));
    }

    /** A client's own key may have reversed a transaction of another ledger. */
    private boolean isOf(LedgerId ledger, Reversal reversal) {
        return stores.ledgers()
                .transaction(reversal.transactionId())
                .filter(transaction -> transaction.ledgerId().equals(ledger))
                .isPresent();
    }

    /** A ledger's transactions after {@code after}, the oldest first; at most {@code limit}. */
    public List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit) {
        return stores.ledgers().entries(ledger, after, limit);
    }
}
