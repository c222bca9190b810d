package io.counterfoil.jdbc.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.ids.IdColumn;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.tables.MariaDbLockWaits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MariaDB 11.4, and what stands for MySQL: the same statements. */
class MariaDbInsertOrFindTest extends InsertOrFindContract {

    private static DataSource dataSource;

    @BeforeAll
    static void freshDatabase() {
        dataSource = TestMariaDb.freshDatabase().dataSource();
    }

    @Override
    DataSource dataSource() {
        return dataSource;
    }

    @Override
    SqlDialect dialect() {
        return Dialects.MYSQL;
    }

    @Override
    IdColumn idColumn() {
        return IdColumn.BINARY;
    }

    @Override
    String idType() {
        return "binary(16)";
    }

    @Override
    String waiting() {
        return MariaDbLockWaits.COUNT;
    }

    @Override
    void isAllowedToWaiters(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        deadlock -> assertThat(deadlock.getErrorCode()).isEqualTo(1213));
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void rowCommittedAfterTheSnapshot_isFound(int isolation) throws SQLException {
        AccountId id = AccountId.TYPE.next();

        assertThat(afterTheSnapshot("SET autocommit = 0", isolation, id))
                .isEqualTo(new Inserted.Existing<>(new Account(id, "other", null, 7)));
    }

    @Test
    void rowCommittedAfterSnapshot_withStrictSnapshots_isAnError() throws SQLException {
        SQLException failure = catchThrowableOfType(
                SQLException.class,
                () -> afterTheSnapshot(
                        "SET innodb_snapshot_isolation = ON",
                        Connection.TRANSACTION_REPEATABLE_READ,
                        AccountId.TYPE.next()));

        assertThat(failure.getErrorCode()).isEqualTo(1020);
    }

    private Inserted<Account> afterTheSnapshot(String setting, int isolation, AccountId id) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(setting);
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT id FROM account").close();
            insert(accounts, id, "other", null, null);
            return accounts.execute(connection, id, "late", null, null);
        }
    }

    @Test
    void nativeUuidColumn_takesTheBytesToo() throws SQLException {
        run("ALTER TABLE account MODIFY id uuid NOT NULL");
        InsertOrFind<AccountId> ids = InsertOrFind.on(dialect())
                .into("account")
                .columns("id", "owner")
                .key("id")
                .reading(row -> IdColumn.UUID.get(row, "id", AccountId.TYPE));
        AccountId id = AccountId.TYPE.next();

        assertThat(insert(ids, id, "ann")).isEqualTo(new Inserted.Created<>(id));
        assertThat(insert(ids, id, "ann")).isEqualTo(new Inserted.Existing<>(id));
    }

    /** Without strict mode the server cuts a key off with a mere warning: then it must not be told as inserted. */
    @Test
    void keyThatTheServerCutOff_isAnError() throws SQLException {
        run("DROP TABLE IF EXISTS short");
        run("CREATE TABLE short (id varchar(5) NOT NULL PRIMARY KEY)");
        InsertOrFind<String> shorts =
                InsertOrFind.on(dialect()).into("short").columns("id").key("id").reading(row -> row.getString("id"));

        RowNotVisibleException cut = catchThrowableOfType(
                RowNotVisibleException.class,
                () -> inTransaction(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("SET sql_mode = ''");
                    }
                    return shorts.execute(connection, "longer than 5");
                }));

        assertThat(cut.getMessage()).contains("inserted into short");
    }

    @Test
    void keyThatIsNotUnique_isToldAtItsSecondRow() throws SQLException {
        InsertOrFind<String> byNote = InsertOrFind.on(dialect())
                .into("account")
                .columns("id", "owner", "note")
                .key("note")
                .reading(row -> row.getString("note"));
        inTransaction(connection -> byNote.execute(connection, AccountId.TYPE.next(), "ann", "no key"));

        assertThatIllegalStateException()
                .isThrownBy(() ->
                        inTransaction(connection -> byNote.execute(connection, AccountId.TYPE.next(), "ann", "no key")))
                .withMessageContaining("(note) of account");
    }
}
