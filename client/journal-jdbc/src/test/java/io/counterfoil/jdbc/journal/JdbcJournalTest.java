package io.counterfoil.jdbc.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import io.counterfoil.testkit.http.client.Entries;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is particular to the journal in a database; what all journals do, their contract says. */
@Tag("RC-1")
@Timeout(300)
@ResourceLock(JournalDatabase.LOCK)
class JdbcJournalTest {

    private static final int PROCESSES = 6;
    private static final int ENTRIES = 60;

    private final Entries entries = new Entries();

    @ParameterizedTest
    @EnumSource
    void enqueued_isGivenOutWhenItsTransactionHasCommitted(JournalDatabase product) {
        DataSource database = product.emptied();
        JdbcJournal journal = new JdbcJournal(database);
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        JournalEntry entry = entries.entry("a");

        transactions.run(transaction -> {
            journal.enqueue(transaction.connection(), entry);
            assertThat(journal.pending(10)).isEmpty();
            return true;
        });

        assertThat(journal.pending(10)).containsExactly(entry);
        assertThat(journal.pending(10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void enqueued_isGoneWhenItsTransactionRollsBack(JournalDatabase product) {
        DataSource database = product.emptied();
        JdbcJournal journal = new JdbcJournal(database);

        new DataSourceTransactions(database).run(transaction -> {
            journal.enqueue(transaction.connection(), entries.entry("a"));
            transaction.setRollbackOnly();
            return true;
        });

        assertThat(journal.pending(10)).isEmpty();
        assertThat(JournalDatabase.number(database, "SELECT count(*) FROM counterfoil_client_journal"))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void enqueuedAgain_staysAsItWas_andTheTransactionGoesOn(JournalDatabase product) {
        DataSource database = product.emptied();
        JdbcJournal journal = new JdbcJournal(database);
        JournalEntry first = entries.entry("a");
        JournalEntry other = entries.entry("b");
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        transactions.run(transaction -> {
            journal.enqueue(transaction.connection(), first);
            return true;
        });

        transactions.run(transaction -> {
            journal.enqueue(transaction.connection(), entries.entry("a"));
            journal.enqueue(transaction.connection(), other);
            return true;
        });

        assertThat(journal.pending(10)).containsExactly(first, other);
    }

    @ParameterizedTest
    @EnumSource
    void enqueued_underTheRequestIdOfAnotherRequest_isRefused(JournalDatabase product) {
        DataSource database = product.emptied();
        JdbcJournal journal = new JdbcJournal(database);
        journal.open(entries.entry("a"));
        JournalEntry other = entries.entry("a", "POST", URI.create("https://other.example/"), "{}");

        assertThatThrownBy(() -> new DataSourceTransactions(database).run(transaction -> {
                    journal.enqueue(transaction.connection(), other);
                    return true;
                }))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("another pending intention")
                .hasMessageNotContaining("trace=");
    }

    @Test
    void enqueued_withoutATransaction_isRefused() throws SQLException {
        DataSource database = JournalDatabase.H2.emptied();
        try (Connection connection = database.getConnection()) {
            assertThatThrownBy(() -> new JdbcJournal(database).enqueue(connection, entries.entry("a")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
        }
        assertThat(new JdbcJournal(database).pending(1)).isEmpty();
    }

    /** What is about to be sent is kept whatever becomes of the transaction that its sender is in. */
    @ParameterizedTest
    @EnumSource
    void opened_inATransactionThatRollsBack_isKept(JournalDatabase product) {
        DataSource database = product.emptied();
        JdbcJournal journal = new JdbcJournal(database);
        JournalEntry entry = entries.entry("a");

        new DataSourceTransactions(database).run(transaction -> {
            journal.open(entry);
            transaction.setRollbackOnly();
            return true;
        });

        journal.release(entry.requestId());
        assertThat(journal.pending(10)).containsExactly(entry);
    }

    @ParameterizedTest
    @EnumSource
    void opened_isInHandUntilTheHoldIsOver_andThenGivenToAnother(JournalDatabase product) {
        DataSource database = product.emptied();
        JournalEntry entry = entries.entry("a");
        JdbcJournal gone = new JdbcJournal(database, Duration.ofHours(1));
        gone.open(entry);
        JdbcJournal other = new JdbcJournal(database);
        assertThat(other.pending(10)).isEmpty();
        assertThat(JournalDatabase.number(
                        database,
                        "SELECT held_until - opened_at FROM counterfoil_client_journal WHERE holder IS NOT NULL"))
                .as("by the database's clock, and not by the entry's")
                .isNotEqualTo(Duration.ofHours(1).toNanos() / 1000);

        JournalDatabase.endHolds(database);

        assertThat(other.pending(10)).containsExactly(entry);
        gone.release(entry.requestId());
        assertThat(gone.pending(10)).as("released by one that does not hold it").isEmpty();
        gone.open(entry);
        other.release(entry.requestId());
        assertThat(gone.pending(10)).as("opened by one that did not take it").containsExactly(entry);
    }

    @ParameterizedTest
    @EnumSource
    void hold_isAsLongAsItWasAsked(JournalDatabase product) {
        DataSource database = product.emptied();
        new JdbcJournal(database, Duration.ofMillis(1)).open(entries.entry("a"));
        JdbcJournal later = new JdbcJournal(database, Duration.ofDays(300));

        untilGivenOut(later);

        String left = "SELECT held_until FROM counterfoil_client_journal";
        long until = JournalDatabase.number(database, left);
        long now = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        assertThat(until - now).isBetween(TimeUnit.DAYS.toMicros(299), TimeUnit.DAYS.toMicros(301));
    }

    private static void untilGivenOut(JdbcJournal journal) {
        await("end of the hold")
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> !journal.pending(1).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void pending_askedByManyProcessesAtOnce_givesEachEntryToOne(JournalDatabase product) throws Exception {
        DataSource database = product.emptied();
        JdbcJournal writer = new JdbcJournal(database);
        new DataSourceTransactions(database).run(transaction -> {
            for (int i = 0; i < ENTRIES; i++) {
                writer.enqueue(transaction.connection(), entries.entry("key-" + i));
            }
            return true;
        });

        assertEachGivenOnce(database);
    }

    /** Where the database is set so that a row changed meanwhile is an error. */
    @ParameterizedTest
    @EnumSource
    void pending_concurrentlyAtSerializable_givesEachEntryOnce(JournalDatabase product) throws Exception {
        DataSource database = product.emptied();
        JdbcJournal writer = new JdbcJournal(database);
        for (int i = 0; i < ENTRIES / 3; i++) {
            JournalEntry entry = entries.entry("key-" + i);
            writer.open(entry);
            writer.release(entry.requestId());
        }
        HikariConfig config = new HikariConfig();
        config.setDataSource(database);
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        config.setMaximumPoolSize(PROCESSES);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThat(given(pool)).hasSize(ENTRIES / 3).doesNotHaveDuplicates();
        }
    }

    private static void assertEachGivenOnce(DataSource database) throws Exception {
        assertThat(given(database)).hasSize(ENTRIES).doesNotHaveDuplicates();
    }

    /** What as many journals as there are processes are given, when all ask at the same time until nothing is left. */
    private static List<String> given(DataSource database) throws Exception {
        CyclicBarrier start = new CyclicBarrier(PROCESSES);
        ExecutorService threads = Executors.newFixedThreadPool(PROCESSES);
        try {
            List<Callable<List<String>>> all = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                JdbcJournal journal = new JdbcJournal(database);
                all.add(() -> {
                    start.await(5, TimeUnit.MINUTES);
                    List<String> ids = new ArrayList<>();
                    for (List<JournalEntry> some = journal.pending(4); !some.isEmpty(); some = journal.pending(4)) {
                        some.forEach(entry -> ids.add(entry.requestId().value()));
                    }
                    return ids;
                });
            }
            List<String> given = new ArrayList<>();
            for (Future<List<String>> each : threads.invokeAll(all, 200, TimeUnit.SECONDS)) {
                given.addAll(each.get());
            }
            return given;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void entry_thatIsTooLarge_isRefused() {
        DataSource database = JournalDatabase.H2.emptied();
        JournalEntry large =
                entries.entry("a", "POST", URI.create("http://127.0.0.1/"), "x".repeat(JdbcJournal.MAX_ENTRY_BYTES));

        assertThatThrownBy(() -> new JdbcJournal(database).open(large))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("the maximum of an entry is " + JdbcJournal.MAX_ENTRY_BYTES)
                .hasMessageNotContaining("xxx");
    }

    @ParameterizedTest
    @EnumSource
    void entry_asLargeAsItMayBe_isKept(JournalDatabase product) {
        JdbcJournal journal = new JdbcJournal(product.emptied());
        JournalEntry large = entries.entry(
                "a", "POST", URI.create("http://127.0.0.1/"), "x".repeat(JdbcJournal.MAX_ENTRY_BYTES - 200));
        journal.open(large);
        journal.release(large.requestId());

        assertThat(journal.pending(1)).containsExactly(large);
    }

    @Test
    void hold_outOfItsRange_isRefused() {
        DataSource database = JournalDatabase.H2.emptied();

        assertThatIllegalArgumentException().isThrownBy(() -> new JdbcJournal(database, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcJournal(database, JdbcJournal.LONGEST_HOLD.plusNanos(1)))
                .withMessageContaining("PT8760H");
    }

    @ParameterizedTest
    @EnumSource
    void missingTable_isAnError_thatSaysWhatWasAsked(JournalDatabase product) {
        JdbcJournal journal = new JdbcJournal(product.fresh());

        assertThatThrownBy(() -> journal.open(entries.entry("a")))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("keeping JournalEntry[POST payments.example/v1/payments, requestId=a")
                .hasMessageNotContaining("amount");
        assertThatThrownBy(() -> journal.settle(new RequestId("a"))).isInstanceOf(JournalException.class);
    }

    @ParameterizedTest
    @EnumSource
    void row_thatCannotBeRead_isAnErrorThatNamesIt_andNothingIsTaken(JournalDatabase product) throws SQLException {
        DataSource database = product.emptied();
        JdbcJournal journal = new JdbcJournal(database);
        journal.open(entries.entry("a"));
        journal.open(entries.entry("b"));
        journal.release(new RequestId("a"));
        journal.release(new RequestId("b"));
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "UPDATE counterfoil_client_journal SET entry = "
                            + (product == JournalDatabase.POSTGRESQL || product == JournalDatabase.CITUS
                                    ? "'\\x09'"
                                    : "X'09'")
                            + " WHERE opened_at = (SELECT"
                            + " newest FROM (SELECT max(opened_at) AS newest FROM counterfoil_client_journal) AS newest_of_all)");
        }

        assertThatThrownBy(() -> journal.pending(10))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("request ID b")
                .hasMessageContaining("form 9");
        assertThat(JournalDatabase.number(
                        database, "SELECT count(*) FROM counterfoil_client_journal WHERE held_until > 0"))
                .isZero();
    }
}
