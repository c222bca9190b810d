package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.testkit.store.ClaimStoreContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The contract of claims on one kind of database, under settings of its own. */
@ResourceLock(TestDatabases.LOCK)
abstract class JdbcClaimsContract extends ClaimStoreContract {

    private static final int CONNECTIONS = 12;

    private HikariDataSource pool;
    private ClaimStore store;
    private ClaimStore otherStore;

    abstract Engine engine();

    /** More settings of the pool. */
    void settings(HikariConfig config) {}

    /** The store as the tests get it. */
    ClaimStore prepared(ClaimStore fresh) {
        return fresh;
    }

    @BeforeEach
    final void open() {
        pool = SharedPool.get(() -> TestDatabases.pool(engine(), CONNECTIONS, this::settings));
        store = prepared(JdbcClaimStore.on(pool));
        otherStore = prepared(JdbcClaimStore.on(pool));
    }

    @AfterAll
    static void close() {
        SharedPool.close();
    }

    @Override
    protected final ClaimStore store() {
        return store;
    }

    @Override
    protected final ClaimStore otherStore() {
        return otherStore;
    }

    @Override
    protected final void letTimePass(Duration time) {
        TestDatabases.letTimePass(pool, time);
    }
}
