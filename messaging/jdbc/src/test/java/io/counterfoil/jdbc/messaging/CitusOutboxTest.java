package io.counterfoil.jdbc.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.RelayResult;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.messaging.outbox.StoredMessage;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An outbox that is distributed over nodes, which have clocks of their own; each connection leads to the next node. */
@Tag("SG-5")
@Tag("BM-1")
@SoakOnly("contracts")
class CitusOutboxTest extends TablesContract {

    private static final int ALL = 100;

    private static final String AN_HOUR_AHEAD = "UPDATE counterfoil_outbox SET id = id + 3600000000 * 2048";

    private static TestedDatabase database;

    private DataSourceTransactions transactions;
    private JdbcOutbox outbox;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.citus(CitusDialect.BY_KEY);
        JdbcOutbox.SCHEMA.create(database.administration(), database.dialect());
    }

    @BeforeEach
    void nothingWaits() throws SQLException {
        run("DELETE FROM counterfoil_outbox");
        transactions = new DataSourceTransactions(database.dataSource());
        outbox = JdbcOutbox.of(transactions);
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    private void add(String text, String key) {
        outbox.add(Message.of("event.x", text.getBytes(UTF_8)).withKey(key));
    }

    private static String text(Message message) {
        return new String(message.body(), UTF_8);
    }

    private List<String> waiting() {
        List<String> seen = new ArrayList<>();
        outbox.relay(0, ALL, messages -> {
            messages.forEach(stored -> seen.add(text(stored.message())));
            return SendResult.confirmed(List.of());
        });
        return seen;
    }

    @Test
    void tables_areDistributed_alsoWhenTheyAreCreatedAgain() throws Exception {
        JdbcOutbox.SCHEMA.create(database.administration());

        assertThat(
                        number(
                                "SELECT count(*) FROM citus_tables WHERE table_name::text || ' ' || distribution_column IN"
                                        + " ('counterfoil_outbox place', 'counterfoil_message_try message_hash', 'counterfoil_outbox_relay <none>')"))
                .isEqualTo(3);
    }

    /** Their order would be lost: they have no place. */
    @Test
    void outboxWithMessages_isNotDistributed_untilItIsEmpty() throws Exception {
        DataSource single = TestCitus.freshDatabase().get(0).dataSource();
        JdbcOutbox.SCHEMA.create(single, Dialects.POSTGRESQL);
        run(single, "INSERT INTO counterfoil_outbox (topic, message) VALUES ('event.x', '')");

        assertThatThrownBy(() -> JdbcOutbox.SCHEMA.create(single))
                .isInstanceOf(StoreException.class)
                .rootCause()
                .hasMessageContaining("counterfoil_outbox has messages");

        run(single, "DELETE FROM counterfoil_outbox");
        JdbcOutbox.SCHEMA.create(single);
        assertThatCode(() -> JdbcOutbox.SCHEMA.verify(single)).doesNotThrowAnyException();
    }

    private static void run(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void messagesOfAKey_keepTheirOrder_afterOneOfAClockThatIsAhead() throws Exception {
        add("a1", "a");
        run(AN_HOUR_AHEAD);
        for (String text : List.of("a2", "a3", "a4")) {
            add(text, "a");
        }
        add("b1", "b");

        assertThat(waiting()).containsExactly("b1", "a1", "a2", "a3", "a4");
    }

    @Test
    void transactionsThatChooseOneId_addBoth_theSecondAfterTheFirst() throws Exception {
        add("a1", "a");
        run(AN_HOUR_AHEAD);
        CountDownLatch added = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Future<Integer> first = threads.submit(() -> transactions.run(transaction -> {
            add("a2", "a");
            added.countDown();
            reach(free);
            return 0;
        }));
        reach(added);
        Future<?> second = threads.submit(() -> add("a3", "a"));
        untilOneWaits();
        free.countDown();
        first.get();
        second.get();

        assertThat(waiting()).containsExactly("a1", "a2", "a3");
    }

    private static void reach(CountDownLatch latch) {
        try {
            assertThat(latch.await(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void messagesOfOneId_leaveOneAfterTheOther_andEachOnce() throws Exception {
        add("a1", "a");
        add("b1", "b");
        add("b2", "b");
        run("UPDATE counterfoil_outbox SET id = 7 WHERE place = 'a'");
        run(
                "UPDATE counterfoil_outbox SET id = 7 WHERE place = 'b' AND id = (SELECT min(id) FROM counterfoil_outbox WHERE place = 'b')");
        List<StoredMessage> firstPage = new ArrayList<>();

        RelayResult page = outbox.relay(0, ALL, messages -> {
            firstPage.addAll(messages);
            return SendResult.confirmed(List.of());
        });

        assertThat(firstPage).hasSize(1);
        assertThat(page).isEqualTo(new RelayResult.Done(1, 0, 7, true, List.of()));
        BlockingQueue<String> published = new LinkedBlockingQueue<>();
        OutboxRelay relay = OutboxRelay.start(
                outbox,
                message -> {
                    published.add(text(message));
                    return CompletableFuture.completedFuture(null);
                },
                Duration.ofMillis(1));
        try (relay) {
            await("the outbox is empty")
                    .atMost(TestThreads.LIMIT)
                    .until(() -> number("SELECT count(*) FROM counterfoil_outbox") == 0);
        }
        assertThat(published).containsExactlyInAnyOrder("a1", "b1", "b2").containsSubsequence("b1", "b2");
    }

    @Test
    void relay_whoseConnectionEnds_losesNothingAndIsReplaced() throws Exception {
        add("a1", "a");
        JdbcOutbox cut = JdbcOutbox.of(database.administration());

        assertThatThrownBy(() -> cut.relay(0, ALL, messages -> {
                    assertThat(outbox.relay(0, ALL, none -> SendResult.confirmed(List.of())))
                            .isEqualTo(new RelayResult.Busy());
                    endOpenTransactions();
                    return SendResult.confirmed(List.of(messages.get(0).id()));
                }))
                .isInstanceOf(StoreException.class);

        await("the next relay has it").atMost(TestThreads.LIMIT).until(this::waiting, List.of("a1")::equals);
    }

    private void endOpenTransactions() {
        try {
            run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND state = 'idle in transaction'");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
