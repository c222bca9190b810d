package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The property by which tables are distributed. */
@Tag("BM-1")
@SoakOnly("contracts")
class CitusTablesTest {

    private static final String QUIET = "--logging.level.root=OFF";

    static class ByClient {

        @Bean
        SqlDialect dialect() {
            return CitusDialect.BY_CLIENT;
        }
    }

    static class ByKey {

        @Bean
        SqlDialect dialect() {
            return CitusDialect.BY_KEY;
        }
    }

    @Test
    void tables_areDistributedByTheClient_andAWorkerServesThem() throws Exception {
        List<Database> nodes = TestCitus.freshDatabase();
        RunningApplication.createBookings(nodes.get(0));
        JdbcClient.create(nodes.get(0).dataSource())
                .sql("SELECT create_distributed_table('booking', 'seat')")
                .query()
                .singleRow();
        String key = UUID.randomUUID().toString();

        try (RunningApplication coordinator =
                RunningApplication.start(nodes.get(0), List.of(SampleApplication.class, ByClient.class))) {
            assertThat(coordinator.post("/book", key, "X-Client-Name", "shop").statusCode())
                    .isEqualTo(201);
        }
        try (RunningApplication worker =
                RunningApplication.start(nodes.get(1), List.of(SampleApplication.class, ByClient.class))) {
            assertThat(worker.post("/book", key, "X-Client-Name", "shop")
                            .headers()
                            .firstValue("Idempotency-Replayed"))
                    .contains("true");
            assertThat(worker.bookings()).isEqualTo(1);
        }

        assertThat(JdbcClient.create(nodes.get(0).dataSource())
                        .sql(
                                "SELECT distribution_column FROM citus_tables WHERE table_name = 'counterfoil_record'::regclass")
                        .query(String.class)
                        .single())
                .isEqualTo("client");
    }

    @Test
    void otherDatabase_isRefused() {
        assertRefused(TestPostgres.freshDatabase(), "are for PostgreSQL with Citus");
    }

    @Test
    void tables_distributedByTheOtherColumn_areRejected() {
        Database coordinator = TestCitus.freshDatabase().get(0);
        JdbcSchema.create(coordinator.dataSource(), CitusDialect.BY_CLIENT);

        assertRefused(coordinator, "is distributed by client, and must be by request_id");
        assertRefused(
                coordinator, "is distributed by client, and must be by request_id", "--counterfoil.create-table=false");
    }

    private static void assertRefused(Database database, String reason, String... properties) {
        String[] all = Stream.concat(Stream.of(QUIET, "--spring.main.web-application-type=none"), Stream.of(properties))
                .toArray(String[]::new);
        assertThatThrownBy(() -> RunningApplication.start(database, List.of(SampleApplication.class, ByKey.class), all)
                        .close())
                .hasStackTraceContaining(
                        "CounterfoilStartUpException: The tables of the SqlDialect bean cannot be used")
                .hasStackTraceContaining(reason);
    }
}
