package io.counterfoil.springconsole.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.SchemaMismatchException;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.tables.TestedDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table of decisions on a cluster; each connection leads to the next node. */
@Timeout(600)
@Tag("CN-2")
@Tag("BM-1")
@SoakOnly("contracts")
class CitusConsoleAuditTest {

    private static final Duration YEAR = Duration.ofDays(365);

    private final TestedDatabase database = TestedDatabase.citus(CitusDialect.BY_CLIENT);
    private final DataSourceTransactions transactions = new DataSourceTransactions(database.dataSource());
    private final ConsoleAudit audit = new ConsoleAudit(transactions);

    @BeforeEach
    void createTable() {
        ConsoleAudit.SCHEMA.create(database.administration(), database.dialect());
    }

    @Test
    void tableOfOneNode_isRefused_untilItIsDistributed() throws SQLException {
        try (Connection connection = database.administration().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE counterfoil_console_audit");
        }
        ConsoleAudit.SCHEMA.create(database.administration(), Dialects.POSTGRESQL);

        assertThatThrownBy(() -> ConsoleAudit.SCHEMA.verify(database.administration(), database.dialect()))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("table counterfoil_console_audit is on one node alone, and must be distributed");

        ConsoleAudit.SCHEMA.create(database.administration(), database.dialect());
        ConsoleAudit.SCHEMA.verify(database.dataSource(), database.dialect());
    }

    private void addOld(int entries) throws SQLException {
        for (int i = 0; i < entries; i++) {
            audit.add(new AuditSubject("record", "k-" + i, "alice", ""), "happened", "olga", "old");
        }
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "UPDATE counterfoil_console_audit SET decided_at = decided_at - " + 2 * YEAR.toMillis() * 1000);
        }
    }

    private List<String> reasons() {
        return audit.list(Optional.empty(), 100).stream()
                .map(AuditEntry::reason)
                .toList();
    }

    @Test
    void pages_haveEveryDecisionOnce_theNewestFirst() {
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

    @Test
    void oldEntries_ofAllNodes_arePurgedInBatches() throws SQLException {
        addOld(5);
        audit.add(new AuditSubject("record", "k-0", "alice", ""), "happened", "olga", "new");

        assertThat(audit.purge(YEAR, 3)).isEqualTo(3);
        assertThat(audit.purge(YEAR, 3)).isEqualTo(2);
        assertThat(reasons()).containsExactly("new");
    }

    @Test
    void purge_passesOverEntries_thatAnotherHasLocked() throws SQLException {
        addOld(5);
        try (Connection other = database.dataSource().getConnection()) {
            other.setAutoCommit(false);
            try (PreparedStatement lock =
                    other.prepareStatement("SELECT id FROM counterfoil_console_audit WHERE subject = ? FOR UPDATE")) {
                lock.setString(1, "k-3");
                lock.executeQuery();

                assertThat(audit.purge(YEAR, 100)).isEqualTo(4);
            } finally {
                other.rollback();
            }
        }
        assertThat(audit.purge(YEAR, 100)).isOne();
    }

    @Test
    void entry_ofARolledBackTransaction_isNotThere() {
        audit.add(new AuditSubject("record", "k-1", "", ""), "happened", "olga", "kept");
        try {
            transactions.run(transaction -> {
                audit.add(new AuditSubject("record", "k-2", "", ""), "happened", "olga", "undone");
                throw new IllegalStateException("rolled back");
            });
        } catch (IllegalStateException rolledBack) {
            assertThat(rolledBack).hasMessage("rolled back");
        }

        assertThat(reasons()).containsExactly("kept");
    }
}
