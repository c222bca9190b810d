package io.counterfoil.springboot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.application.TestApplication;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.operations.OperationStep;
import io.counterfoil.operations.Operations;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.settings.CreationRetention;
import io.counterfoil.springboot.settings.PurgeSettings;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Creations, operations and batches in a real PostgreSQL, which the starter removes by age and by number. */
@Timeout(600)
@Tag("CB-8")
class RetentionTest {

    private static final String EVERY_MOMENT = "--counterfoil.purge.interval=10ms";

    private final Database database = TestPostgres.freshDatabase();
    private final JdbcClient sql = JdbcClient.create(database.dataSource());

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithCreations {

        @Bean
        CreationIdentifiers creations() {
            return CreationIdentifiers.builder(Dialects.POSTGRESQL).build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithBatchesAndOperations {

        @Bean
        static TableSchema batchTables() {
            return Batches.SCHEMA;
        }

        @Bean
        static TableSchema operationTables() {
            return Operations.SCHEMA;
        }

        @Bean
        Batches batches() {
            return Batches.builder(Dialects.POSTGRESQL).build();
        }

        @Bean
        Operations operations(DatabaseTables tables, DataSource dataSource) {
            return Operations.builder(dataSource, Dialects.POSTGRESQL)
                    .work("import", (connection, operation) -> new OperationStep.Finished("{}", 0))
                    .build();
        }
    }

    static class Purging {

        private static PurgeSettings settings = PurgeSettings.DEFAULT;

        @Bean
        PurgeSettings purge() {
            return settings;
        }
    }

    private static PurgeSettings forgetting(UnaryOperator<CreationRetention> change) {
        return PurgeSettings.DEFAULT.withCreations(change);
    }

    private static final class Running extends TestApplication {

        Running(Database database, List<Class<?>> sources, String... properties) {
            super(
                    database,
                    sources,
                    Map.of("counterfoil.client", "header", "spring.main.web-application-type", "none"),
                    properties);
        }
    }

    private Running start(Class<?>... more) {
        return new Running(database, List.of(more), EVERY_MOMENT);
    }

    private Running start(PurgeSettings settings) {
        Purging.settings = settings;
        return start(WithCreations.class, Purging.class);
    }

    private void table() {
        CreationIdentifiers.SCHEMA.create(database.dataSource());
    }

    private static UUID idOf(Instant time) {
        return new UUID(
                time.toEpochMilli() << Short.SIZE | 0x7000, UUID.randomUUID().getLeastSignificantBits());
    }

    /** An operation that ended so long ago, and a batch that was opened then. */
    private void endedBefore(Duration age) {
        Instant then = Instant.now().minus(age);
        long micros = then.toEpochMilli() * 1000;
        sql.sql(
                        "INSERT INTO counterfoil_operation VALUES (?, 'service', 'import', ?, 'SUCCEEDED', '', '', 1, 0, NULL, '{}',"
                                + " NULL, 0, ?, ?, ?, 'c', NULL, 'r', 'NONE', 0)")
                .params(idOf(then), age.toString(), micros, micros, micros)
                .update();
        sql.sql(
                        "INSERT INTO counterfoil_batch (namespace, batch_id, kind, opened_at) VALUES ('service', ?, 'orders', ?)")
                .params(age.toString(), micros)
                .update();
    }

    private List<String> left(String column, String table) {
        return sql.sql("SELECT " + column + " FROM " + table + " ORDER BY 1")
                .query(String.class)
                .list();
    }

    @Test
    @Tag("RQ-17")
    void operationsAndBatches_areRemoved_afterTheirRetentions() {
        Operations.SCHEMA.create(database.dataSource());
        Batches.SCHEMA.create(database.dataSource());
        List.of(29L, 31L, 89L, 91L).forEach(days -> endedBefore(Duration.ofDays(days)));

        try (Running application = start(WithBatchesAndOperations.class)) {
            assertThat(application.has(Purge.class)).isTrue();
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> left("reference", "counterfoil_operation").size() == 1
                            && left("batch_id", "counterfoil_batch").size() == 3);
        }
        assertThat(left("reference", "counterfoil_operation")).containsExactly("PT696H");
        assertThat(left("batch_id", "counterfoil_batch")).containsExactly("PT2136H", "PT696H", "PT744H");
    }

    @Test
    @Tag("RQ-17")
    void operationsAndBatches_keptForever_areNotRemoved() {
        Purging.settings =
                PurgeSettings.DEFAULT.withOperations(Retention.FOREVER).withBatches(Retention.FOREVER);
        Operations.SCHEMA.create(database.dataSource());
        Batches.SCHEMA.create(database.dataSource());
        endedBefore(Duration.ofDays(3000));

        try (Running application = start(WithBatchesAndOperations.class, Purging.class)) {
            application
                    .beans(ExpiredRows.class)
                    .forEach(rows -> assertThat(rows.remove(10)).isZero());
        }
        assertThat(left("reference", "counterfoil_operation")).hasSize(1);
        assertThat(left("batch_id", "counterfoil_batch")).hasSize(1);
    }

    private void creations(int count, Duration age) {
        long micros = Instant.now().minus(age).toEpochMilli() * 1000;
        for (int i = 0; i < count; i++) {
            sql.sql("INSERT INTO counterfoil_creation VALUES (?, ?, 'open-cart', ?)")
                    .params(UUID.randomUUID(), UUID.randomUUID(), micros + i)
                    .update();
        }
    }

    private int rows() {
        return sql.sql("SELECT count(*) FROM counterfoil_creation")
                .query(Integer.class)
                .single();
    }

    private void untilRowsAre(int count) {
        await().atMost(Duration.ofMinutes(5)).until(() -> rows() == count);
    }

    @Test
    void creationsOlderThanSevenDays_areForgotten_inBatches() {
        table();
        creations(7, Duration.ofDays(8));
        creations(3, Duration.ofDays(6));

        try (Running application = start(PurgeSettings.DEFAULT.withBatch(2))) {
            untilRowsAre(3);
            assertThat(application.has(ExpiredCreations.class)).isTrue();
            creations(5, Duration.ofDays(8));
            untilRowsAre(3);
        }
        assertThat(sql.sql("SELECT count(*) FROM counterfoil_creation WHERE created_at > ?")
                        .param(Instant.now().minus(Duration.ofDays(7)).toEpochMilli() * 1000)
                        .query(Integer.class)
                        .single())
                .isEqualTo(3);
    }

    @Test
    void lazyApplication_forgetsThemByItself_inATableThatItHasMade() {
        try (Running application = new Running(
                database, List.of(WithCreations.class), EVERY_MOMENT, "--spring.main.lazy-initialization=true")) {
            creations(2, Duration.ofDays(8));
            untilRowsAre(0);
            assertThat(application.has(ExpiredCreations.class)).isTrue();
        }
    }

    @Test
    void ageThatIsSet_isThatOfThePurge() {
        table();
        creations(2, Duration.ofHours(2));
        creations(1, Duration.ofMinutes(1));

        try (Running application =
                start(forgetting(creations -> creations.withMaxAge(Retention.of(Duration.ofHours(1)))))) {
            untilRowsAre(1);
            assertThat(application.has(ExpiredCreations.class)).isTrue();
        }
    }

    @Test
    void creationsAboveTheNumber_areForgotten_theOldestFirst() {
        table();
        creations(9, Duration.ofMinutes(1));
        List<UUID> newest = sql.sql("SELECT command_id FROM counterfoil_creation ORDER BY created_at DESC LIMIT 4")
                .query(UUID.class)
                .list();

        try (Running application =
                start(forgetting(creations -> creations.withMaxNumber(4).withMaxAge(Retention.FOREVER)))) {
            untilRowsAre(4);
            assertThat(application.has(ExpiredCreations.class)).isTrue();
        }
        assertThat(sql.sql("SELECT command_id FROM counterfoil_creation")
                        .query(UUID.class)
                        .list())
                .containsExactlyInAnyOrderElementsOf(newest);
    }

    @Test
    void creationsOfOneCommand_areForgottenAboveItsNumber() {
        table();
        creations(5, Duration.ofMinutes(1));
        sql.sql("UPDATE counterfoil_creation SET command_name = 'open-shop' WHERE created_at IN"
                        + " (SELECT created_at FROM counterfoil_creation ORDER BY created_at LIMIT 2)")
                .update();

        try (Running application = start(forgetting(creations -> creations.withMaxNumberOf("open-cart", 1)))) {
            untilRowsAre(3);
            assertThat(application.has(ExpiredCreations.class)).isTrue();
        }
        assertThat(sql.sql("SELECT count(*) FROM counterfoil_creation WHERE command_name = 'open-shop'")
                        .query(Integer.class)
                        .single())
                .isEqualTo(2);
    }

    @Test
    void roundThatFails_isFollowedByTheNext() {
        try (Running application = start(WithCreations.class)) {
            assertThat(application.has(ExpiredCreations.class)).isTrue();
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> sql.sql(
                                    "SELECT xact_rollback > 0 FROM pg_stat_database WHERE datname = current_database()")
                            .query(Boolean.class)
                            .single());
            table();
            creations(2, Duration.ofDays(8));
            untilRowsAre(0);
        }
    }

    @Test
    void neitherAgeNorNumber_removesNothing() {
        table();
        creations(2, Duration.ofDays(9999));

        try (Running application = start(forgetting(creations -> creations.withMaxAge(Retention.FOREVER)))) {
            assertThat(application.bean(ExpiredRows.class).remove(10)).isZero();
        }
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void applicationWithoutCreations_hasNoPurgeOfThem() {
        try (Running application = new Running(database, List.of(Plain.class))) {
            assertThat(application.has(ExpiredCreations.class)).isFalse();
        }
    }

    @Test
    void badSettings_areRefusedByName() {
        CreationRetention creations = CreationRetention.DEFAULT;
        assertThatThrownBy(() -> creations.withMaxNumber(-1))
                .hasMessageContaining("maxNumber of the CreationRetention must be at least 0");
        assertThatThrownBy(() -> creations.withMaxNumberOf("open-cart", -1))
                .hasMessageContaining("maxNumberOf open-cart of the CreationRetention must be at least 0");
        assertThatThrownBy(() -> PurgeSettings.DEFAULT.withBatch(0))
                .hasMessageContaining("batch of the PurgeSettings must be at least 1, not 0");
    }
}
