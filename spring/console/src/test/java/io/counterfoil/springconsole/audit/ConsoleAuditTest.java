package io.counterfoil.springconsole.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.testkit.database.PlanCheck;
import io.counterfoil.testkit.tables.TestedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of decisions, on each database. */
@Timeout(600)
@Tag("CN-2")
class ConsoleAuditTest {

    private static final AuditSubject ORDER = new AuditSubject("record", "k-1", "alice", "POST /orders/\u00e9");

    static Stream<Named<TestedDatabase>> databases() {
        return Stream.of(TestedDatabase.postgreSql(), TestedDatabase.mariaDb(), TestedDatabase.h2())
                .map(database -> Named.of(database.dialect().vendor(), database));
    }

    private static ConsoleAudit on(TestedDatabase database) {
        ConsoleAudit.SCHEMA.create(database.administration(), database.dialect());
        return new ConsoleAudit(new DataSourceTransactions(database.dataSource()));
    }

    private static void age(TestedDatabase database, int days) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE counterfoil_console_audit SET decided_at = decided_at - "
                    + Duration.ofDays(days).toMillis() * 1000);
        }
    }

    private static void assertEntriesComeBack(TestedDatabase database) {
        ConsoleAudit audit = on(database);
        audit.add(ORDER, "happened", "olga", "seen \u00e9 \ud83d\ude00");
        audit.add(
                new AuditSubject("record", "k-1", "bob", "POST /orders/\u00e9"), "happened", "olga", "another client");

        List<AuditEntry> entries = audit.about(ORDER, 10);

        assertThat(entries).singleElement().satisfies(entry -> {
            assertThat(entry.subject()).isEqualTo(ORDER);
            assertThat(entry.by()).isEqualTo("olga");
            assertThat(entry.reason()).isEqualTo("seen \u00e9 \ud83d\ude00");
            assertThat(entry.action()).isEqualTo("happened");
        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void entry_comesBackWhole_withItsSubject(TestedDatabase database) {
        assertEntriesComeBack(database);
    }

    @Test
    @Tag("BM-1")
    void entry_comesBackWhole_onCitus() {
        assertEntriesComeBack(TestedDatabase.citus(CitusDialect.BY_KEY));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void pages_haveEveryDecisionOnce_theNewestFirst(TestedDatabase database) {
        ConsoleAudit audit = on(database);
        for (int i = 0; i < 7; i++) {
            audit.add(new AuditSubject("message", "m-" + i, "", ""), "requeue", "olga", "r");
        }
        List<AuditEntry> all = new ArrayList<>();
        List<AuditEntry> page = audit.list(Optional.empty(), 3);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = audit.list(Optional.of(AuditPosition.of(page.get(page.size() - 1))), 3);
        }

        assertThat(all).hasSize(7).doesNotHaveDuplicates();
        assertThat(all).extracting(AuditEntry::at).isSortedAccordingTo((a, b) -> b.compareTo(a));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void oldEntries_arePurged_inBatches_andNewOnesStay(TestedDatabase database) throws Exception {
        ConsoleAudit audit = on(database);
        for (int i = 0; i < 5; i++) {
            audit.add(ORDER, "happened", "olga", "old");
        }
        age(database, 400);
        audit.add(ORDER, "happened", "olga", "new");

        assertThat(audit.purge(Duration.ofDays(365), 3)).isEqualTo(3);
        assertThat(audit.purge(Duration.ofDays(365), 3)).isEqualTo(2);
        assertThat(audit.about(ORDER, 10)).extracting(AuditEntry::reason).containsExactly("new");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyStatement_findsItsRowsByAnIndex(TestedDatabase database) throws Exception {
        ConsoleAudit.SCHEMA.create(database.administration(), database.dialect());
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            ConsoleAudit audit = new ConsoleAudit(new DataSourceTransactions(check.dataSource()));
            check.call("write a decision", () -> audit.add(ORDER, "happened", "olga", "r"));
            check.call("read those on a record", () -> audit.about(new AuditSubject("record", "7", "", ""), 50));
            check.page("list", () -> audit.list(Optional.empty(), 50));
            check.page(
                    "list those behind",
                    () -> audit.list(Optional.of(new AuditPosition(1_002_500, new UUID(0, 0))), 50));
            check.page("purge", () -> audit.purge(Duration.ofDays(36_500), 10));

            check.verify(() -> check.insert(
                    "INSERT INTO counterfoil_console_audit (subject, id, kind, client, operation, action, decided_by, decided_at, reason)"
                            + " VALUES (?, ?, 'record', ?, ?, 'happened', 'olga', ?, 'r')",
                    i -> new Object[] {
                        database.dialect().toJdbc(String.valueOf(i)),
                        database.dialect().toJdbc(new UUID(7, i)),
                        database.dialect().toJdbc(""),
                        database.dialect().toJdbc(""),
                        1_000_000L + i
                    }));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\n"})
    void reason_thatIsMissing_isRefused(String given) {
        assertThatThrownBy(() -> Reason.of(Map.of("reason", given)))
                .isInstanceOf(BadParameterException.class)
                .hasMessageContaining("reason must have 1 to 1000 characters");
    }

    @Test
    void reason_thatIsTooLong_isRefused() {
        assertThatThrownBy(() -> Reason.of(Map.of("reason", "x".repeat(1001))))
                .hasMessageContaining("1 to 1000 characters, not 1001");
    }
}
