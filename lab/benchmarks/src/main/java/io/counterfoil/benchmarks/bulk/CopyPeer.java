package io.counterfoil.benchmarks.bulk;

import io.counterfoil.benchmarks.Server;
import io.counterfoil.ids.text.UuidFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * Inserts the same rows with the database's own means: {@code COPY} of a file on the server into a temporary table, and
 * {@code INSERT ... SELECT} from there, in one transaction. Without look-ups and checks; a row that cannot be inserted
 * rolls everything back.
 */
final class CopyPeer {

    private static final String TRANSACTIONS = """
            INSERT INTO ledger_transaction (id, ledger_pk, ordinal, client, key_scope, quantity, two_phase, state, reference_id)
            SELECT s.id, l.pk, s.number, '', 'client:', s.quantity, false, 'COMMITTED', s.reference_id
              FROM staging s, ledger l WHERE l.id = ?""";

    private static final String NAMES = """
            INSERT INTO counterfoil_reference (namespace, kind, reference, entity_id)
            SELECT 'client:', 'transaction', reference_id, id FROM staging""";

    private static final String BATCH = """
            INSERT INTO counterfoil_batch (namespace, batch_id, kind, opened_at, created, known, refused)
            SELECT 'client:', gen_random_uuid()::text, 'IMPORT', 0, count(*), 0, 0 FROM staging""";

    private static final String MEMBERS = """
            INSERT INTO counterfoil_batch_member (batch_pk, position, status, reference, entity_id)
            SELECT (SELECT max(pk) FROM counterfoil_batch), number, 0, reference_id, id FROM staging""";

    private final Server server;
    private final LedgerClient ledgers;

    CopyPeer(Server server, LedgerClient ledgers) {
        this.server = server;
        this.ledgers = ledgers;
    }

    /** Inserts the transactions, their names, and the members of a batch. */
    void everything(int rows) throws SQLException, IOException {
        insert(rows, NAMES, BATCH, MEMBERS);
    }

    /** Inserts only the transactions, without names and without a result for each row. */
    void transactions(int rows) throws SQLException, IOException {
        insert(rows);
    }

    private void insert(int rows, String... more) throws SQLException, IOException {
        Path file = LedgerClient.file(rows);
        try {
            insert(file, rows, more);
        } finally {
            Files.delete(file);
        }
    }

    private void insert(Path file, int rows, String... more) throws SQLException, IOException {
        UUID ledger = UuidFormat.BASE32.parse(ledgers.newLedger().substring("ldg_".length()));
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("""
                    CREATE TEMPORARY TABLE staging (quantity bigint, reference_id text, number bigint GENERATED ALWAYS AS IDENTITY,
                      id uuid DEFAULT uuidv7()) ON COMMIT DROP""");
            statement.execute("COPY staging (quantity, reference_id) FROM '%s' (FORMAT csv, HEADER)".formatted(file));
            try (PreparedStatement transactions = connection.prepareStatement(TRANSACTIONS)) {
                transactions.setObject(1, ledger);
                transactions.executeUpdate();
            }
            for (String sql : more) {
                statement.executeUpdate(sql);
            }
            try (PreparedStatement balance = connection.prepareStatement(
                    "UPDATE ledger SET balance = balance + ?, transactions = transactions + ? WHERE id = ?")) {
                balance.setLong(1, rows);
                balance.setLong(2, rows);
                balance.setObject(3, ledger);
                balance.executeUpdate();
            }
            connection.commit();
        }
    }
}
