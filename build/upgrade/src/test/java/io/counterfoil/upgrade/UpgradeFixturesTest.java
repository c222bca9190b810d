package io.counterfoil.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.batch.Batch;
import io.counterfoil.jdbc.batch.BatchMember;
import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.journal.JdbcJournal;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.schema.TableInspection;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.operations.Operation;
import io.counterfoil.operations.OperationState;
import io.counterfoil.operations.Operations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables and rows of each released version, upgraded, read, replayed and purged by this version. */
@ParameterizedClass
@MethodSource("io.counterfoil.upgrade.Fixture#all")
@Timeout(300)
@Tag("UP-1")
class UpgradeFixturesTest {

    /** Every row is older than this. */
    private static final Duration SHORTEST = Duration.ofNanos(1_000);

    private final DataSource database;
    private final ReleasedRows rows;

    UpgradeFixturesTest(Fixture fixture) {
        database = fixture.load();
        rows = new ReleasedRows(database, fixture.product().dialect());
    }

    /** Uses a connection. */
    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    private <T> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            T result = work.with(connection);
            connection.commit();
            return result;
        }
    }

    private void upgrade() throws SQLException {
        try (Connection connection = database.getConnection()) {
            for (TableSchema feature : Product.FEATURES) {
                TableInspection upgraded = feature.upgrade(connection, rows.dialect());
                assertThat(upgraded.findings()).as("%s", feature.table()).isEmpty();
            }
        }
    }

    private long count(String table) throws SQLException {
        return transaction(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    @Test
    void tables_areUsedAsTheyAre_beforeTheirUpgrade() {
        for (TableSchema feature : Product.FEATURES) {
            if (!feature.equals(JdbcOutbox.SCHEMA)) {
                assertThatCode(() -> feature.verify(database))
                        .as(feature.table())
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void tableThatWasAdded_isMissedByItsName() {
        assertThatThrownBy(() -> JdbcOutbox.SCHEMA.verify(database))
                .hasMessageContaining("counterfoil_message_failure");
    }

    @Test
    void upgrade_completesTheTables_andKeepsTheRows() throws SQLException {
        long records = count("counterfoil_record");

        upgrade();
        upgrade();

        assertThat(count("counterfoil_record")).isEqualTo(records).isPositive();
        assertThat(count("counterfoil_batch_member")).isEqualTo(3);
    }

    private Outcome<String> again(Idempotency engine, String id) {
        return engine.<String, RuntimeException>execute(ReleasedRows.request(id), PayloadCodec.TEXT, execution -> {
            throw new AssertionError(id + " was executed again");
        });
    }

    @Test
    @Tag("RQ-1")
    void result_isReplayed() throws SQLException {
        upgrade();
        assertThat(again(rows.transactional(), "executed"))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("a result"));
    }

    @Test
    void resultThatIsCompressed_isReplayed() {
        assertThat(again(rows.transactional(), "long"))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo(ReleasedRows.LONG_RESULT));
    }

    @Test
    void refusal_isReplayedAsOne() {
        assertThat(again(rows.transactional(), "refused")).isInstanceOfSatisfying(Outcome.Replayed.class, replayed -> {
            assertThat(replayed.value()).isEqualTo("no");
            assertThat(replayed.refusal()).isTrue();
        });
    }

    @Test
    void resultOfALease_isReplayed() {
        assertThat(again(rows.leased(), "leased"))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("leased"));
    }

    @Test
    void workUnderALease_resumesAfterItsFirstPhase() {
        Outcome<String> outcome = rows.leased()
                .execute(ReleasedRows.request("half done"), PayloadCodec.TEXT, execution -> {
                    String first = execution.phase("first", PayloadCodec.TEXT, () -> "run again");
                    return Completion.remember("after the result " + first);
                });

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Executed.class,
                        executed -> assertThat(executed.value()).isEqualTo("after the result of the first phase"));
    }

    @Test
    @Tag("RQ-17")
    void purge_removesTheExpiredRecord_andNothingElse() throws SQLException {
        upgrade();
        long records = count("counterfoil_record");

        assertThat(JdbcClaimStore.on(database).purge(100)).isOne();

        assertThat(count("counterfoil_record")).isEqualTo(records - 1);
        assertThat(again(rows.transactional(), "executed")).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void journalEntry_isHandedOut() throws SQLException {
        upgrade();
        assertThat(new JdbcJournal(database).pending(10)).containsExactly(ReleasedRows.PENDING);
    }

    @Test
    void outboxMessage_isRelayed() throws SQLException {
        upgrade();
        List<Message> sent = new ArrayList<>();

        JdbcOutbox.of(database).relay(0, 10, messages -> {
            messages.forEach(stored -> sent.add(stored.message()));
            return new SendResult(messages.stream().map(stored -> stored.id()).toList(), Map.of());
        });

        assertThat(sent).singleElement().satisfies(message -> {
            assertThat(message.topic()).isEqualTo(ReleasedRows.MESSAGE.topic());
            assertThat(message.body()).isEqualTo(ReleasedRows.MESSAGE.body());
            assertThat(message.id()).hasValue("m-1");
            assertThat(message.key()).hasValue("order 7");
            assertThat(message.contentType()).hasValue("text/plain");
            assertThat(message.header("priority")).hasValue("high");
        });
        assertThat(count("counterfoil_outbox")).isZero();
    }

    @Test
    void attempts_areCountedOn() throws SQLException {
        upgrade();
        assertThat(JdbcAttemptLog.of(new DataSourceTransactions(database)).count(ReleasedRows.FAILED))
                .isEqualTo(2);
    }

    @Test
    void creation_isRecognised() throws SQLException {
        upgrade();
        CommandOutcome<UUID> again =
                transaction(connection -> rows.creations().<SQLException>once(connection, ReleasedRows.COMMAND, id -> {
                    throw new AssertionError("created again");
                }));

        assertThat(again).isEqualTo(new CommandOutcome.Repeated<>(ReleasedRows.CREATED));
    }

    @Test
    void batch_isRead_andGrows() throws SQLException {
        upgrade();
        Batches batches = rows.batches();

        Batch batch = transaction(connection -> {
            Batch found = batches.find(connection, ReleasedRows.CLIENT, ReleasedRows.BATCH)
                    .orElseThrow();
            return batches.add(
                    connection, found, List.of(BatchMember.known(3, Optional.empty(), ReleasedRows.CREATED)));
        });

        assertThat(batch.created()).isEqualTo(2);
        assertThat(batch.known()).isOne();
        assertThat(batch.refused()).isOne();
        List<BatchMember> members = transaction(connection -> batches.members(connection, batch, Batches.START, 10));
        assertThat(members.get(2).problem()).hasValue("no such order");
    }

    @Test
    @Tag("RQ-17")
    void batch_isPruned() throws SQLException {
        upgrade();
        assertThat(this.<Integer>transaction(connection -> rows.batches().pruneOlderThan(connection, SHORTEST, 100)))
                .isEqualTo(4);
    }

    @Test
    void operation_resumesAfterItsLastStep() throws Exception {
        upgrade();
        try (Operations operations = rows.operations()) {
            operations.start();

            Operation ended = operations
                    .await(ReleasedRows.CLIENT, "count", ReleasedRows.HALF_DONE, Duration.ofMinutes(4))
                    .orElseThrow();

            assertThat(ended.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(ended.recoveryPoint()).isEqualTo("iii");
        }
    }

    @Test
    @Tag("RQ-17")
    void operationThatEnded_isRemoved_andTheOtherStays() throws Exception {
        upgrade();
        try (Operations operations = rows.operations()) {
            assertThat(operations.expired(SHORTEST).remove(100)).isOne();

            assertThat(this.<Optional<Operation>>transaction(connection ->
                            operations.find(connection, ReleasedRows.CLIENT, "count", ReleasedRows.HALF_DONE)))
                    .isPresent();
        }
    }
}
