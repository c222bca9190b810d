package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;
import io.counterfoil.idempotency.store.ClaimStore;

class PostgreSqlSerializableClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.POSTGRESQL;
    }

    @Override
    void settings(HikariConfig config) {
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    }

    /** PostgreSQL tells conflicts by pages here, so that two keys beside each other may conflict. */
    @Override
    ClaimStore prepared(ClaimStore fresh) {
        return new ConflictRetries(fresh);
    }
}
