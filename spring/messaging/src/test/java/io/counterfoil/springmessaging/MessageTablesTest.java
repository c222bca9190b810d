package io.counterfoil.springmessaging;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.journal.JdbcJournal;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.reference.References;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.operations.Operations;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import liquibase.integration.spring.SpringLiquibase;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The tables of all features under migrations of the application: one location, and a start that names what is missing. */
@Timeout(600)
@Tag("SG-5")
class MessageTablesTest {

    private static final String[] BY_MIGRATION = {
        "--counterfoil.create-table=false",
        "--spring.flyway.enabled=true",
        "--spring.flyway.locations=classpath:counterfoil-schema/{vendor}"
    };

    private static final List<TableSchema> FEATURES = List.of(
            JdbcSchema.SCHEMA,
            JdbcOutbox.SCHEMA,
            References.SCHEMA,
            Batches.SCHEMA,
            CreationIdentifiers.SCHEMA,
            JdbcJournal.SCHEMA,
            Operations.SCHEMA);

    private static final String CHANGE = """
              - changeSet:
                  id: %1$s
                  author: counterfoil
                  runOnChange: true
                  changes:
                    - sqlFile: {path: "classpath:%1$s"}
            """;

    private static final String[] OF_MESSAGES = {
        "counterfoil_outbox",
        "counterfoil_outbox_relay",
        "counterfoil_message_try",
        "counterfoil_message_failure",
        "counterfoil_outbox_failure"
    };

    enum Engine {
        POSTGRESQL,
        MARIADB,
        H2;

        Database database() {
            return switch (this) {
                case POSTGRESQL -> TestPostgres.freshDatabase();
                case MARIADB -> TestMariaDb.freshDatabase();
                case H2 -> h2();
            };
        }

        private static Database h2() {
            String name = "tables" + UUID.randomUUID().toString().replace("-", "");
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
            dataSource.setUser("sa");
            return new Database(name, dataSource.getURL(), "sa", "", dataSource);
        }
    }

    static class WithOperations {

        @Bean
        static TableSchema operationTables() {
            return Operations.SCHEMA;
        }
    }

    private static ConfigurableApplicationContext start(Database database, String... properties) {
        return MessageApplication.start(database, List.of(), properties);
    }

    @Test
    void tablesOfMessages_missing_areNamedByTheFailureOfTheStart() {
        Database database = TestPostgres.freshDatabase();
        JdbcSchema.create(database.dataSource());

        assertThatThrownBy(() ->
                        start(database, "--counterfoil.create-table=false").close())
                .satisfies(failure -> assertThat(refusal(failure).description())
                        .contains("- table counterfoil_outbox is missing")
                        .contains(OF_MESSAGES)
                        .doesNotContain("counterfoil_record"))
                .satisfies(failure -> assertThat(refusal(failure).action())
                        .contains("R__counterfoil_postgresql_messaging.sql")
                        .contains("JdbcOutbox.SCHEMA.create executes them")
                        .contains("classpath:counterfoil-schema/{vendor}"));
    }

    private static CounterfoilStartUpException refusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CounterfoilStartUpException refusal) {
                return refusal;
            }
        }
        throw new AssertionError("the start failed without a description", failure);
    }

    @Test
    void rowOfTheRelay_missing_isNamedByTheFailureOfTheStart() {
        Database database = TestPostgres.freshDatabase();
        FEATURES.forEach(feature -> feature.create(database.dataSource()));
        JdbcClient.create(database.dataSource())
                .sql("DELETE FROM counterfoil_outbox_relay")
                .update();

        assertThatThrownBy(() ->
                        start(database, "--counterfoil.create-table=false").close())
                .satisfies(failure ->
                        assertThat(refusal(failure).description()).contains("table counterfoil_outbox_relay is empty"));
    }

    @ParameterizedTest
    @EnumSource
    void oneLocationOfFlyway_hasTheTablesOfEveryFeature(Engine engine) {
        Database database = engine.database();

        try (ConfigurableApplicationContext context = start(database, BY_MIGRATION)) {
            assertMessageIsKept(context, database);
            FEATURES.forEach(feature -> feature.verify(database.dataSource()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void olderInstallation_getsTheTablesOfOtherFeatures(Engine engine, @TempDir Path older) throws Exception {
        Database database = engine.database();
        SqlDialect dialect = Dialects.of(database.dataSource());
        Files.writeString(older.resolve("R__counterfoil_" + dialect.vendor() + ".sql"), JdbcSchema.script(dialect));
        Flyway.configure()
                .dataSource(database.dataSource())
                .locations("filesystem:" + older)
                .load()
                .migrate();
        JdbcOutbox.SCHEMA.create(database.dataSource());

        try (ConfigurableApplicationContext context = start(database, BY_MIGRATION)) {
            assertMessageIsKept(context, database);
            FEATURES.forEach(feature -> feature.verify(database.dataSource()));
        }
        start(database, BY_MIGRATION).close();
    }

    /** Each script is a change set, which Liquibase runs again where its text has changed. */
    @ParameterizedTest
    @EnumSource
    void scripts_areChangesOfLiquibase(Engine engine, @TempDir Path application) throws Exception {
        Database database = engine.database();
        SqlDialect dialect = Dialects.of(database.dataSource());
        StringBuilder changes = new StringBuilder("databaseChangeLog:\n");
        for (TableSchema feature : FEATURES) {
            for (String script : feature.resources(dialect)) {
                changes.append(CHANGE.formatted(script.substring(1)));
            }
        }
        Path file = Files.writeString(application.resolve("changes.yaml"), changes);

        for (int run = 1; run <= 2; run++) {
            SpringLiquibase liquibase = new SpringLiquibase();
            liquibase.setDataSource(database.dataSource());
            liquibase.setChangeLog("file:" + file);
            liquibase.setResourceLoader(new DefaultResourceLoader());
            liquibase.afterPropertiesSet();
        }

        FEATURES.forEach(feature -> feature.verify(database.dataSource()));
    }

    private static void assertMessageIsKept(ConfigurableApplicationContext context, Database database) {
        OutboxStore outbox = context.getBean(OutboxStore.class);
        Message message = Message.of("bookings", new byte[] {1}).withKey("a");
        context.getBean(Transactions.class).run(transaction -> {
            outbox.add(message);
            return message;
        });

        assertThat(JdbcClient.create(database.dataSource())
                        .sql("SELECT count(*) FROM counterfoil_outbox")
                        .query(Integer.class)
                        .single())
                .isOne();
    }

    @ParameterizedTest
    @EnumSource
    void tableThatIsDropped_isDownInTheHealth(Engine engine) {
        Database database = engine.database();
        try (ConfigurableApplicationContext context =
                MessageApplication.start(database, List.of(WithOperations.class))) {
            Operations.SCHEMA.verify(database.dataSource());
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);

            for (String table : List.of("counterfoil_message_try", "counterfoil_operation")) {
                JdbcClient.create(database.dataSource())
                        .sql("DROP TABLE " + table)
                        .update();
            }

            Health down = health(context);
            assertThat(down.getStatus()).isEqualTo(Status.DOWN);
            assertThat(down.getDetails().get("error"))
                    .asString()
                    .contains("tables are missing: ", "counterfoil_message_try", "counterfoil_operation");
        }
    }

    private static Health health(ConfigurableApplicationContext context) {
        return requireNonNull(context.getBean("counterfoilHealthIndicator", HealthIndicator.class)
                .health());
    }
}
