package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class ConnectionLocationTest {

    @Test
    void missingTablesMessage_showsTheUrl_withoutItsParameters() {
        Database database = TestPostgres.freshDatabase();
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(database.jdbcUrl() + "?user=" + database.user() + "&password=" + database.password()
                + "&ApplicationName=secret-parameter");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(dataSource))
                .withMessageContaining(database.jdbcUrl())
                .withMessageNotContaining("secret-parameter");
    }
}
