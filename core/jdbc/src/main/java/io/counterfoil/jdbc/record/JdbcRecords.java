package io.counterfoil.jdbc.record;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.idempotency.store.RetainedRecord;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RecordTable;
import io.counterfoil.jdbc.row.TimedRow;
import io.counterfoil.jdbc.transaction.Transaction;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of records, in both modes. Thread-safe. */
public final class JdbcRecords implements RecordStore {

    /** Each time another transaction succeeded, so this is a queue's length and not a time. */
    private static final int CONFLICT_RETRIES = 50;

    private static final String COUNT = "UPDATE counterfoil_record SET request_count = request_count + ?"
            + RecordTable.OF_KEY + " AND leased_until IS NULL";

    /** In one order for all, so that no two batches can wait for each other. */
    private static final Comparator<IdempotencyKey> ORDER = Comparator.comparing(
                    (IdempotencyKey key) -> key.requestId().value())
            .thenComparing(key -> key.client().value())
            .thenComparing(key -> key.operation().value());

    private final Transactions transactions;
    private final DetectedDatabase database;

    /** The records that these transactions reach. */
    public JdbcRecords(Transactions transactions, DetectedDatabase database) {
        this.transactions = transactions;
        this.database = database;
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return read((connection, here) -> recorded(
                        connection, here, key, here.records().find(connection, key))
                .map(row -> row.record(key)));
    }

    @Override
    public Optional<RetainedRecord> findRetained(IdempotencyKey key) {
        return read((connection, here) -> {
            Optional<TimedRow> found = here.records().findWithTime(connection, key);
            return recorded(connection, here, key, found.map(TimedRow::row))
                    .map(row -> new RetainedRecord(
                            row.record(key), row.remaining(found.orElseThrow().now())));
        });
    }

    private <T> T read(Reading<T> reading) {
        try {
            return transactions.single(connection -> reading.run(connection, database.of(connection)));
        } catch (SQLException failure) {
            throw new StoreException("reading a record", failure);
        }
    }

    private interface Reading<T> {
        T run(Connection connection, Database here) throws SQLException;
    }

    /** The row that was found, if it is a record, once the standbys have it. */
    private static Optional<RecordRow> recorded(
            Connection connection, Database here, IdempotencyKey key, Optional<RecordRow> found) throws SQLException {
        if (found.isEmpty() || found.get().leasedUntil().isPresent()) {
            return Optional.empty();
        }
        here.locks().awaitStandbys(connection, key, found.get());
        return found;
    }

    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        List<Map.Entry<IdempotencyKey, Long>> more = requests.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(ORDER))
                .toList();
        if (more.isEmpty()) {
            return;
        }
        alone(transaction -> {
            RecordTable records = database.of(transaction.connection()).records();
            try (PreparedStatement count = transaction.connection().prepareStatement(COUNT)) {
                for (Map.Entry<IdempotencyKey, Long> one : more) {
                    count.setLong(1, one.getValue());
                    records.setKey(count, 2, one.getKey());
                    count.addBatch();
                }
                return count.executeBatch();
            } catch (SQLException failure) {
                throw new StoreException("counting requests", failure);
            }
        });
    }

    @Override
    public int purge(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        return alone(transaction -> purge(transaction, limit));
    }

    private int purge(Transaction transaction, int limit) {
        Database here = database.of(transaction.connection());
        try {
            return here.locks().purge(transaction.connection(), limit, !transaction.isJoined());
        } catch (SQLException failure) {
            throw new StoreException("purging expired records", failure);
        }
    }

    /** Runs a short transaction, again where it lost a conflict and is not part of an outer one. */
    private <T> T alone(Transactions.Work<T, RuntimeException> work) {
        int left = transactions.joins() ? 0 : CONFLICT_RETRIES;
        while (true) {
            try {
                return transactions.run(work);
            } catch (RuntimeException failure) {
                if (left == 0 || !database.isConflict(failure)) {
                    throw failure;
                }
                left--;
            }
        }
    }
}
