package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.store.LeaseModeContract;
import java.time.Duration;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine in lease mode on every database. */
@ParameterizedClass
@EnumSource(
        mode = EnumSource.Mode.EXCLUDE,
        names = {"POSTGRESQL_REPEATABLE_READ", "POSTGRESQL_SKEWED", "MARIADB_HOSTILE", "H2_HOSTILE"})
@ResourceLock(TestDatabases.LOCK)
class JdbcLeaseModeTest extends LeaseModeContract {

    private final HikariDataSource pool;
    private final LeaseStore store;
    private final LeaseStore otherStore;

    JdbcLeaseModeTest(LeaseSetting setting) {
        pool = SharedPool.get(() -> setting.pool(setting.freshDatabase()));
        store = new JdbcLeaseStore(pool);
        otherStore = new JdbcLeaseStore(pool);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        SharedPool.close();
    }

    @Override
    protected LeaseStore store() {
        return store;
    }

    @Override
    protected LeaseStore otherStore() {
        return otherStore;
    }

    @Override
    protected void letTimePass(Duration time) {
        TestDatabases.letTimePass(pool.getDataSource(), time);
    }
}
