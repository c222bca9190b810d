package io.counterfoil.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The statement of the runbook, on each database. */
@Tag("OB-3")
@Timeout(600)
class RunbookStatementsTest {

    private static final Pattern STATEMENT = Pattern.compile("(?m)^SELECT [^;]*");

    enum Product {
        POSTGRESQL {
            @Override
            DataSource fresh() {
                return TestPostgres.freshDatabase().dataSource();
            }
        },
        MARIADB {
            @Override
            DataSource fresh() {
                return TestMariaDb.freshDatabase().dataSource();
            }
        },
        H2 {
            @Override
            DataSource fresh() {
                JdbcDataSource database = new JdbcDataSource();
                database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
                return database;
            }
        };

        abstract DataSource fresh();

        String statement() {
            String text = this == POSTGRESQL
                    ? MonitoringFiles.runbook()
                    : MonitoringFiles.statement(name().toLowerCase(Locale.ROOT));
            return STATEMENT.matcher(text).results().findFirst().orElseThrow().group();
        }
    }

    @ParameterizedTest
    @EnumSource
    void statement_findsLeaseAndUnknownOutcome(Product product) {
        DataSource database = product.fresh();
        JdbcSchema.create(database);
        JdbcLeaseStore store = new JdbcLeaseStore(database);
        store.abandon(lease(store, "payment-7").lease());
        lease(store, "payment-8");

        List<Map<String, Object>> rows =
                JdbcClient.create(database).sql(product.statement()).query().listOfRows();

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).containsEntry("request_id", "payment-7").containsValue("unknown");
        assertThat(rows.get(1)).containsEntry("request_id", "payment-8").containsValue("in progress");
    }

    private static Claim.Acquired lease(JdbcLeaseStore store, String id) {
        KeyedRequest request = new KeyedRequest(
                IdempotencyKey.of("shop", "POST /payments", id), Fingerprint.of(new byte[0]), Optional.empty());
        return (Claim.Acquired) store.lease(request, Duration.ofHours(1), false);
    }
}
