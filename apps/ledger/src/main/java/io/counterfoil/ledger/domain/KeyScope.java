package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.ClientId;

/**
 * The scope within which a data key is unique for objects of one kind: the ledger, or the client that sent it where the
 * ledger was opened so. Applies to transactions, initial deposits, settlements and reversals. Keys of different scopes
 * are unrelated.
 *
 * @param value the stored form: {@code client:} and the client's name, or {@code ledger:} and the ledger's UUID
 */
public record KeyScope(String value) {

    /** The keys of one client. */
    public static KeyScope ofClient(ClientId client) {
        return new KeyScope("client:" + client.value());
    }

    /** The keys shared by the clients of one ledger. */
    public static KeyScope ofLedger(LedgerId ledger) {
        return new KeyScope("ledger:" + ledger.value());
    }

    /** The scope of keys that this client uses on this ledger. */
    public static KeyScope of(Ledger ledger, ClientId client) {
        return ledger.asked().rules().sharesKeys() ? ofLedger(ledger.id()) : ofClient(client);
    }
}
