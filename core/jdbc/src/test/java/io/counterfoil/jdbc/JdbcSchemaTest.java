package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.JdbcSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(
        mode = EnumSource.Mode.EXCLUDE,
        names = {"POSTGRESQL_COMPATIBLE", "CITUS", "H2_ORACLE"})
@Timeout(240)
class JdbcSchemaTest {

    /** Users are those of the whole server. */
    private static final AtomicInteger LESSER = new AtomicInteger();

    private final Engine engine;
    private final DataSource database;

    JdbcSchemaTest(Engine engine) {
        this.engine = engine;
        this.database = engine.freshDatabase();
    }

    @Test
    void create_byManyAtOnce_makesTheTablesOnce() throws Exception {
        ExecutorService others = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                running.add(others.submit(() -> JdbcSchema.create(database)));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            others.shutdownNow();
        }

        JdbcSchema.verify(database);
        assertThat(Sql.number(database, "SELECT count(*) FROM counterfoil_schema"))
                .isOne();
    }

    @Test
    void create_whereTheTablesAre_changesNothing() {
        JdbcSchema.create(database);
        Sql.run(database, "UPDATE counterfoil_schema SET compatible_from = 0");

        JdbcSchema.create(database);

        assertThat(Sql.number(database, "SELECT compatible_from FROM counterfoil_schema"))
                .isZero();
    }

    @Test
    void create_goesOnWhereAnotherStopped() {
        JdbcSchema.create(database);
        Sql.run(database, "DROP TABLE counterfoil_schema");

        JdbcSchema.create(database);

        JdbcSchema.verify(database);
    }

    @Test
    void create_whereOneTableWasDropped_createsIt() {
        JdbcSchema.create(database);
        for (String table : tables()) {
            Sql.run(database, "DROP TABLE " + table);
            assertThatIllegalStateException()
                    .isThrownBy(() -> JdbcSchema.verify(database))
                    .withMessageContaining("table " + table + " is missing");

            JdbcSchema.create(database);

            JdbcSchema.verify(database);
        }
    }

    @Test
    void create_whereTheRowsOfATableAreMissing_insertsThem() {
        JdbcSchema.create(database);
        for (String table : tables()) {
            Sql.run(database, "DELETE FROM " + table);

            JdbcSchema.create(database);

            JdbcSchema.verify(database);
        }
    }

    private List<String> tables() {
        return engine == Engine.POSTGRESQL
                ? List.of("counterfoil_record", "counterfoil_schema")
                : List.of("counterfoil_record", "counterfoil_slot", "counterfoil_schema");
    }

    /** Two processes of a new service start at once; the databases but PostgreSQL do not create and fill the table in one transaction. */
    @Test
    void create_whereAnotherHasNotYetWrittenTheVersion_writesIt() {
        JdbcSchema.create(database);
        Sql.run(database, "DELETE FROM counterfoil_schema");

        JdbcSchema.create(database);

        JdbcSchema.verify(database);
    }

    @Test
    void create_onAConnectionThatDoesNotCommitByItself_isCommitted() {
        try (var pool = TestDatabases.pool(database, 2, config -> config.setAutoCommit(false))) {
            JdbcSchema.create(pool);
            JdbcSchema.verify(pool);
        }

        JdbcSchema.verify(database);
    }

    @Test
    void verify_saysWhatIsMissing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining("table counterfoil_record is missing")
                .withMessageContaining("table counterfoil_schema is missing")
                .withMessageContaining("counterfoil-schema/" + folder() + "/R__counterfoil_" + folder() + ".sql")
                .withMessageContaining("(see JdbcSchema.script)");
    }

    @Test
    void verify_saysAllThatIsDifferent_atOnce() {
        JdbcSchema.create(database);
        Sql.run(database, "ALTER TABLE counterfoil_record DROP COLUMN leased_until");
        Sql.run(database, alterType("expires_at", "integer"));
        Sql.run(database, alterType("received_at", "smallint"));
        Sql.run(
                database,
                engine == Engine.MARIADB
                        ? "ALTER TABLE counterfoil_record MODIFY token bigint NULL, MODIFY format smallint NOT NULL"
                        : "ALTER TABLE counterfoil_record ALTER COLUMN token DROP NOT NULL");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining("column counterfoil_record.leased_until is missing: it is bigint")
                .withMessageContaining("column counterfoil_record.expires_at is int")
                .withMessageContaining("and must be bigint")
                .withMessageContaining("column counterfoil_record.received_at is ")
                .withMessageContaining("column counterfoil_record.token is nullable and must be NOT NULL");
    }

    @Test
    void verify_saysWhatKeyIsMissing() {
        JdbcSchema.create(database);
        Sql.run(
                database,
                engine == Engine.POSTGRESQL
                        ? "ALTER TABLE counterfoil_record DROP CONSTRAINT counterfoil_record_pkey"
                        : "ALTER TABLE counterfoil_record DROP PRIMARY KEY");
        Sql.run(database, "ALTER TABLE counterfoil_record ADD PRIMARY KEY (client, request_id, operation)");
        Sql.run(
                database,
                engine == Engine.MARIADB
                        ? "DROP INDEX counterfoil_record_expiry ON counterfoil_record"
                        : "DROP INDEX counterfoil_record_expiry");
        Sql.run(
                database,
                engine == Engine.MARIADB
                        ? "ALTER TABLE counterfoil_record MODIFY request_count bigint NOT NULL"
                        : "ALTER TABLE counterfoil_record ALTER COLUMN request_count DROP DEFAULT");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining("has the primary key (client, request_id, operation) and must have"
                        + " (request_id, client, operation)")
                .withMessageContaining("counterfoil_record has no index on expires_at")
                .withMessageContaining("column counterfoil_record.request_count has no default");
    }

    @Test
    void verify_refusesKeysThatAreNotComparedByteByByte() {
        JdbcSchema.create(database);
        Sql.run(
                database,
                switch (engine) {
                    case POSTGRESQL ->
                        "ALTER TABLE counterfoil_record ALTER COLUMN client TYPE text COLLATE \"unicode\"";
                    case MARIADB -> "ALTER TABLE counterfoil_record MODIFY client varchar(255) NOT NULL";
                    default -> "ALTER TABLE counterfoil_record ALTER COLUMN client varchar_ignorecase(255) NOT NULL";
                });

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining("column counterfoil_record.client ")
                .withMessageContaining("and must ");
    }

    @Test
    void verify_letsANewerVersionAddColumns() {
        JdbcSchema.create(database);
        Sql.run(database, "ALTER TABLE counterfoil_record ADD COLUMN added_later integer");
        Sql.run(database, "ALTER TABLE counterfoil_record ADD COLUMN filled_later integer DEFAULT 7 NOT NULL");
        Sql.run(database, "INSERT INTO counterfoil_schema (version, compatible_from) VALUES (2, 1)");

        assertThatCode(() -> JdbcSchema.verify(database)).doesNotThrowAnyException();
    }

    @Test
    void verify_refusesAColumnThatItsInsertsCannotFill() {
        JdbcSchema.create(database);
        Sql.run(database, "ALTER TABLE counterfoil_record ADD COLUMN demanded integer NOT NULL");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining("counterfoil_record.demanded")
                .withMessageContaining("NOT NULL and without a default");
    }

    @Test
    void verify_refusesTablesThatANewerVersionKeepsToItself() {
        JdbcSchema.create(database);
        Sql.run(database, "INSERT INTO counterfoil_schema (version, compatible_from) VALUES (7, 5)");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining("version 7")
                .withMessageContaining("version 5 or later")
                .withMessageContaining("made for version 1")
                .withMessageContaining("Use the version of this library that matches these tables")
                .withMessageNotContaining("JdbcSchema.script");
    }

    @Test
    void verify_refusesTablesOfNoVersion_andSlotsThatAreNotFilled() {
        JdbcSchema.create(database);
        Sql.run(database, "DELETE FROM counterfoil_schema");
        boolean slots = engine != Engine.POSTGRESQL;
        if (slots) {
            Sql.run(database, "DELETE FROM counterfoil_slot WHERE slot >= 100");
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining("counterfoil_schema is empty")
                .withMessageContaining(slots ? "counterfoil_slot has 100 rows, and must have 16384" : "");
    }

    @Test
    void flyway_runsTheMigrations() {
        MigrateResult result = flyway().migrate();

        assertThat(result.migrationsExecuted).isOne();
        JdbcSchema.verify(database);
        assertThat(flyway().migrate().migrationsExecuted).isZero();
        flyway().validate();
    }

    @Test
    void flyway_withApplicationMigrations_runsTheSchemaMigrationOnce(@TempDir Path application) throws IOException {
        Files.writeString(application.resolve("V1__init.sql"), "CREATE TABLE one (id integer)");
        Flyway first = ofTheApplication(application);
        assertThat(first.migrate().migrationsExecuted).isEqualTo(2);

        Files.writeString(application.resolve("V2__more.sql"), "CREATE TABLE two (id integer)");
        Flyway next = ofTheApplication(application);

        assertThat(next.migrate().migrationsExecuted).isOne();
        next.validate();
        JdbcSchema.verify(database);
    }

    private Flyway ofTheApplication(Path migrations) {
        return Flyway.configure()
                .dataSource(database)
                .locations("filesystem:" + migrations, "classpath:counterfoil-schema/" + vendor())
                .load();
    }

    /** What Spring Boot puts in the place of {vendor}. */
    private String vendor() {
        return engine.name().toLowerCase(Locale.ROOT);
    }

    @Test
    void flyway_canFollow_whereTheTablesWereCreatedAtStartUp() {
        JdbcSchema.create(database);

        flyway().migrate();

        JdbcSchema.verify(database);
    }

    @Test
    void script_isTheMigration() {
        assertThat(JdbcSchema.script(dialect())).contains("CREATE TABLE IF NOT EXISTS counterfoil_record");
        assertThat(JdbcSchema.migrations(dialect())).containsExactly("classpath:counterfoil-schema/" + folder());
    }

    @Test
    void create_byAUserWithoutTheRight_worksWhereTheTablesAre() {
        String user = "lesser_" + LESSER.incrementAndGet();
        grants(user).forEach(grant -> Sql.run(database, grant));
        try (var lesser = TestDatabases.pool(database, 1, config -> {
            config.setUsername(user);
            config.setPassword("secret");
        })) {
            assertThatThrownBy(() -> JdbcSchema.create(lesser)).isInstanceOf(StoreException.class);
            JdbcSchema.create(database);
            if (engine == Engine.POSTGRESQL) {
                Sql.run(database, "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + user);
            }

            assertThatCode(() -> JdbcSchema.create(lesser)).doesNotThrowAnyException();
            assertThatCode(() -> JdbcSchema.verify(lesser)).doesNotThrowAnyException();
        }
    }

    /** What makes a user who can read and write all tables that are there, where that can be said before they are. */
    private List<String> grants(String user) {
        return switch (engine) {
            case POSTGRESQL -> List.of("CREATE ROLE " + user + " LOGIN PASSWORD 'secret'");
            case MARIADB ->
                List.of(
                        "CREATE USER " + user + " IDENTIFIED BY 'secret'",
                        "GRANT SELECT, INSERT, UPDATE, DELETE ON * TO " + user);
            default ->
                List.of(
                        "CREATE USER " + user + " PASSWORD 'secret'",
                        "GRANT SELECT, INSERT, UPDATE, DELETE ON SCHEMA public TO " + user);
        };
    }

    private Flyway flyway() {
        return Flyway.configure()
                .dataSource(database)
                .locations(JdbcSchema.migrations(dialect()))
                .baselineOnMigrate(true)
                .load();
    }

    private String alterType(String column, String type) {
        return engine == Engine.MARIADB
                ? "ALTER TABLE counterfoil_record MODIFY " + column + " " + type + " NOT NULL"
                : "ALTER TABLE counterfoil_record ALTER COLUMN " + column + " SET DATA TYPE " + type;
    }

    private SqlDialect dialect() {
        return switch (engine) {
            case POSTGRESQL -> Dialects.POSTGRESQL;
            case MARIADB -> Dialects.MYSQL;
            default -> Dialects.H2;
        };
    }

    private String folder() {
        return dialect().vendor();
    }
}
