package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.time.ManualScheduler;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A service in a country whose digits are not those of SQL. */
@Tag("RQ-13")
@Isolated("the locale is the JVM's")
class OtherDigitsTest {

    @ParameterizedTest
    @MethodSource("io.counterfoil.jdbc.Engine#tested")
    void localeWithOtherDigits_changesNoStatement(Engine engine) throws SQLException {
        DataSource database = engine.freshDatabase();
        SqlDialect dialect = recognised(engine.freshDatabase());
        KeyedRequest request = request(freshKey(), "contents");
        KeyedRequest leased = request(freshKey(), "contents");
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(recognised(database)).isSameAs(dialect);
            JdbcSchema.create(database);
            JdbcClaimStore store = JdbcClaimStore.on(database);
            Idempotency idempotency = Idempotency.builder(store)
                    .timer(new ManualScheduler())
                    .build()
                    .with(IdempotencyPolicy.DEFAULT.withLimits(
                            limits -> limits.withExecutionTime(Duration.ofSeconds(90))));

            assertThat(execute(idempotency, request)).isInstanceOf(Outcome.Executed.class);
            assertThat(execute(idempotency, request)).isInstanceOf(Outcome.Replayed.class);
            assertThat(new JdbcLeaseStore(database).lease(leased, Duration.ofHours(1), false))
                    .isInstanceOf(Claim.Acquired.class);
            Sql.run(database, "UPDATE counterfoil_record SET expires_at = 1 WHERE leased_until IS NULL");
            assertThat(store.purge(10)).isEqualTo(1);
        } finally {
            Locale.setDefault(before);
        }
    }

    private static SqlDialect recognised(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return Dialects.of(connection);
        }
    }

    private static Outcome<String> execute(Idempotency idempotency, KeyedRequest request) {
        return idempotency.execute(request, TEXT, execution -> Completion.remember("answer"));
    }
}
