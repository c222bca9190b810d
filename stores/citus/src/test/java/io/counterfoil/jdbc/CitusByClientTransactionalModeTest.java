package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.counterfoil.testkit.soak.SoakOnly;
import org.junit.jupiter.api.Tag;

@Tag("BM-1")
@SoakOnly("contracts")
class CitusByClientTransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.CITUS;
    }

    @Override
    void settings(HikariConfig config) {
        ByClient.configure(config);
    }
}
