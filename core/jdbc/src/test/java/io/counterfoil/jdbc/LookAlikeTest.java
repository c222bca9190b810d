package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.locks.SlotLocks;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Databases that the driver reports as PostgreSQL are recognised by what they do. */
@Tag("BM-4")
class LookAlikeTest {

    static Stream<Arguments> lookAlikes() {
        return Stream.of(
                Arguments.argumentSet(
                        "locks that do nothing", (UnaryOperator<Database>) LookAlike::withoutAdvisoryLocks),
                Arguments.argumentSet("no locks", (UnaryOperator<Database>) LookAlike::refusingAdvisoryLocks));
    }

    @ParameterizedTest
    @MethodSource("lookAlikes")
    void lookAlike_isRecognised_inATransactionThatGoesOn(UnaryOperator<Database> kind) throws SQLException {
        DataSource database = kind.apply(TestPostgres.freshDatabase()).dataSource();

        assertThat(Dialects.of(database)).isSameAs(Dialects.POSTGRESQL_COMPATIBLE);
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("CREATE TABLE before ()");
            assertThat(Dialects.of(connection)).isSameAs(Dialects.POSTGRESQL_COMPATIBLE);
            connection.commit();
        }
        assertThat(Sql.number(database, "SELECT count(*) FROM pg_tables WHERE tablename = 'before'"))
                .isEqualTo(1);
    }

    @Test
    void postgreSql_isRecognised_andKeepsNoLock() throws SQLException {
        try (Connection connection = TestPostgres.freshDatabase().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(Dialects.of(connection)).isSameAs(Dialects.POSTGRESQL);
            assertThat(Dialects.of(connection)).isSameAs(Dialects.POSTGRESQL);
            connection.rollback();
        }
    }

    @Test
    void tables_areCreated_andVerified() {
        DataSource database =
                LookAlike.withoutAdvisoryLocks(TestPostgres.freshDatabase()).dataSource();
        JdbcSchema.create(database);
        JdbcSchema.create(database);

        assertThatCode(() -> JdbcSchema.verify(database)).doesNotThrowAnyException();
        assertThat(Sql.number(database, "SELECT count(*) FROM counterfoil_slot"))
                .isEqualTo(SlotLocks.SLOTS);
    }

    /** A sequence is not rolled back, so the statement fails once, as that of a creator whose table another one is just creating. */
    @Test
    void creatorThatLost_withoutAutoCommit_triesAgain() throws SQLException {
        DataSource database =
                LookAlike.withoutAdvisoryLocks(TestPostgres.freshDatabase()).dataSource();
        Sql.run(database, "CREATE SEQUENCE attempt");
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);

            Dialects.POSTGRESQL_COMPATIBLE
                    .schema()
                    .createTables(
                            connection,
                            "made",
                            List.of("CREATE TABLE IF NOT EXISTS made ()", "SELECT 1 / (nextval('attempt') - 1)"));
        }
        assertThat(Sql.number(database, "SELECT count(*) FROM pg_tables WHERE tablename = 'made'"))
                .isEqualTo(1);
    }

    /** As one that an earlier version took for PostgreSQL. */
    @Test
    void tablesOfPostgreSql_areRefused_namingWhatIsMissing() {
        Database database = TestPostgres.freshDatabase();
        JdbcSchema.create(database.dataSource());
        DataSource lookAlike = LookAlike.withoutAdvisoryLocks(database).dataSource();

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(lookAlike))
                .withMessageContaining("table counterfoil_slot is missing")
                .withMessageContaining("R__counterfoil_postgresql_compatible.sql");
    }

    @Test
    void featureWithoutAScript_isRefused_namingTheProducts() {
        TableSchema feature = TableSchema.of(LookAlikeTest.class, "stamps", "counterfoil_stamp");
        DataSource database =
                LookAlike.withoutAdvisoryLocks(TestPostgres.freshDatabase()).dataSource();

        assertThatIllegalStateException()
                .isThrownBy(() -> feature.create(database))
                .withMessageContaining("counterfoil_stamp is not supported on CockroachDB, YugabyteDB");
    }
}
