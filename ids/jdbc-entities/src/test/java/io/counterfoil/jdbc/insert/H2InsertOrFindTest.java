package io.counterfoil.jdbc.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.ids.IdColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class H2InsertOrFindTest extends InsertOrFindContract {

    private static final DataSource DATA_SOURCE = dataSource("jdbc:h2:mem:" + UUID.randomUUID());

    private static DataSource dataSource(String url) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=600000");
        return source;
    }

    @Override
    DataSource dataSource() {
        return DATA_SOURCE;
    }

    @Override
    SqlDialect dialect() {
        return Dialects.H2;
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
        return "SELECT count(*) FROM information_schema.sessions WHERE executing_statement LIKE 'INSERT%'";
    }

    @Test
    void rowCommittedAfterTheSnapshot_isAViolationOfTheKey() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT id FROM account").close();
            insert(accounts, id, "other", null, null);

            SQLException violation = catchThrowableOfType(
                    SQLException.class, () -> accounts.execute(connection, id, "late", null, null));

            assertThat(violation.getSQLState()).isEqualTo("23505");
        }
    }
}
