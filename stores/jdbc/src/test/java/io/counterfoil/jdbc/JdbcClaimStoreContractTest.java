package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.store.ClaimStoreContract;
import org.junit.jupiter.api.BeforeAll;

class JdbcClaimStoreContractTest extends ClaimStoreContract {

    private static final Database DATABASE = TestPostgres.freshDatabase();

    private final ClaimStore store = new JdbcClaimStore(new DataSourceTransactions(DATABASE.dataSource()));

    @BeforeAll
    static void createTable() {
        JdbcSchema.create(DATABASE.dataSource());
    }

    @Override
    protected ClaimStore store() {
        return store;
    }

    @Override
    protected void letTwoDaysPass() {
        StoreTime.letTwoDaysPass(DATABASE.dataSource());
    }
}
