package io.counterfoil.httpserver;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.testkit.http.Backend;
import io.counterfoil.testkit.http.Effects;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;

class PostgresTransactionalModeTest extends JdkServerContract {

    private final HikariDataSource pool = Pools.onFreshDatabase();

    @Override
    protected Backend openBackend() throws SQLException {
        JdbcClaimStore store = JdbcClaimStore.on(pool);
        return Backend.transactional(store, Effects.inTransaction(store::connection, pool));
    }

    @AfterAll
    void closePool() {
        pool.close();
    }
}
