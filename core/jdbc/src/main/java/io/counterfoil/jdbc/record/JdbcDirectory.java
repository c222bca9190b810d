package io.counterfoil.jdbc.record;

import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordEntry;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.row.RowState;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the table of records: a page is one statement, which takes no lock, and no longer than {@value #SECONDS} s. Thread-safe.
 *
 * <p>No index is there for it alone, since every request would pay for that one. A request ID is found by the primary key. What is
 * in progress or unknown is found by the expiry, which such rows share with those that are kept for ever. Anything else goes along the
 * expiry until the page is full, so it takes long where few rows fit a filter, or where the database puts all rows in order
 * first: then the limit ends it.
 */
public final class JdbcDirectory implements RecordDirectory {

    /** How long a statement may take. */
    public static final int SECONDS = 5;

    private final Transactions transactions;
    private final DetectedDatabase database;
    private final int seconds;

    /** The table that these transactions reach. */
    public JdbcDirectory(Transactions transactions, DetectedDatabase database) {
        this(transactions, database, SECONDS);
    }

    /** The same with another limit for a statement. */
    public JdbcDirectory(Transactions transactions, DetectedDatabase database, int seconds) {
        this.transactions = transactions;
        this.database = database;
        this.seconds = seconds;
    }

    @Override
    public RecordPage list(RecordQuery query) {
        try {
            return transactions.single(connection -> list(connection, query));
        } catch (SQLException failure) {
            throw new StoreException(
                    "listing records, for at most " + seconds
                            + " s; queries by request ID, and by the states AT_WORK and UNKNOWN, use an index",
                    failure);
        }
    }

    private RecordPage list(Connection connection, RecordQuery query) throws SQLException {
        Database here = database.of(connection);
        Listing listing = new Listing(here, query);
        try (PreparedStatement statement = connection.prepareStatement(listing.sql())) {
            statement.setQueryTimeout(seconds);
            listing.set(statement);
            List<RecordEntry> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(entry(here.dialect(), row, query.state()));
                }
            }
            return RecordPage.of(found, query.limit());
        }
    }

    /** @param asked the state in the query, if any: a lease may expire before its row is read */
    private static RecordEntry entry(SqlDialect sql, ResultSet row, Optional<RecordState> asked) throws SQLException {
        IdempotencyKey key = new IdempotencyKey(
                ClientId.ofStored(sql.getText(row, "client")),
                new OperationName(sql.getText(row, "operation")),
                new RequestId(sql.getText(row, "request_id")));
        RecordRow current = RecordRow.current(row);
        long now = row.getLong(Listing.NOW);
        return current.entry(key, asked.or(() -> state(current.state(now))).orElseThrow());
    }

    @Override
    public Optional<RecordDetail> look(IdempotencyKey key) {
        try {
            return transactions.single(connection -> look(connection, key));
        } catch (SQLException failure) {
            throw new StoreException("reading a record", failure);
        }
    }

    private Optional<RecordDetail> look(Connection connection, IdempotencyKey key) throws SQLException {
        return database.of(connection)
                .records()
                .findWithTime(connection, key)
                .flatMap(found -> state(found.state())
                        .map(state -> new RecordDetail(
                                found.row().entry(key, state), found.row().payload())));
    }

    @Override
    public RecordBacklog backlog(int limit) {
        RecordBacklog.checkedLimit(limit);
        try {
            return transactions.single(
                    connection -> new BacklogQuery(database.of(connection).dialect()).run(connection, limit, seconds));
        } catch (SQLException failure) {
            throw new StoreException("counting what waits, for at most " + seconds + " s", failure);
        }
    }

    /** Empty for one that was given up. */
    private static Optional<RecordState> state(RowState state) {
        return switch (state) {
            case EXECUTED -> Optional.of(RecordState.ANSWERED);
            case IN_PROGRESS -> Optional.of(RecordState.AT_WORK);
            case UNKNOWN -> Optional.of(RecordState.UNKNOWN);
            case RELEASED -> Optional.empty();
        };
    }
}
