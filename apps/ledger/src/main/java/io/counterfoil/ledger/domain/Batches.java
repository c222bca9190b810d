package io.counterfoil.ledger.domain;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.ObjectCreator;
import io.counterfoil.idempotency.ObjectFinder;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batches: many transactions in one request.
 *
 * <p>A batch is posted in one database transaction, together with its members, their reference IDs, and the key that
 * identifies a duplicate. Thread-safe.
 */
public final class Batches {

    private static final Logger log = LoggerFactory.getLogger(Batches.class);

    private final LedgerStore ledgers;
    private final BatchStore store;
    private final BulkPosting posting;
    private final DataKeys keys;

    /** Creates the service from stores that must share one transaction manager. */
    public Batches(LedgerStore ledgers, BatchStore store, BulkStore bulk, DataKeys keys) {
        this.ledgers = ledgers;
        this.store = store;
        this.posting = new BulkPosting(bulk);
        this.keys = keys;
    }

    /** Posts the items of a batch exactly once. */
    public Result<PostedBatch> post(ClientId client, LedgerId ledger, NewBatch wanted) {
        return keys.createOnce(
                        keyOf(client, wanted),
                        () -> store.byKey(client, wanted.key()).map(found -> again(client, ledger, wanted, found)),
                        () -> ledgers.lock(ledger)
                                .map(locked -> postNew(client, locked, wanted))
                                .orElseGet(() -> new Result.Refused<>(new Refusal.NotFound("ledger"))))
                .value();
    }

    private Result<PostedBatch> again(ClientId client, LedgerId ledger, NewBatch wanted, BatchStore.KeyedBatch found) {
        Optional<String> difference = difference(ledger, wanted, found);
        if (difference.isPresent()) {
            return new Result.Refused<>(new Refusal.KeyReused(difference.get()));
        }
        log.info("Duplicate recognised by its data key [batch={}]", found.id());
        return new Result.Granted<>(store.batch(client, found.id()).orElseThrow(), true);
    }

    private static Optional<String> difference(LedgerId ledger, NewBatch wanted, BatchStore.KeyedBatch found) {
        if (!found.ledger().equals(ledger)) {
            return Optional.of("id");
        }
        if (wanted.id().isPresent() && !wanted.id().get().equals(found.id())) {
            return Optional.of("batch_id");
        }
        return found.fingerprint().equals(wanted.fingerprint()) ? Optional.empty() : Optional.of("transactions");
    }

    private Result<PostedBatch> postNew(ClientId client, Ledger locked, NewBatch wanted) {
        BatchId id = wanted.id().orElseGet(() -> new BatchId(ReferenceId.next().value()));
        return named(
                client,
                id,
                () -> store.batch(client, id).map(taken -> new Result.Refused<>(new Refusal.BatchIdTaken())),
                () -> postAs(id, client, locked, wanted));
    }

    private Result<PostedBatch> postAs(BatchId id, ClientId client, Ledger locked, NewBatch wanted) {
        List<BatchOutcome> outcomes = posting.post(client, locked, wanted.items(), wanted.mode());
        if (wanted.mode() == NewBatch.Mode.ALL_OR_NOTHING) {
            List<BatchOutcome.Refused> refused = refusedOf(outcomes);
            if (!refused.isEmpty()) {
                return new Result.Refused<>(new Refusal.BatchRefused(refused));
            }
        }
        BatchStore.KeyedRequest request = new BatchStore.KeyedRequest(wanted.key(), wanted.fingerprint());
        store.open(client, new BatchStore.Opened(id, PostedBatch.Source.REQUEST, locked.id(), Optional.of(request)));
        PostedBatch batch = store.add(client, id, outcomes);
        log.info(
                "Batch posted [batch={}] [ledger={}] [created={}] [known={}] [refused={}]",
                id,
                locked.id(),
                batch.created(),
                batch.known(),
                batch.refused());
        return new Result.Granted<>(batch, false);
    }

    /**
     * Opens a batch to which items can be added, in the caller's transaction; false when the client has a batch of this
     * name.
     */
    public boolean open(ClientId client, BatchId id, LedgerId ledger) {
        return named(client, id, () -> store.batch(client, id).map(taken -> false), () -> {
            store.open(client, new BatchStore.Opened(id, PostedBatch.Source.IMPORT, ledger, Optional.empty()));
            return true;
        });
    }

    /** Posts further items of an open batch, in the caller's transaction; empty when the ledger does not exist. */
    public Optional<PostedBatch> add(ClientId client, BatchId id, LedgerId ledger, List<BatchItem> items) {
        return ledgers.lock(ledger)
                .map(locked -> store.add(client, id, posting.post(client, locked, items, NewBatch.Mode.PER_ITEM)));
    }

    /** Of two concurrent requests for one name, one is retried and then finds the name taken. */
    private <T> T named(
            ClientId client,
            BatchId id,
            ObjectFinder<T, RuntimeException> taken,
            ObjectCreator<T, RuntimeException> make) {
        return keys.createOnce(new DataKey("batch", client.value(), new RequestId(id.value())), taken, make)
                .value();
    }

    private static List<BatchOutcome.Refused> refusedOf(List<BatchOutcome> outcomes) {
        return outcomes.stream()
                .filter(BatchOutcome.Refused.class::isInstance)
                .map(BatchOutcome.Refused.class::cast)
                .toList();
    }

    /** The client's batch of this name. */
    public Optional<PostedBatch> batch(ClientId client, BatchId id) {
        return store.batch(client, id);
    }

    /** The client's batches, the newest first, older than {@code after}; at most {@code limit}. */
    public List<PostedBatch> batches(ClientId client, Optional<BatchId> after, int limit) {
        return store.batches(client, after, limit);
    }

    /**
     * At most {@code limit} members of a batch after a position, in order; only those of one outcome where it is given.
     */
    public List<BatchEntry> members(
            ClientId client, BatchId id, Optional<BatchEntry.Outcome> outcome, long after, int limit) {
        return store.members(client, id, outcome, after, limit);
    }

    private static DataKey keyOf(ClientId client, NewBatch wanted) {
        return new DataKey("transaction-batch", client.value(), wanted.key());
    }
}
