package io.counterfoil.httpserver;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.testkit.http.Backend;
import io.counterfoil.testkit.http.Effects;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;

class PostgresLeaseModeTest extends JdkServerContract {

    private final HikariDataSource pool = Pools.onFreshDatabase();

    @Override
    protected Backend openBackend() throws SQLException {
        return Backend.leases(new JdbcLeaseStore(pool), Effects.external(pool));
    }

    @AfterAll
    void closePool() {
        pool.close();
    }
}
