package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.record.JdbcDirectory;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.store.RecordDirectoryContract;
import java.time.Duration;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of directories on every database, asked over other connections than those of the store that made the records. */
@ParameterizedClass
@EnumSource(names = {"POSTGRESQL", "POSTGRESQL_SKEWED", "MARIADB_HOSTILE", "H2_HOSTILE", "H2_ORACLE"})
@ResourceLock(TestDatabases.LOCK)
class JdbcDirectoryTest extends RecordDirectoryContract {

    private final HikariDataSource pool;
    private final LeaseStore store;
    private final RecordDirectory directory;

    JdbcDirectoryTest(LeaseSetting setting) {
        pool = SharedPool.get(() -> setting.pool(setting.freshDatabase()));
        store = new JdbcLeaseStore(pool);
        directory = new JdbcDirectory(
                new DataSourceTransactions(pool), new DetectedDatabase(), TestDatabases.QUERY_SECONDS);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        SharedPool.close();
    }

    @Override
    protected RecordDirectory directory() {
        return directory;
    }

    @Override
    protected LeaseStore store() {
        return store;
    }

    @Override
    protected void letTimePass(Duration time) {
        TestDatabases.letTimePass(pool.getDataSource(), time);
    }
}
