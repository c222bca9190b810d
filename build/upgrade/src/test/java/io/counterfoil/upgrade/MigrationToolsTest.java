package io.counterfoil.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableInspection;
import io.counterfoil.jdbc.schema.TableSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.FieldSource;

/** The tables of each released version on PostgreSQL, upgraded by the tools that users migrate with. */
@ParameterizedClass
@FieldSource("io.counterfoil.upgrade.Fixture#VERSIONS")
@Timeout(300)
@Tag("UP-1")
class MigrationToolsTest {

    /** A strong reference: a logger that is collected forgets its level. */
    private static final Logger LIQUIBASE = Logger.getLogger("liquibase");

    private final Product product = Product.POSTGRESQL;
    private final DataSource database;

    MigrationToolsTest(String version) {
        LIQUIBASE.setLevel(Level.WARNING);
        database = new Fixture(version, product).load();
    }

    private List<String> findings() throws SQLException {
        List<String> findings = new ArrayList<>();
        try (Connection connection = database.getConnection()) {
            for (TableSchema feature : Product.FEATURES) {
                TableInspection found = feature.inspect(connection, product.dialect());
                findings.addAll(found.findings());
            }
        }
        return findings;
    }

    private Flyway flyway() {
        return Flyway.configure()
                .dataSource(database)
                .baselineOnMigrate(true)
                .locations(JdbcSchema.migrations(product.dialect()))
                .load();
    }

    @Test
    void flyway_upgradesTheTables_once() throws SQLException {
        assertThat(flyway().migrate().migrationsExecuted).isPositive();

        assertThat(findings()).isEmpty();
        assertThat(flyway().migrate().migrationsExecuted).isZero();
    }

    private void liquibase() throws Exception {
        try (Connection connection = database.getConnection()) {
            Database target =
                    DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
            new CommandScope(UpdateCommandStep.COMMAND_NAME)
                    .addArgumentValue(DbUrlConnectionArgumentsCommandStep.DATABASE_ARG, target)
                    .addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, "liquibase/changes.xml")
                    .execute();
        }
    }

    @Test
    void liquibase_upgradesTheTables() throws Exception {
        liquibase();
        liquibase();

        assertThat(findings()).isEmpty();
    }
}
