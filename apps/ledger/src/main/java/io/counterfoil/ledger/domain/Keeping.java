package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes the metadata of ledgers, and deletes ledgers. */
final class Keeping {

    private static final Logger log = LoggerFactory.getLogger(Ledgers.class);

    private final Stores stores;
    private final DataKeys keys;

    Keeping(Stores stores, DataKeys keys) {
        this.stores = stores;
        this.keys = keys;
    }

    Result<Ledger> setMetadata(LedgerId id, CommandId command, Optional<Metadata> metadata, IfMatch ifMatch) {
        return keys.createOnce(
                        new DataKey("metadata-command", id.toString(), new RequestId(command.text())),
                        () -> stores.ledgers()
                                .ledger(id)
                                .filter(found -> found.commands().contains(command))
                                .map(found -> Results.again(found, id)),
                        () -> Results.of(() -> stores.ledgers()
                                .lock(id)
                                .map(locked -> change(id, command, metadata, ifMatch))
                                .orElseGet(() -> Results.refused(new Refusal.NotFound("ledger")))))
                .value();
    }

    private Result<Ledger> change(LedgerId id, CommandId command, Optional<Metadata> metadata, IfMatch ifMatch) {
        CommandOutcome<Ledger> outcome = stores.commands().change(id, command, ledger -> {
            ifMatch.check(ledger.version());
            return ledger.withMetadata(metadata);
        });
        return outcome.match(
                changed -> {
                    log.info("Metadata set [ledger={}]", id);
                    return Results.granted(changed);
                },
                known -> Results.again(known, id));
    }

    Result<Ledger> delete(LedgerId id, IfMatch ifMatch) {
        // No lookup of a duplicate: a retry finds the ledger deleted and gets 404.
        return keys.createOnce(
                        new DataKey("deletion", "", new RequestId(id.text())),
                        Optional::<Result<Ledger>>empty,
                        () -> Results.of(() -> stores.ledgers()
                                .lock(id)
                                .map(locked -> delete(locked, ifMatch))
                                .orElseGet(() -> Results.refused(new Refusal.NotFound("ledger")))))
                .value();
    }

    private Result<Ledger> delete(Ledger locked, IfMatch ifMatch) {
        ifMatch.check(locked.version());
        if (locked.transactions() > 0) {
            throw new RefusedException(new Refusal.LedgerNotEmpty(locked.transactions()));
        }
        locked.asked()
                .referenceId()
                .ifPresent(reference -> stores.ledgerNames().release(locked.client(), reference, locked.id()));
        stores.ledgers().delete(locked.id());
        log.info("Ledger deleted [ledger={}]", locked.id());
        return Results.granted(locked);
    }
}
