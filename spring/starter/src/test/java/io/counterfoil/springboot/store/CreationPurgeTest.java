package io.counterfoil.springboot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.application.TestApplication;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Creations in a real PostgreSQL, which the starter forgets by age and by number. */
@Timeout(600)
@Tag("CB-8")
class CreationPurgeTest {

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
            assertThat(application.has(CreationPurge.class)).isTrue();
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
            assertThat(application.has(CreationPurge.class)).isTrue();
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
            assertThat(application.has(CreationPurge.class)).isTrue();
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
            assertThat(application.has(CreationPurge.class)).isTrue();
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
            assertThat(application.has(CreationPurge.class)).isTrue();
        }
        assertThat(sql.sql("SELECT count(*) FROM counterfoil_creation WHERE command_name = 'open-shop'")
                        .query(Integer.class)
                        .single())
                .isEqualTo(2);
    }

    @Test
    void roundThatFails_isFollowedByTheNext() {
        try (Running application = start(WithCreations.class)) {
            assertThat(application.has(CreationPurge.class)).isTrue();
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
    void neitherAgeNorNumber_startsNothing() {
        table();
        creations(2, Duration.ofDays(9999));

        try (Running application = start(forgetting(creations -> creations.withMaxAge(Retention.FOREVER)))) {
            assertThat(application.bean(CreationPurge.class).isOn()).isFalse();
        }
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void applicationWithoutCreations_hasNoPurgeOfThem() {
        try (Running application = new Running(database, List.of(Plain.class))) {
            assertThat(application.has(CreationPurge.class)).isFalse();
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
