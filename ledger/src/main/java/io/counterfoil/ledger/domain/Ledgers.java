package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ledger.domain.Result.Granted;
import io.counterfoil.ledger.domain.Result.Refused;
import io.counterfoil.ledger.domain.Transaction.State;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ledgers, transactions and reversals: the Java API that REST is a thin coat over (LG-1).
 *
 * <p>Every wish carries a data key, and the key is looked at first, always: a retry of a debit that emptied the ledger is
 * a duplicate, not an overdraft. Each call is one transaction, or joins the caller's. Whatever changes a balance first
 * locks its ledger, so wishes on one ledger are granted one after the other, each on the true balance (LG-6). A refusal is
 * a value and is found before anything is written; nothing needs undoing then.
 *
 * <p>Thread-safe.
 */
public final class Ledgers {

    private static final Logger log = LoggerFactory.getLogger(Ledgers.class);

    private final LedgerStore store;
    private final DataKeys keys;

    /** Ledgers kept there, guarded by these keys; both must work in the same transactions. */
    public Ledgers(LedgerStore store, DataKeys keys) {
        this.store = store;
        this.keys = keys;
    }

    /** Opens a ledger, with its initial deposit where one is wished for. */
    public Result<Ledger> open(ClientId client, NewLedger wanted) {
        return keys.createOnce(
                        new DataKey("ledger", client.value(), wanted.key()),
                        () -> store.ledgerByKey(client, wanted.key())
                                .map(found -> same(found, found.id(), Differences.between(found.asked(), wanted))),
                        () -> openNew(client, wanted))
                .value();
    }

    private Result<Ledger> openNew(ClientId client, NewLedger wanted) {
        Optional<Ledger> opened = store.insert(LedgerId.TYPE.next(), client, wanted);
        if (opened.isEmpty()) {
            return new Refused<>(new Refusal.ReferenceTaken());
        }
        Ledger ledger = opened.get();
        log.info("Ledger opened [ledger={}] [unit={}]", ledger.id(), wanted.unit());
        wanted.initialDeposit().ifPresent(deposit -> {
            RequestId key = wanted.initialDepositKey().orElseThrow();
            NewTransaction first = new NewTransaction(key, deposit, false, TransactionDetails.NONE);
            if (store.insert(TransactionId.TYPE.next(), ledger.id(), client, first)
                    .isEmpty()) {
                throw new IllegalStateException("a new ledger has no transactions: " + ledger.id());
            }
        });
        return new Granted<>(ledger, false);
    }

    /** Posts a transaction: debits and deposits, committed at once or pending. */
    public Result<Transaction> post(ClientId client, LedgerId ledger, NewTransaction wanted) {
        return keys.createOnce(
                        new DataKey("transaction", ledger.toString(), wanted.key()),
                        () -> store.transactionByKey(ledger, wanted.key())
                                .map(found -> same(found, found.id(), Differences.between(found.asked(), wanted))),
                        () -> store.lock(ledger)
                                .map(locked -> postNew(client, locked, wanted))
                                .orElseGet(() -> new Refused<>(new Refusal.NotFound("ledger"))))
                .value();
    }

    private Result<Transaction> postNew(ClientId client, Ledger locked, NewTransaction wanted) {
        long change = wanted.quantity().value();
        return unlessUnbalanced(locked, change, () -> {
            Optional<Transaction> posted = store.insert(TransactionId.TYPE.next(), locked.id(), client, wanted);
            if (posted.isEmpty()) {
                return new Refused<>(new Refusal.ReferenceTaken());
            }
            store.addToBalance(locked.id(), change);
            Transaction transaction = posted.get();
            log.info(
                    "Transaction posted [transaction={}] [ledger={}] [quantity={}] [state={}]",
                    transaction.id(),
                    locked.id(),
                    change,
                    transaction.state());
            return new Granted<>(transaction, false);
        });
    }

    /** Commits a pending transaction. */
    public Result<Transaction> commit(TransactionId id, RequestId key) {
        return settle(id, State.COMMITTED, key);
    }

    /** Fails a pending transaction: it no longer counts. A pending deposit that was spent cannot fail. */
    public Result<Transaction> fail(TransactionId id, RequestId key) {
        return settle(id, State.FAILED, key);
    }

    private Result<Transaction> settle(TransactionId id, State state, RequestId key) {
        return keys.createOnce(
                        new DataKey("settlement", id.toString(), key),
                        () -> store.transactionSettled(id, state, key).map(found -> again(found, id)),
                        () -> onTransaction(id, (locked, transaction) -> settle(locked, transaction, state, key)))
                .value();
    }

    private Result<Transaction> settle(Ledger locked, Transaction transaction, State state, RequestId key) {
        if (transaction.state() != State.PENDING) {
            return new Refused<>(new Refusal.NotPending(transaction.state()));
        }
        long change = state == State.FAILED ? -transaction.asked().quantity().value() : 0;
        return unlessUnbalanced(locked, change, () -> {
            store.settle(transaction.id(), state, key);
            if (change != 0) {
                store.addToBalance(locked.id(), change);
            }
            log.info("Transaction settled [transaction={}] [state={}]", transaction.id(), state);
            return new Granted<>(transaction.settled(state), false);
        });
    }

    /** Takes a committed transaction back, once. */
    public Result<Reversal> reverse(TransactionId id, RequestId key) {
        return keys.createOnce(
                        new DataKey("reversal", id.toString(), key),
                        () -> store.transaction(id)
                                .flatMap(Transaction::reversal)
                                .filter(reversal -> reversal.key().equals(key))
                                .map(reversal -> again(reversal, reversal.id())),
                        () -> onTransaction(id, (locked, transaction) -> reverse(locked, transaction, key)))
                .value();
    }

    private Result<Reversal> reverse(Ledger locked, Transaction transaction, RequestId key) {
        if (transaction.state() != State.COMMITTED) {
            return new Refused<>(new Refusal.NotCommitted(transaction.state()));
        }
        if (transaction.reversal().isPresent()) {
            return new Refused<>(
                    new Refusal.AlreadyReversed(transaction.reversal().get().id()));
        }
        Quantity back = transaction.asked().quantity().negated();
        return unlessUnbalanced(locked, back.value(), () -> {
            Reversal reversal = store.insert(ReversalId.TYPE.next(), transaction.id(), key, back);
            store.addToBalance(locked.id(), back.value());
            log.info("Transaction reversed [transaction={}] [reversal={}]", transaction.id(), reversal.id());
            return new Granted<>(reversal, false);
        });
    }

    /** The ledger. */
    public Optional<Ledger> ledger(LedgerId id) {
        return store.ledger(id);
    }

    /** The ledger that this client calls so (RF-3). */
    public Optional<Ledger> ledgerByReference(ClientId client, ReferenceId reference) {
        return store.ledgerByReference(client, reference);
    }

    /** The client's ledgers, the newest first, older than {@code after}; at most {@code limit}. */
    public List<Ledger> ledgers(ClientId client, Optional<LedgerId> after, int limit) {
        return store.ledgers(client, after, limit);
    }

    /** The transaction. */
    public Optional<Transaction> transaction(TransactionId id) {
        return store.transaction(id);
    }

    /** The transaction that this client calls so (RF-3). */
    public Optional<Transaction> transactionByReference(ClientId client, ReferenceId reference) {
        return store.transactionByReference(client, reference);
    }

    /** A ledger's transactions behind {@code after}, the oldest first; at most {@code limit}. */
    public List<Entry> entries(LedgerId ledger, Optional<TransactionId> after, int limit) {
        return store.entries(ledger, after, limit);
    }

    private static <T> Result<T> same(T found, TypedId<?> id, Optional<String> difference) {
        return difference
                .<Result<T>>map(field -> new Refused<>(new Refusal.KeyReused(field)))
                .orElseGet(() -> again(found, id));
    }

    private static <T> Result<T> again(T found, TypedId<?> id) {
        log.info("Duplicate recognised by its data key [id={}]", id);
        return new Granted<>(found, true);
    }

    private <T> Result<T> onTransaction(TransactionId id, BiFunction<Ledger, Transaction, Result<T>> work) {
        // Locked first, read second: it may be settled or reversed while this waits for the lock.
        return store.lockLedgerOf(id)
                .map(locked -> work.apply(locked, store.transaction(id).orElseThrow()))
                .orElseGet(() -> new Refused<>(new Refusal.NotFound("transaction")));
    }

    private static <T> Result<T> unlessUnbalanced(Ledger locked, long change, Supplier<Result<T>> grant) {
        // No overflow: both are within 2^53.
        long balance = locked.balance() + change;
        if (balance < 0) {
            return new Refused<>(new Refusal.BalanceExceeded(locked.balance(), change));
        }
        if (balance > Quantity.LIMIT) {
            return new Refused<>(new Refusal.BalanceLimit(locked.balance(), change));
        }
        return grant.get();
    }
}
