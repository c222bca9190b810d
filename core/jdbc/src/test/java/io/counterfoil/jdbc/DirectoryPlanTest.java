package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordEntry;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.record.JdbcDirectory;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a look costs beside many records: it must not be felt. */
@Timeout(240)
class DirectoryPlanTest {

    private static final int LIVE = 5000;

    private DataSource database;
    private JdbcLeaseStore store;

    @BeforeEach
    void fill() {
        database = Engine.POSTGRESQL.freshDatabase();
        JdbcSchema.create(database);
        Sql.run(
                database,
                "INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, received_at, expires_at, token)"
                        + " SELECT 'id-' || i, 'client', 'operation', decode(repeat('00', 32), 'hex'), 1,"
                        + " (extract(epoch FROM now()) * 1000000)::bigint + 3600000000 + i, 1"
                        + " FROM generate_series(1, " + LIVE + ") AS i");
        Sql.run(database, "ANALYZE counterfoil_record");
        store = new JdbcLeaseStore(database);
    }

    @Test
    void directoryQuery_byIdStateOrPage_readsUnderOnePercent() throws SQLException {
        KeyedRequest stuck = request(freshKey(), "contents");
        store.abandon(((Claim.Acquired) store.lease(stuck, Duration.ofHours(1), false)).lease());

        assertThat(read(RecordQuery.ALL.in(RecordState.UNKNOWN), 1)).isLessThan(LIVE / 100);
        assertThat(read(RecordQuery.ALL.in(RecordState.AT_WORK), 0)).isLessThan(LIVE / 100);
        assertThat(read(RecordQuery.ALL.of(new RequestId("id-77")), 1)).isLessThan(LIVE / 100);
        assertThat(read(RecordQuery.ALL.atMost(10), 10)).isLessThan(LIVE / 100);
        RecordPage first = directory(new DataSourceTransactions(database))
                .list(RecordQuery.ALL.of(ClientId.of("client")).atMost(10));
        assertThat(read(RecordQuery.ALL.atMost(10).after(first.next().orElseThrow()), 10))
                .isLessThan(LIVE / 100);
    }

    @Test
    void backlog_readsUpToItsLimit_ofExpiredRecords() throws SQLException {
        Sql.run(database, "UPDATE counterfoil_record SET expires_at = 1");

        assertThat(rowsReadBy(directory ->
                        assertThat(directory.backlog(20).expired().count()).isEqualTo(20)))
                .isLessThan(LIVE / 100);
    }

    @Test
    void backlog_besideLiveRecords_readsNoneOfThem() throws SQLException {
        KeyedRequest stuck = request(freshKey(), "contents");
        store.abandon(((Claim.Acquired) store.lease(stuck, Duration.ofHours(1), false)).lease());

        assertThat(rowsReadBy(directory -> assertThat(directory
                                .backlog(RecordBacklog.MAX_LIMIT)
                                .unknown()
                                .count())
                        .isOne()))
                .isLessThan(LIVE / 100);
    }

    /** As the runbook has it. */
    @Test
    void backlog_besidePermanentRecords_isReadByAnIndexOfLeases() throws SQLException {
        Sql.run(database, "UPDATE counterfoil_record SET expires_at = 9223372036854775807");
        Sql.run(
                database,
                "CREATE INDEX counterfoil_record_leased ON counterfoil_record (received_at)"
                        + " WHERE expires_at = 9223372036854775807 AND leased_until > 0");
        Sql.run(database, "ANALYZE counterfoil_record");
        KeyedRequest stuck = request(freshKey(), "contents");
        store.abandon(((Claim.Acquired) store.lease(stuck, Duration.ofHours(1), false)).lease());

        assertThat(rowsReadBy(directory -> assertThat(directory
                                .backlog(RecordBacklog.MAX_LIMIT)
                                .unknown()
                                .count())
                        .isOne()))
                .isLessThan(LIVE / 100);
        assertThat(read(RecordQuery.ALL.in(RecordState.UNKNOWN), 1)).isLessThan(LIVE / 100);
    }

    private static JdbcDirectory directory(DataSourceTransactions transactions) {
        return new JdbcDirectory(transactions, new DetectedDatabase(), TestDatabases.QUERY_SECONDS);
    }

    /** How many rows and index entries the database reads for it. */
    private long read(RecordQuery query, int found) throws SQLException {
        return rowsReadBy(
                directory -> assertThat(directory.list(query).entries()).hasSize(found));
    }

    private long rowsReadBy(Consumer<JdbcDirectory> look) throws SQLException {
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        JdbcDirectory directory = directory(transactions);
        return transactions.run(transaction -> {
            // A session may still count what its transactions before have read.
            long before = rowsRead(transaction.connection());
            look.accept(directory);
            return rowsRead(transaction.connection()) - before;
        });
    }

    private static long rowsRead(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT seq_tup_read + idx_tup_fetch"
                        + " FROM pg_stat_xact_user_tables WHERE relname = 'counterfoil_record'")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void statementThatTakesTooLong_isEnded() throws SQLException {
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        JdbcDirectory hasty = new JdbcDirectory(transactions, new DetectedDatabase(), 1);
        try (Connection locking = database.getConnection()) {
            locking.setAutoCommit(false);
            try (Statement lock = locking.createStatement()) {
                lock.execute("LOCK TABLE counterfoil_record");

                assertThatThrownBy(() -> hasty.list(RecordQuery.ALL))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("at most 1 s")
                        .hasMessageContaining("UNKNOWN");
            } finally {
                locking.rollback();
            }
        }
        assertThat(directory(transactions).list(RecordQuery.ALL).entries()).isNotEmpty();
    }

    @Test
    void recordOfATransaction_isSeen_onceItHasCommitted() {
        KeyedRequest request = request(freshKey(), "contents", "7");
        JdbcClaimStore claims = JdbcClaimStore.on(database);
        RecordQuery mine = RecordQuery.ALL.of(request.key().requestId());

        long token = claims.within(unit -> {
            Claim.Acquired acquired = (Claim.Acquired) unit.claim(request);
            unit.complete(acquired.lease(), request, payload("answer"), Retention.FOREVER);
            assertThat(store.list(mine).entries()).isEmpty();
            assertThat(store.look(request.key())).isEmpty();
            return acquired.lease().token();
        });

        assertThat(claims.list(mine).entries())
                .hasSize(1)
                .first()
                .returns(RecordState.ANSWERED, RecordEntry::state)
                .returns(token, RecordEntry::token)
                .returns(request.attempt(), RecordEntry::firstAttempt);
        assertThat(claims.list(mine)).isEqualTo(store.list(mine));
        assertThat(claims.look(request.key())).isEqualTo(store.look(request.key()));
    }
}
