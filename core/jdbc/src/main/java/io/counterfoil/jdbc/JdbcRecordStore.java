package io.counterfoil.jdbc;

import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.RetainedRecord;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.record.JdbcDirectory;
import io.counterfoil.jdbc.record.JdbcRecords;
import io.counterfoil.jdbc.transaction.Transactions;
import java.util.Map;
import java.util.Optional;

/** What the stores of both modes have in common: the records, and the database that they are in. Thread-safe. */
abstract class JdbcRecordStore implements RecordStore, RecordDirectory {

    private final Transactions transactions;
    private final DetectedDatabase database = new DetectedDatabase();
    private final JdbcRecords records;
    private final JdbcDirectory directory;

    JdbcRecordStore(Transactions transactions) {
        this.transactions = transactions;
        this.records = new JdbcRecords(transactions, database);
        this.directory = new JdbcDirectory(transactions, database);
    }

    final Transactions transactions() {
        return transactions;
    }

    final DetectedDatabase database() {
        return database;
    }

    @Override
    public final Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return records.find(key);
    }

    @Override
    public final Optional<RetainedRecord> findRetained(IdempotencyKey key) {
        return records.findRetained(key);
    }

    @Override
    public final void count(Map<IdempotencyKey, Long> requests) {
        records.count(requests);
    }

    @Override
    public final int purge(int limit) {
        return records.purge(limit);
    }

    @Override
    public final RecordPage list(RecordQuery query) {
        return directory.list(query);
    }

    @Override
    public final Optional<RecordDetail> look(IdempotencyKey key) {
        return directory.look(key);
    }

    @Override
    public final RecordBacklog backlog(int limit) {
        return directory.backlog(limit);
    }
}
