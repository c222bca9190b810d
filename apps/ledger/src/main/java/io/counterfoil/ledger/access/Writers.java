package io.counterfoil.ledger.access;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.domain.LedgerId;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The clients that may write to a ledger besides its owner, where API keys are required. A change takes effect at once in
 * every service that uses the database. Thread-safe.
 */
@Repository
class Writers {

    /** The limit of the writers of a ledger; clients that are added at the same time may exceed it. */
    static final int MAX = 100;

    private final JdbcClient jdbc;

    /** Writers in this database, whose schema is up to date. */
    Writers(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A ledger's writers, in the order of their names; none for a ledger that does not exist. */
    List<ClientId> of(LedgerId ledger) {
        return jdbc
                .sql("SELECT client FROM ledger_writer WHERE ledger_id = ? ORDER BY client")
                .param(ledger.value())
                .query(String.class)
                .list()
                .stream()
                .map(ClientId::of)
                .toList();
    }

    /** Whether the client is a writer of the ledger. */
    boolean has(LedgerId ledger, ClientId client) {
        return jdbc.sql("SELECT count(*) FROM ledger_writer WHERE ledger_id = ? AND client = ?")
                        .params(ledger.value(), client.value())
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** Makes the client a writer of an existing ledger. Returns whether it is one now: false where the limit is reached. */
    boolean add(LedgerId ledger, ClientId client) {
        if (!has(ledger, client) && of(ledger).size() >= MAX) {
            return false;
        }
        jdbc.sql("INSERT INTO ledger_writer (ledger_id, client) VALUES (?, ?) ON CONFLICT DO NOTHING")
                .params(ledger.value(), client.value())
                .update();
        return true;
    }

    /** Ends that the client may write; without effect on one that is no writer. */
    void remove(LedgerId ledger, ClientId client) {
        jdbc.sql("DELETE FROM ledger_writer WHERE ledger_id = ? AND client = ?")
                .params(ledger.value(), client.value())
                .update();
    }
}
