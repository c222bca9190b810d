package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.ClientId;

/**
 * Within which a data key belongs to one object of its kind: the client that sent it, or the ledger where its clients share one sequence of
 * keys. Transactions, initial deposits, settlements and reversals carry it. A key of another scope is another key: it is neither found nor in the way.
 *
 * @param value as it is stored: {@code client:} and the client's name, or {@code ledger:} and the ledger's UUID
 */
public record KeyScope(String value) {

    /** The keys of one client. */
    public static KeyScope ofClient(ClientId client) {
        return new KeyScope("client:" + client.value());
    }

    /** The keys that the clients of one ledger share. */
    public static KeyScope ofLedger(LedgerId ledger) {
        return new KeyScope("ledger:" + ledger.value());
    }

    /** The scope of what this client creates on this ledger. */
    public static KeyScope of(Ledger ledger, ClientId client) {
        return ledger.asked().rules().sharedKeys() ? ofLedger(ledger.id()) : ofClient(client);
    }
}
