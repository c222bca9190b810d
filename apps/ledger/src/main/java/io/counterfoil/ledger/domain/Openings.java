package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens ledgers exactly once, by any of the three kinds of identity. Creations under one key, ID or command are
 * serialized ({@link DataKeys}), so a later one finds the object of the first.
 */
final class Openings {

    private static final Logger log = LoggerFactory.getLogger(Ledgers.class);

    private final Stores stores;
    private final DataKeys keys;
    private final IdAdmission admission;

    Openings(Stores stores, DataKeys keys, IdAdmission admission) {
        this.stores = stores;
        this.keys = keys;
        this.admission = admission;
    }

    Result<Ledger> open(ClientId client, NewLedger wanted) {
        Once<LedgerId> once = wanted.once();
        if (once instanceof Once.ByKey<LedgerId> by) {
            return byKey(client, wanted, by.key());
        }
        if (once instanceof Once.ById<LedgerId> by) {
            return byId(client, wanted, by);
        }
        if (once instanceof Once.ByCommand<LedgerId> by) {
            return byCommand(client, wanted, by);
        }
        throw new IllegalArgumentException("a single creation needs a key, an ID or a command's ID");
    }

    private Result<Ledger> byKey(ClientId client, NewLedger wanted, RequestId key) {
        return keys.createOnce(
                        new DataKey("ledger", client.value(), key),
                        () -> stores.ledgers().ledgerByKey(client, key).map(found -> same(found, client, wanted)),
                        () -> Results.of(() -> Results.granted(openNew(LedgerId.next(), client, wanted))))
                .value();
    }

    private Result<Ledger> byId(ClientId client, NewLedger wanted, Once.ById<LedgerId> by) {
        LedgerId id = by.id();
        return keys.createOnce(
                        new DataKey("ledger-id", "", new RequestId(id.text())),
                        () -> found(by).map(found -> same(found, client, wanted)),
                        () -> Results.of(() -> {
                            CommandOutcome<Ledger> ledger = stores.commands()
                                    .loadOrOpen(by, client, wanted, () -> admission.check(by), opened -> {
                                        name(client, wanted, id);
                                        complete(opened);
                                    });
                            return ledger.match(Results::granted, found -> same(found, client, wanted));
                        }))
                .value();
    }

    /** Skipped where a command ID is present: it is compared within the transaction. */
    private Optional<Ledger> found(Once.ById<LedgerId> by) {
        return by.command().isPresent() ? Optional.empty() : stores.ledgers().ledgerEverMade(by.id());
    }

    private Result<Ledger> byCommand(ClientId client, NewLedger wanted, Once.ByCommand<LedgerId> by) {
        return keys.createOnce(
                        new DataKey(
                                "ledger-command", "", new RequestId(by.command().text())),
                        Optional::<Result<Ledger>>empty,
                        () -> Results.of(() -> {
                            CommandOutcome<LedgerId> opened =
                                    stores.commands().openOnce(by.command(), id -> openNew(id, client, wanted));
                            Ledger ledger = stores.ledgers()
                                    .ledgerEverMade(opened.answer())
                                    .orElseThrow();
                            return opened.isRepeated() ? same(ledger, client, wanted) : Results.granted(ledger);
                        }))
                .value();
    }

    private Ledger openNew(LedgerId id, ClientId client, NewLedger wanted) {
        // Claims the name first: where it is taken, nothing has been written.
        name(client, wanted, id);
        Ledger ledger = stores.ledgers().insert(id, client, wanted);
        complete(ledger);
        return ledger;
    }

    private void name(ClientId client, NewLedger wanted, LedgerId id) {
        if (wanted.referenceId().isPresent()
                && !stores.ledgerNames().bind(client, wanted.referenceId().get(), id)) {
            throw new RefusedException(new Refusal.ReferenceTaken());
        }
    }

    private void complete(Ledger ledger) {
        log.info(
                "Ledger opened [ledger={}] [unit={}]",
                ledger.id(),
                ledger.asked().unit());
        ledger.asked().initialDeposit().ifPresent(deposit -> {
            TransactionId id = TransactionId.next();
            ReferenceId own = stores.transactionNames().name(id);
            Once<TransactionId> once = ledger.asked()
                    .initialDepositKey()
                    .<Once<TransactionId>>map(Once.ByKey::new)
                    .orElseGet(Once.Together::new);
            NewTransaction first = new NewTransaction(once, deposit, false, TransactionDetails.NONE);
            stores.ledgers().insertInitialDeposit(id, ledger, first, own);
        });
    }

    private static Result<Ledger> same(Ledger found, ClientId client, NewLedger wanted) {
        return Results.same(found, found.id(), difference(found, client, wanted));
    }

    private static Optional<Refusal> difference(Ledger found, ClientId client, NewLedger wanted) {
        String name = wanted.once().field();
        if (!found.client().equals(client)) {
            return Optional.of(new Refusal.IdTaken(name));
        }
        if (found.deleted()) {
            return Optional.of(new Refusal.Deleted(name));
        }
        return Differences.between(found.asked(), wanted).map(field -> new Refusal.KeyReused(name, field));
    }
}
