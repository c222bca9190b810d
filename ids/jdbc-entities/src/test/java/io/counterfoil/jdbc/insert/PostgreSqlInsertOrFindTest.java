package io.counterfoil.jdbc.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.ids.IdColumn;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.tables.Wiretap;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgreSqlInsertOrFindTest extends InsertOrFindContract {

    private static final Database DATABASE = TestPostgres.freshDatabase().reusing("test");

    @Override
    DataSource dataSource() {
        return DATABASE.dataSource();
    }

    @Override
    SqlDialect dialect() {
        return Dialects.POSTGRESQL;
    }

    @Override
    IdColumn idColumn() {
        return IdColumn.UUID;
    }

    @Override
    String idType() {
        return "uuid";
    }

    @Override
    String waiting() {
        return "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    }

    @Override
    void isGivenUp(Throwable thrown) {
        assertThat(thrown).isInstanceOf(RowNotVisibleException.class).hasMessageContaining("in 3 attempts");
    }

    @Test
    void creating_takesOneRoundTrip_andFindingTwo() throws SQLException {
        List<String> sent = new ArrayList<>();
        AccountId id = AccountId.TYPE.next();

        autoCommit(connection -> accounts.execute(Wiretap.on(connection, sent::add), id, "ann", null, null));
        assertThat(sent).hasSize(1);

        autoCommit(connection -> accounts.execute(Wiretap.on(connection, sent::add), id, "ann", null, null));
        assertThat(sent).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void rowCommittedAfterTheSnapshot_isASerializationFailure(int isolation) throws SQLException {
        AccountId id = AccountId.TYPE.next();

        SQLException failure = catchThrowableOfType(SQLException.class, () -> afterTheSnapshot(isolation, id));

        assertThat(failure.getSQLState()).isEqualTo("40001");
    }

    @Test
    void rowCommittedAfterTheStart_underReadCommitted_isFound() throws SQLException {
        assertThat(afterTheSnapshot(Connection.TRANSACTION_READ_COMMITTED, AccountId.TYPE.next()))
                .isInstanceOf(Inserted.Existing.class);
    }

    private Inserted<Account> afterTheSnapshot(int isolation, AccountId id) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT 1 FROM account").close();
            insert(accounts, id, "other", null, null);
            return accounts.execute(connection, id, "late", null, null);
        }
    }

    @Test
    void keyWithoutUniqueConstraint_isRefusedAtTheFirstInsert() {
        InsertOrFind<String> byNote = InsertOrFind.on(dialect())
                .into("account")
                .columns("id", "owner", "note")
                .key("note")
                .reading(row -> row.getString("note"));

        assertThatThrownBy(() ->
                        autoCommit(connection -> byNote.execute(connection, AccountId.TYPE.next(), "ann", "no key")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("no unique or exclusion constraint");
    }

    @Test
    void deferrableConstraint_isRefused() throws SQLException {
        run("ALTER TABLE account ADD UNIQUE (note) DEFERRABLE");

        assertThatThrownBy(() -> insert(accounts, AccountId.TYPE.next(), "ann", null, null))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("ON CONFLICT does not support deferrable");
    }

    @Test
    void rowThatThisUserMayNotSee_isAnErrorOfItsOwn() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        insert(accounts, id, "hidden", null, null);
        run("DROP ROLE IF EXISTS clerk");
        run("CREATE ROLE clerk");
        run("GRANT ALL ON account TO clerk");
        run("ALTER TABLE account ENABLE ROW LEVEL SECURITY");
        run("CREATE POLICY may_insert ON account FOR INSERT TO clerk WITH CHECK (true)");
        run("CREATE POLICY may_see ON account FOR SELECT TO clerk USING (owner <> 'hidden')");
        try {
            assertThatThrownBy(() -> inTransaction(connection -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.execute("SET LOCAL ROLE clerk");
                        }
                        return accounts.execute(connection, id, "clerk", null, null);
                    }))
                    .isInstanceOf(RowNotVisibleException.class)
                    .hasMessageContaining("row-level security");
        } finally {
            run("DROP OWNED BY clerk");
            run("DROP ROLE clerk");
        }
    }
}
