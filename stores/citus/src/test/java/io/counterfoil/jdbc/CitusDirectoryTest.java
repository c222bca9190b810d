package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.citus.CitusDialect;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.record.JdbcDirectory;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.store.RecordDirectoryContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of directories on a cluster, whose lists are of all nodes; each connection leads to the next node. */
@ParameterizedClass
@EnumSource
@Tag("BM-1")
@SoakOnly("contracts")
@ResourceLock(TestDatabases.LOCK)
class CitusDirectoryTest extends RecordDirectoryContract {

    private static final int CONNECTIONS = 6;

    private final HikariDataSource pool;
    private final LeaseStore store;
    private final RecordDirectory directory;

    CitusDirectoryTest(Way way) {
        pool = SharedPool.get(way::pool);
        store = new JdbcLeaseStore(pool);
        directory = new JdbcDirectory(
                new DataSourceTransactions(pool), new DetectedDatabase(), TestDatabases.QUERY_SECONDS);
    }

    /** By what the records are distributed. */
    enum Way {
        BY_KEY,
        BY_CLIENT;

        private HikariDataSource pool() {
            List<Database> nodes = TestCitus.freshDatabase();
            JdbcSchema.create(nodes.get(0).dataSource(), this == BY_KEY ? CitusDialect.BY_KEY : CitusDialect.BY_CLIENT);
            return TestDatabases.pool(TestCitus.anyOf(nodes), CONNECTIONS, config -> {});
        }
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
