package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.jdbc.purge.RowRemoval;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of the batches. Thread-safe. */
final class BatchTable {

    static final String NAME = "counterfoil_batch";

    private static final String[] COLUMNS = {
        "pk", "namespace", "batch_id", "kind", "opened_at", "created", "known", "refused"
    };
    private static final String LIST = "SELECT " + String.join(", ", COLUMNS) + " FROM " + NAME
            + " WHERE namespace = ?%s" + " ORDER BY opened_at DESC, batch_id DESC";
    private static final String NEWEST = LIST.formatted("");
    private static final String OLDER = LIST.formatted(" AND opened_at <= ? AND (opened_at < ? OR batch_id < ?)");
    /** With the name, which leads to one shard where the table has several. */
    private static final String OF_BATCH = " WHERE pk = ? AND namespace = ? AND batch_id = ?";

    private static final String COUNT =
            "UPDATE " + NAME + " SET created = created + ?, known = known + ?, refused = refused + ?" + OF_BATCH;
    private static final String READ = "SELECT created, known, refused FROM " + NAME + OF_BATCH;

    private final SqlDialect dialect;
    private final InstantSource clock;
    private final InsertOrFind<Batch> rows;
    private final RowRemoval expired;

    BatchTable(SqlDialect dialect, InstantSource clock) {
        this.dialect = dialect;
        this.clock = clock;
        this.rows = InsertOrFind.on(dialect)
                .into(NAME)
                .columns("namespace", "batch_id", "kind", "opened_at")
                .key("namespace", "batch_id")
                .returning(COLUMNS)
                .reading(this::batch);
        this.expired = new RowRemoval(dialect, NAME, key(dialect), "opened_at < ?", "opened_at");
    }

    /** The first batches that are older than an age, locked; without those that another transaction has locked. */
    List<Batch> lockOlder(Connection connection, Duration age, int limit) throws SQLException {
        long before = micros(clock.instant().minus(age));
        return expired.lock(
                connection, String.join(", ", COLUMNS), this::batch, expired.find(connection, limit, before), before);
    }

    /** Removes batches that are locked, and returns how many. */
    int delete(Connection connection, List<Batch> batches) throws SQLException {
        return expired.delete(connection, batches.stream().map(this::key).toList());
    }

    private static List<String> key(SqlDialect dialect) {
        return dialect.isDistributed() ? List.of("pk", "namespace", "batch_id") : List.of("pk");
    }

    private Object[] key(Batch batch) {
        return dialect.isDistributed()
                ? new Object[] {
                    batch.pk(),
                    dialect.toJdbc(batch.namespace().stored()),
                    dialect.toJdbc(batch.id().value())
                }
                : new Object[] {batch.pk()};
    }

    private Batch batch(ResultSet row) throws SQLException {
        return new Batch(
                row.getLong("pk"),
                Namespace.ofStored(dialect.getText(row, "namespace")),
                new BatchId(dialect.getText(row, "batch_id")),
                row.getString("kind"),
                Instant.EPOCH.plus(row.getLong("opened_at"), ChronoUnit.MICROS),
                counts(row));
    }

    private static Batch.Counts counts(ResultSet row) throws SQLException {
        return new Batch.Counts(row.getLong("created"), row.getLong("known"), row.getLong("refused"));
    }

    Inserted<Batch> open(Connection connection, Namespace namespace, BatchId id, String kind) throws SQLException {
        return rows.execute(
                connection,
                dialect.toJdbc(namespace.stored()),
                dialect.toJdbc(id.value()),
                kind,
                micros(clock.instant()));
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    Optional<Batch> find(Connection connection, Namespace namespace, BatchId id) throws SQLException {
        return rows.find(connection, dialect.toJdbc(namespace.stored()), dialect.toJdbc(id.value()));
    }

    List<Batch> newest(Connection connection, Namespace namespace, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(NEWEST + dialect.limit())) {
            query.setObject(1, dialect.toJdbc(namespace.stored()));
            query.setInt(2, limit);
            return list(query);
        }
    }

    List<Batch> olderThan(Connection connection, Batch last, int limit) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(OLDER + dialect.limit())) {
            query.setObject(1, dialect.toJdbc(last.namespace().stored()));
            query.setLong(2, micros(last.openedAt()));
            query.setLong(3, micros(last.openedAt()));
            query.setObject(4, dialect.toJdbc(last.id().value()));
            query.setInt(5, limit);
            return list(query);
        }
    }

    private List<Batch> list(PreparedStatement query) throws SQLException {
        List<Batch> batches = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                batches.add(batch(rows));
            }
        }
        return List.copyOf(batches);
    }

    /** Locks the batch's row, so that those who add members come one after the other. */
    Batch count(Connection connection, Batch batch, List<BatchMember> added) throws SQLException {
        Map<MemberStatus, Long> counts = new EnumMap<>(MemberStatus.class);
        added.forEach(member -> counts.merge(member.status(), 1L, Long::sum));
        try (PreparedStatement update = connection.prepareStatement(COUNT)) {
            int next = 1;
            for (MemberStatus status : MemberStatus.values()) {
                update.setLong(next++, counts.getOrDefault(status, 0L));
            }
            setBatch(update, next, batch);
            update.executeUpdate();
        }
        return read(connection, batch);
    }

    private void setBatch(PreparedStatement statement, int first, Batch batch) throws SQLException {
        statement.setLong(first, batch.pk());
        statement.setObject(first + 1, dialect.toJdbc(batch.namespace().stored()));
        statement.setObject(first + 2, dialect.toJdbc(batch.id().value()));
    }

    Batch read(Connection connection, Batch batch) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(READ)) {
            setBatch(query, 1, batch);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException(
                            "%s does not exist: the transaction that opened it was rolled back".formatted(batch));
                }
                return batch.with(counts(row));
            }
        }
    }
}
