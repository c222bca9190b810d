package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.testkit.postgres.Database;
import io.counterfoil.testkit.postgres.TestPostgres;
import io.counterfoil.testkit.store.ClaimStoreContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;

class JdbcClaimStoreContractTest extends ClaimStoreContract {

    private static final Database DATABASE = TestPostgres.freshDatabase();

    private final ClaimStore store = new JdbcClaimStore(new DataSourceTransactions(DATABASE.dataSource()));

    @BeforeAll
    static void createTable() {
        JdbcSchema.create(DATABASE.dataSource());
    }

    @Override
    protected ClaimStore store() {
        return store;
    }

    @Override
    protected void letTwoDaysPass() {
        try (Connection connection = DATABASE.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE counterfoil_record SET expires_at = expires_at - interval '2 days'");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
