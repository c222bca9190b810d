package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.ObjectFinder;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.Transaction.State;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits, fails and reverses transactions. A known key or command is answered first; then the precondition on the
 * version is checked, then the rules.
 */
final class Settlements {

    private static final Logger log = LoggerFactory.getLogger(Ledgers.class);

    private final Stores stores;
    private final DataKeys keys;

    Settlements(Stores stores, DataKeys keys) {
        this.stores = stores;
        this.keys = keys;
    }

    Result<Transaction> settle(ClientId client, TransactionId id, State state, RequestId key, IfMatch ifMatch) {
        ObjectFinder<Result<Transaction>, RuntimeException> known = () ->
                stores.ledgers().transactionSettled(id, state, client, key).map(found -> Results.again(found, id));
        return keys.createOnce(
                        new DataKey(
                                "settlement",
                                id + " " + KeyScope.ofClient(client).value(),
                                key),
                        known,
                        () -> onTransaction(
                                id,
                                (locked, transaction) -> knownUnderLock(locked, known)
                                        .orElseGet(() -> settle(client, locked, transaction, state, key, ifMatch))))
                .value();
    }

    private Result<Transaction> settle(
            ClientId client, Ledger locked, Transaction transaction, State state, RequestId key, IfMatch ifMatch) {
        long change = changeBy(state, locked, transaction, ifMatch);
        stores.ledgers().settle(transaction.id(), locked, client, state, key);
        if (transaction.asked().once().dataKey().isEmpty()) {
            stores.commands().forgetCreation(transaction.id());
        }
        return settled(locked, transaction.settled(state).nextVersion(), change);
    }

    /**
     * Looks up the key under the ledger's lock, because with shared keys the other clients do not lock this client's
     * keys.
     */
    private static <T> Optional<T> knownUnderLock(Ledger locked, ObjectFinder<T, RuntimeException> known) {
        return locked.asked().rules().sharesKeys() ? known.find() : Optional.empty();
    }

    Result<Transaction> settle(TransactionId id, State state, CommandId command, IfMatch ifMatch) {
        return keys.createOnce(
                        new DataKey("settlement-command", id.toString(), new RequestId(command.text())),
                        () -> stores.ledgers()
                                .transaction(id)
                                .filter(found -> found.commands().contains(command))
                                .map(found -> repeated(found, state)),
                        () -> onTransaction(id, (locked, before) -> {
                            CommandOutcome<Transaction> outcome = stores.commands()
                                    .change(id, command, now -> {
                                        changeBy(state, locked, now, ifMatch);
                                        return now.settled(state);
                                    });
                            return outcome.match(
                                    now -> settled(locked, now, changeOf(state, now)), now -> repeated(now, state));
                        }))
                .value();
    }

    /** The change of the balance, after its limits have been checked. */
    private static long changeBy(State state, Ledger locked, Transaction transaction, IfMatch ifMatch) {
        ifMatch.check(transaction.version());
        if (transaction.state() != State.PENDING) {
            throw new RefusedException(new Refusal.NotPending(transaction.state()));
        }
        long change = changeOf(state, transaction);
        locked.checkRoomFor(change);
        return change;
    }

    private static long changeOf(State state, Transaction transaction) {
        return state == State.FAILED ? -transaction.asked().quantity().value() : 0;
    }

    private Result<Transaction> settled(Ledger locked, Transaction transaction, long change) {
        if (change != 0) {
            stores.ledgers().addToBalance(locked.id(), change);
        }
        log.info("Transaction settled [transaction={}] [state={}]", transaction.id(), transaction.state());
        return Results.granted(transaction);
    }

    private static Result<Transaction> repeated(Transaction found, State state) {
        // A transaction is settled once, so a recorded command has settled it to this state; the other state needs
        // another command.
        return found.state() == state
                ? Results.again(found, found.id())
                : Results.refused(new Refusal.KeyReused("command_id", "state"));
    }

    Result<Reversal> reverse(ClientId client, TransactionId id, NewReversal wanted, IfMatch ifMatch) {
        ObjectFinder<Result<Reversal>, RuntimeException> known = () -> stores.ledgers()
                .reversalByKey(id, client, wanted.key())
                .map(found -> Results.same(found, found.id(), difference(found, id, wanted)));
        return keys.createOnce(
                        new DataKey("reversal", KeyScope.ofClient(client).value(), wanted.key()),
                        known,
                        () -> onTransaction(
                                id,
                                (locked, transaction) -> knownUnderLock(locked, known)
                                        .orElseGet(() -> reverse(client, locked, transaction, wanted, ifMatch))))
                .value();
    }

    private Result<Reversal> reverse(
            ClientId client, Ledger locked, Transaction transaction, NewReversal wanted, IfMatch ifMatch) {
        ifMatch.check(transaction.version());
        if (transaction.state() != State.COMMITTED) {
            throw new RefusedException(new Refusal.NotCommitted(transaction.state()));
        }
        if (transaction.reversal().isPresent()) {
            throw new RefusedException(
                    new Refusal.AlreadyReversed(transaction.reversal().get().id()));
        }
        Quantity back = transaction.asked().quantity().negated();
        locked.checkRoomFor(back.value());
        ReversalId id = ReversalId.next();
        if (wanted.referenceId().isPresent()
                && !stores.reversalNames().bind(client, wanted.referenceId().get(), id)) {
            throw new RefusedException(new Refusal.ReferenceTaken());
        }
        Reversal reversal = stores.ledgers().insert(id, locked, client, transaction, wanted);
        stores.ledgers().addToBalance(locked.id(), back.value());
        log.info("Transaction reversed [transaction={}] [reversal={}]", transaction.id(), reversal.id());
        return Results.granted(reversal);
    }

    private static Optional<Refusal> difference(Reversal found, TransactionId id, NewReversal wanted) {
        if (!found.transactionId().equals(id)) {
            return Optional.of(new Refusal.KeyReused("transaction_id"));
        }
        return found.asked().referenceId().equals(wanted.referenceId())
                ? Optional.empty()
                : Optional.of(new Refusal.KeyReused("reference_id"));
    }

    private <T> Result<T> onTransaction(TransactionId id, BiFunction<Ledger, Transaction, Result<T>> work) {
        // Lock before reading: another request may settle or reverse it while this one waits for the lock.
        return Results.of(() -> stores.ledgers()
                .lockLedgerOf(id)
                .map(locked ->
                        work.apply(locked, stores.ledgers().transaction(id).orElseThrow()))
                .orElseGet(() -> Results.refused(new Refusal.NotFound("transaction"))));
    }
}
