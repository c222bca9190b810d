package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.imports.CsvColumns;
import io.counterfoil.ledger.imports.ImportFile;
import io.counterfoil.ledger.imports.ImportStore;
import io.counterfoil.ledger.imports.SpooledFile;
import java.io.IOException;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Files in PostgreSQL, in Spring's transactions. Thread-safe. */
@Repository
class JdbcImportStore implements ImportStore {

    private final JdbcClient jdbc;

    JdbcImportStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<ImportFile> byKey(ClientId client, RequestId key) {
        return jdbc.sql("SELECT * FROM import_file WHERE client = ? AND idempotency_key = ?")
                .params(client.value(), key.value())
                .query(JdbcImportStore::file)
                .optional();
    }

    @Override
    public Optional<ImportFile> byReference(ClientId client, ReferenceId reference) {
        return jdbc.sql("SELECT * FROM import_file WHERE client = ? AND reference_id = ?")
                .params(client.value(), reference.value())
                .query(JdbcImportStore::file)
                .optional();
    }

    @Override
    public Map<ReferenceId, ImportFile> byReferences(ClientId client, Collection<ReferenceId> references) {
        if (references.isEmpty()) {
            return Map.of();
        }
        return jdbc
                .sql("SELECT * FROM import_file WHERE client = :client AND reference_id IN (:references)")
                .param("client", client.value())
                .param("references", references.stream().map(ReferenceId::value).toList())
                .query(JdbcImportStore::file)
                .list()
                .stream()
                .collect(Collectors.toMap(ImportFile::reference, Function.identity()));
    }

    @Override
    public void keep(ClientId client, RequestId key, ImportFile file, SpooledFile rows) throws IOException {
        Object filePk = jdbc.sql("""
                        INSERT INTO import_file (client, idempotency_key, reference_id, batch_id, ledger_id, columns, fingerprint, rows,
                          callback_url)
                        VALUES (:client, :key, :reference, :batch, :ledger, :columns, :fingerprint, :rows, :callback) RETURNING pk""")
                .param("client", client.value())
                .param("key", key.value())
                .param("reference", file.reference().value())
                .param("batch", file.batch().value())
                .param("ledger", file.ledger().value())
                .param("columns", file.columns().text())
                .param("fingerprint", file.fingerprint())
                .param("rows", file.rows())
                .param("callback", file.callback().map(URI::toString).orElse(null))
                .query((row, number) -> row.getObject("pk"))
                .single();
        rows.forEach((number, text) -> jdbc.sql("INSERT INTO import_chunk (file_pk, number, rows) VALUES (?, ?, ?)")
                .params(filePk, number, text)
                .update());
    }

    @Override
    public Optional<String> take(ClientId client, ReferenceId reference, int number) {
        return pk(client, reference)
                .flatMap(file -> jdbc.sql("DELETE FROM import_chunk WHERE file_pk = ? AND number = ? RETURNING rows")
                        .params(file, number)
                        .query(String.class)
                        .optional());
    }

    @Override
    public void discard(ClientId client, ReferenceId reference) {
        pk(client, reference)
                .ifPresent(file -> jdbc.sql("DELETE FROM import_chunk WHERE file_pk = ?")
                        .param(file)
                        .update());
    }

    @Override
    public void delete(ClientId client, ReferenceId reference) {
        discard(client, reference);
        jdbc.sql("DELETE FROM import_file WHERE client = ? AND reference_id = ?")
                .params(client.value(), reference.value())
                .update();
    }

    /** The primary key of a file, of whatever type. */
    private Optional<Object> pk(ClientId client, ReferenceId reference) {
        return jdbc.sql("SELECT pk FROM import_file WHERE client = ? AND reference_id = ?")
                .params(client.value(), reference.value())
                .query((row, number) -> row.getObject("pk"))
                .optional();
    }

    private static ImportFile file(ResultSet row, int number) throws SQLException {
        return new ImportFile(
                new ReferenceId(row.getString("reference_id")),
                new BatchId(row.getString("batch_id")),
                LedgerId.TYPE.of(row.getObject("ledger_id", UUID.class)),
                CsvColumns.ofText(row.getString("columns")),
                row.getString("fingerprint"),
                row.getLong("rows"),
                Optional.ofNullable(row.getString("callback_url")).map(URI::create));
    }
}
