package com.example.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.store.ClaimStoreContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockTableClaimsTest extends ClaimStoreContract {

    private final DataSource database = database();
    private final ClaimStore store = JdbcClaimStore.on(database);
    private final ClaimStore otherStore = JdbcClaimStore.on(database);

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return database;
    }

    @BeforeEach
    void createTables() {
        JdbcSchema.create(database);
        JdbcSchema.verify(database);
    }

    @Test
    void dialect_isThatOfThisProject() throws SQLException {
        assertThat(Dialects.of(database)).isInstanceOf(LockTableDialect.class);
    }

    @Override
    protected ClaimStore store() {
        return store;
    }

    @Override
    protected ClaimStore otherStore() {
        return otherStore;
    }

    @Override
    protected boolean recognisesContentsInProgress() {
        return false;
    }

    @Override
    protected void letTimePass(Duration time) {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("UPDATE counterfoil_record SET expires_at = expires_at - "
                    + time.toNanos() / 1000 + " WHERE expires_at < " + Long.MAX_VALUE);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
