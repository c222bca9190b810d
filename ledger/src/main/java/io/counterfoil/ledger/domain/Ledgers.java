package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.Transaction.State;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Ledgers, transactions and reversals: the Java API that REST is a thin coat over.
 *
 * <p>Every creation carries a data key, its object's own id, or a command's ({@link Once}), and that is looked at first, always: a retry
 * of a debit that emptied the ledger is a duplicate, not an overdraft. So is the key or the id of a command to an object that is there;
 * only then comes the version that it was meant for ({@link IfMatch}), and then the rules. Each call is one transaction, or joins the
 * caller's. Whatever changes a balance first locks its ledger, so wishes on one ledger are granted one after the other, each on the true
 * balance. A refusal is a value, and leaves nothing behind.
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
     * Ledgers kept there, guarded by these keys; both must work in the same transactions.
     *
     * @param clock what the ids that clients make are judged by
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

    /** Opens a ledger, with its initial deposit where one is wished for. */
    public Result<Ledger> open(ClientId client, NewLedger wanted) {
        return openings.open(client, wanted);
    }

    /** Replaces a ledger's metadata, or takes it away. */
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
     * Redeems: posts a debit under the data key that the history of its learner and content makes ({@link LedgerKeys#transaction}). The
     * active redemption of a learner and content under a policy is answered again; where the last one was reversed or has failed, this is the
     * next one.
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

    /** Fails a pending transaction: it no longer counts. A pending deposit that was spent cannot fail. */
    public Result<Transaction> fail(ClientId client, TransactionId id, RequestId key, IfMatch ifMatch) {
        return settlements.settle(client, id, State.FAILED, key, ifMatch);
    }

    /** Fails a pending transaction. */
    public Result<Transaction> fail(TransactionId id, CommandId command, IfMatch ifMatch) {
        return settlements.settle(id, State.FAILED, command, ifMatch);
    }

    /** Takes a committed transaction back, once. The version is that of the transaction. */
    public Result<Reversal> reverse(ClientId client, TransactionId id, NewReversal wanted, IfMatch ifMatch) {
        return settlements.reverse(client, id, wanted, ifMatch);
    }

    /** The ledger. */
    public Optional<Ledger> ledger(LedgerId id) {
        return stores.ledgers().ledger(id);
    }

    /** The ledger that this client calls so. */
    public Optional<Ledger> ledgerByReference(ClientId client, ReferenceId reference) {
        return ledgerNamed(client, reference).flatMap(stores.ledgers()::ledger);
    }

    /** The id of the ledger that this client calls so. */
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

    /** Whether this is a place in the client's list of ledgers; also that of one which was deleted while the client turned a page. */
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

    /** The ledger's transaction under this data key of the client, or of all its clients where they share their keys. */
    public Optional<Transaction> transactionByKey(LedgerId ledger, ClientId client, RequestId key) {
        return stores.ledgers().transactionByKey(ledger, client, key);
    }

    /** The transaction that this client calls so. */
    public Optional<Transaction> transactionByReference(ClientId client, ReferenceId reference) {
        return transactionNamed(client, reference).flatMap(stores.ledgers()::transaction);
    }

    /** The id of the transaction that this client calls so. */
    public Optional<TransactionId> transactionNamed(ClientId client, ReferenceId reference) {
        return stores.transactionNames().find(client, reference);
    }

    /** The transaction that the service made of its own accord, and calls so. */
    public Optional<Transaction> transactionByServiceReference(ReferenceId reference) {
        return stores.transactionNames().findOfService(reference).flatMap(stores.ledgers()::transaction);
    }

    /** The reversal that this client calls so. */
    public Optional<Reversal> reversalByReference(ClientId client, ReferenceId reference) {
        return stores.reversalNames().find(client, reference).flatMap(stores.ledgers()::reversal);
    }

    /** The reversal under this data key. */
    public Optional<Reversal> reversalByKey(KeyScope scope, RequestId key) {
        return stores.ledgers().reversalByKey(scope, key);
    }

    /** A ledger's transactions behind {@code after}, the oldest first; at most {@code limit}. */
    public List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit) {
        return stores.ledgers().entries(ledger, after, limit);
    }
}
