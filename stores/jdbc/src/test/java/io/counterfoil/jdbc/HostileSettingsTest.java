package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.store.ClaimStoreContract;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole contract on a pool of two connections, in sessions that live at the other end of the world from the JVM and
 * write intervals, numbers and bytes in their own way.
 */
class HostileSettingsTest extends ClaimStoreContract {

    private static final String SESSION = "SET TimeZone = 'Pacific/Kiritimati';"
            + " SET IntervalStyle = 'sql_standard'; SET bytea_output = 'escape'; SET extra_float_digits = -10";

    private static final HikariDataSource POOL = pool();

    private final ClaimStore store = new JdbcClaimStore(new DataSourceTransactions(POOL));

    private static HikariDataSource pool() {
        Database database = TestPostgres.freshDatabase();
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setConnectionInitSql(SESSION);
        config.setMaximumPoolSize(2);
        HikariDataSource pool = new HikariDataSource(config);
        JdbcSchema.create(pool);
        return pool;
    }

    @AfterAll
    static void close() {
        POOL.close();
    }

    @Override
    protected ClaimStore store() {
        return store;
    }

    @Override
    protected void letTwoDaysPass() {
        StoreTime.letTwoDaysPass(POOL);
    }

    @Test
    @Tag("RQ-9")
    void firstReceived_isAnInstant_whateverTheSessionsTimeZone() {
        KeyedRequest request = request(freshKey(), "contents");
        Idempotency engine = Idempotency.on(store);
        engine.execute(request, TEXT, lease -> Completion.remember("answer"));

        Outcome<String> duplicate = engine.execute(request, TEXT, lease -> Completion.remember("unreached"));

        Instant received = duplicate.match(
                executed -> Instant.MIN,
                replayed -> replayed.record().firstReceived(),
                inFlight -> Instant.MIN,
                other -> Instant.MIN);
        assertThat(received).isCloseTo(Instant.now(), within(5, ChronoUnit.MINUTES));
    }
}
