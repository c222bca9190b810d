package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts transactions exactly once, by any of the three kinds of identity; see {@link Openings}. */
final class Postings {

    private static final Logger log = LoggerFactory.getLogger(Ledgers.class);

    private final Stores stores;
    private final DataKeys keys;
    private final IdAdmission admission;

    Postings(Stores stores, DataKeys keys, IdAdmission admission) {
        this.stores = stores;
        this.keys = keys;
        this.admission = admission;
    }

    Result<Transaction> post(ClientId client, LedgerId ledger, NewTransaction wanted) {
        Once<TransactionId> once = wanted.once();
        if (once instanceof Once.ByKey<TransactionId> by) {
            return byKey(client, ledger, wanted, by.key());
        }
        if (once instanceof Once.ById<TransactionId> by) {
            return byId(client, ledger, wanted, by);
        }
        if (once instanceof Once.ByCommand<TransactionId> by) {
            return byCommand(client, ledger, wanted, by);
        }
        throw new IllegalArgumentException("a single creation needs a key, an ID or a command's ID");
    }

    private Result<Transaction> byKey(ClientId client, LedgerId ledger, NewTransaction wanted, RequestId key) {
        return keys.createOnce(
                        new DataKey(
                                "transaction",
                                ledger + " " + KeyScope.ofClient(client).value(),
                                key),
                        () -> postAtOnce(client, ledger, wanted),
                        () -> knownByKey(client, ledger, wanted),
                        () -> Results.of(() -> postOnce(client, locked(ledger), wanted)))
                .value();
    }

    /** Posts in one statement; empty where a reference ID is to be bound, or where the request is a duplicate or refused. */
    private Optional<Result<Transaction>> postAtOnce(ClientId client, LedgerId ledger, NewTransaction wanted) {
        if (wanted.details().referenceId().isPresent()) {
            return Optional.empty();
        }
        Optional<Transaction> posted = stores.ledgers().post(TransactionId.next(), ledger, client, wanted);
        posted.ifPresent(Postings::log);
        return posted.map(Results::granted);
    }

    /** Posts to a locked ledger, unless a transaction exists under this data key. */
    Result<Transaction> postOnce(ClientId client, Ledger locked, NewTransaction wanted) {
        // Looked up under the ledger's lock, which excludes other postings: a batch does not lock its items' keys, and
        // on a ledger with shared keys a client locks only its own keys.
        return knownByKey(client, locked.id(), wanted)
                .orElseGet(() -> Results.granted(postNew(TransactionId.next(), locked, client, wanted)));
    }

    private Optional<Result<Transaction>> knownByKey(ClientId client, LedgerId ledger, NewTransaction wanted) {
        RequestId key = wanted.key().orElseThrow();
        return stores.ledgers().transactionByKey(ledger, client, key).map(found -> same(found, client, ledger, wanted));
    }

    private Result<Transaction> byId(
            ClientId client, LedgerId ledger, NewTransaction wanted, Once.ById<TransactionId> by) {
        TransactionId id = by.id();
        return keys.createOnce(
                        new DataKey("transaction-id", "", new RequestId(id.text())),
                        () -> found(by).map(found -> same(found, client, ledger, wanted)),
                        () -> Results.of(() -> {
                            Ledger locked = locked(ledger);
                            CommandOutcome<Transaction> transaction = stores.commands()
                                    .loadOrPost(
                                            by,
                                            locked,
                                            client,
                                            wanted,
                                            () -> {
                                                admission.check(by);
                                                locked.checkRoomFor(
                                                        wanted.quantity().value());
                                            },
                                            posted -> {
                                                name(client, wanted, id);
                                                log(posted);
                                            });
                            return transaction.match(Results::granted, found -> same(found, client, ledger, wanted));
                        }))
                .value();
    }

    /** Skipped where a command ID is present: it is compared within the database transaction. */
    private Optional<Transaction> found(Once.ById<TransactionId> by) {
        return by.command().isPresent() ? Optional.empty() : stores.ledgers().transaction(by.id());
    }

    private Result<Transaction> byCommand(
            ClientId client, LedgerId ledger, NewTransaction wanted, Once.ByCommand<TransactionId> by) {
        return keys.createOnce(
                        new DataKey(
                                "transaction-command",
                                "",
                                new RequestId(by.command().text())),
                        Optional::<Result<Transaction>>empty,
                        () -> Results.of(() -> {
                            CommandOutcome<TransactionId> posted = stores.commands()
                                    .postOnce(by.command(), id -> postNew(id, locked(ledger), client, wanted));
                            Transaction transaction = stores.ledgers()
                                    .transaction(posted.answer())
                                    .orElseThrow();
                            return posted.isRepeated()
                                    ? same(transaction, client, ledger, wanted)
                                    : Results.granted(transaction);
                        }))
                .value();
    }

    Ledger locked(LedgerId ledger) {
        return stores.ledgers().lock(ledger).orElseThrow(() -> new RefusedException(new Refusal.NotFound("ledger")));
    }

    private Transaction postNew(TransactionId id, Ledger locked, ClientId client, NewTransaction wanted) {
        locked.checkRoomFor(wanted.quantity().value());
        // Claims the name first: where it is taken, nothing has been written.
        name(client, wanted, id);
        Transaction posted = stores.ledgers().insert(id, locked, client, wanted);
        log(posted);
        return posted;
    }

    private void name(ClientId client, NewTransaction wanted, TransactionId id) {
        if (wanted.details().referenceId().isPresent()
                && !stores.transactionNames()
                        .bind(client, wanted.details().referenceId().get(), id)) {
            throw new RefusedException(new Refusal.ReferenceTaken());
        }
    }

    private static void log(Transaction posted) {
        log.info(
                "Transaction posted [transaction={}] [ledger={}] [quantity={}] [state={}]",
                posted.id(),
                posted.ledgerId(),
                posted.asked().quantity().value(),
                posted.state());
    }

    private static Result<Transaction> same(
            Transaction found, ClientId client, LedgerId ledger, NewTransaction wanted) {
        return Results.same(found, found.id(), difference(found, client, ledger, wanted));
    }

    private static Optional<Refusal> difference(
            Transaction found, ClientId client, LedgerId ledger, NewTransaction wanted) {
        String name = wanted.once().field();
        // A data key finds only objects of its scope; an ID may belong to any client.
        if (wanted.once().dataKey().isEmpty() && !found.client().equals(client)) {
            return Optional.of(new Refusal.IdTaken(name));
        }
        if (!found.ledgerId().equals(ledger)) {
            return Optional.of(new Refusal.KeyReused(name, "ledger_id"));
        }
        return Differences.between(found.asked(), wanted).map(field -> new Refusal.KeyReused(name, field));
    }
}
