package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.store.LeaseStoreContract;
import java.time.Duration;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of leases on every database, at several isolations, in sessions that do everything their own way, on a clock that
 * is hours behind the JVM's.
 */
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.LeaseSetting#tested")
@ResourceLock(TestDatabases.LOCK)
class JdbcLeaseStoreTest extends LeaseStoreContract {

    private final HikariDataSource pool;
    private final LeaseStore store;
    private final LeaseStore otherStore;

    JdbcLeaseStoreTest(LeaseSetting setting) {
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
