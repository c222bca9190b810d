package io.counterfoil.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.cli.schema.Place.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables that differ from the scripts in one thing, on real databases. */
@Timeout(300)
@Tag("UP-1")
class DifferentTablesTest {

    private static Result verifyAfter(Product product, String... statements) throws SQLException {
        Place place = product.complete();
        place.execute(statements);
        return place.run("verify");
    }

    @ParameterizedTest
    @EnumSource
    void everyFeature_isComplete(Product product) {
        Result verified = product.complete().run("verify");

        assertThat(verified.out().lines()).allMatch(line -> line.contains(": complete"));
        assertThat(verified.exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void column_ofAnotherType_isFound(Product product) throws SQLException {
        Result verified = verifyAfter(
                product, product.changeColumn("counterfoil_outbox_failure", "attempts", "varchar(10)", "NOT NULL"));

        assertThat(verified.out())
                .contains("column counterfoil_outbox_failure.attempts is ")
                .contains("and must be integer");
        assertThat(verified.exitCode()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void column_thatIsTooShort_isFound(Product product) throws SQLException {
        Result verified = verifyAfter(
                product, product.changeColumn("counterfoil_creation", "command_name", "varchar(99)", "NOT NULL"));

        assertThat(verified.out())
                .contains("column counterfoil_creation.command_name is varchar(99)".replace("varchar", text(product)))
                .contains("and must be varchar(100)");
    }

    private static String text(Product product) {
        return product == Product.H2 ? "character varying" : "varchar";
    }

    @ParameterizedTest
    @EnumSource
    void column_thatIsNullable_isFound(Product product) throws SQLException {
        Result verified = verifyAfter(product, product.changeColumn("counterfoil_operation", "step", "bigint", "NULL"));

        assertThat(verified.out()).contains("column counterfoil_operation.step is nullable and must be NOT NULL");
    }

    @ParameterizedTest
    @EnumSource
    void column_withoutItsDefault_isFound(Product product) throws SQLException {
        Result verified =
                verifyAfter(product, product.changeColumn("counterfoil_batch", "refused", "bigint", "NOT NULL"));

        assertThat(verified.out()).contains("column counterfoil_batch.refused has no default");
    }

    @ParameterizedTest
    @EnumSource
    void unknownColumn_thatInsertsCannotFill_isFound(Product product) throws SQLException {
        Result verified =
                verifyAfter(product, "ALTER TABLE counterfoil_client_journal ADD COLUMN demanded integer NOT NULL");

        assertThat(verified.out()).contains("column counterfoil_client_journal.demanded is unknown to this version");
    }

    @ParameterizedTest
    @EnumSource
    void primaryKey_thatIsMissing_isFound(Product product) throws SQLException {
        Result verified = verifyAfter(
                product,
                product == Product.POSTGRESQL
                        ? "ALTER TABLE counterfoil_reference DROP CONSTRAINT counterfoil_reference_pkey"
                        : "ALTER TABLE counterfoil_reference DROP PRIMARY KEY");

        assertThat(verified.out())
                .contains("table counterfoil_reference has the primary key of no columns"
                        + " and must have (namespace, kind, reference)");
    }

    private static Place withoutUniqueName(Product product) throws SQLException {
        Place place = product.complete();
        place.execute(
                switch (product) {
                    case POSTGRESQL, MARIADB ->
                        product.dropIndex("counterfoil_operation_name", "counterfoil_operation");
                    case H2 -> "ALTER TABLE counterfoil_operation DROP CONSTRAINT " + nameOfTheConstraint(place);
                },
                "CREATE INDEX not_unique ON counterfoil_operation (namespace, kind, reference)");
        return place;
    }

    private static String nameOfTheConstraint(Place place) throws SQLException {
        try (Connection connection = place.connect();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT constraint_name FROM information_schema.table_constraints"
                        + " WHERE table_name = 'COUNTERFOIL_OPERATION' AND constraint_type = 'UNIQUE'")) {
            row.next();
            return row.getString(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void indexThatIsNotUnique_inThePlaceOfOneThatIs_isFound(Product product) throws SQLException {
        Result verified = withoutUniqueName(product).run("verify");

        assertThat(verified.out())
                .containsOnlyOnce("unique index on counterfoil_operation (namespace, kind, reference) is missing");
        assertThat(verified.err()).contains("'schema upgrade' adds what is missing");
    }

    @ParameterizedTest
    @EnumSource
    void uniqueIndex_thatIsMissing_isAdded(Product product) throws SQLException {
        Place place = withoutUniqueName(product);

        Result upgraded = place.run("upgrade");

        assertThat(upgraded.err()).isEmpty();
        assertThat(upgraded.out()).contains("CREATE UNIQUE INDEX ");
        assertThat(place.run("verify").exitCode()).isZero();
    }

    @Test
    void collation_thatComparesOtherwise_isFoundOnMariaDb() throws SQLException {
        Result verified = verifyAfter(
                Product.MARIADB,
                "ALTER TABLE counterfoil_reference MODIFY kind varchar(100) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL");

        assertThat(verified.out())
                .contains(
                        "column counterfoil_reference.kind has collation \"ascii_general_ci\" and must have \"ascii_bin\"");
    }

    @Test
    void collation_thatComparesOtherwise_isFoundOnPostgreSql() throws SQLException {
        Result verified = verifyAfter(
                Product.POSTGRESQL,
                "ALTER TABLE counterfoil_reference ALTER COLUMN kind TYPE text COLLATE \"unicode\"");

        assertThat(verified.out())
                .contains("column counterfoil_reference.kind has collation \"unicode\" and must have \"C\"");
    }

    @Test
    void tableOfAnEngineWithoutTransactions_isFound() throws SQLException {
        Result verified = verifyAfter(Product.MARIADB, "ALTER TABLE counterfoil_outbox_failure ENGINE = MyISAM");

        assertThat(verified.out()).contains("table counterfoil_outbox_failure is kept by MyISAM");
    }

    @Test
    void indexWhoseCreationFailed_isFound() throws SQLException {
        Result verified = verifyAfter(
                Product.POSTGRESQL,
                "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'counterfoil_batch_opened'::regclass");

        assertThat(verified.out())
                .contains("index on counterfoil_batch (opened_at) is missing")
                .contains("index counterfoil_batch_opened on counterfoil_batch is invalid");
        assertThat(verified.exitCode()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void dryRun_whereSomethingIsToBeChangedByHand_saysSo_andFails(Product product) throws SQLException {
        Place place = product.complete();
        place.execute("ALTER TABLE counterfoil_outbox_failure DROP COLUMN attempts");

        Result dry = place.run("upgrade", "--dry-run");

        assertThat(dry.out())
                .contains("to be changed by hand: column counterfoil_outbox_failure.attempts is missing")
                .doesNotContainPattern("(?m)^[A-Z]");
        assertThat(dry.exitCode()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void tablesOfALaterVersion_areLeftAlone(Product product) throws SQLException {
        Place place = product.complete();
        place.execute(
                "INSERT INTO counterfoil_schema (version, compatible_from) VALUES (7, 5)",
                "ALTER TABLE counterfoil_record DROP COLUMN format",
                product.dropIndex("counterfoil_record_expiry", "counterfoil_record"));

        Result upgraded = place.run("upgrade", "records");

        assertThat(upgraded.out())
                .contains("to be changed by hand: the tables are of version 7")
                .doesNotContainPattern("(?m)^[A-Z]");
        assertThat(upgraded.exitCode()).isOne();
        assertThat(place.run("verify").out()).contains("no index on expires_at");
    }

    @ParameterizedTest
    @EnumSource
    void upgrade_addsOneTable_besideAnIndexThatIsThere(Product product) throws SQLException {
        Place place = product.complete();
        place.execute("DROP TABLE counterfoil_batch_member");

        Result upgraded = place.run("upgrade");

        assertThat(upgraded.err()).isEmpty();
        assertThat(upgraded.exitCode()).isZero();
        assertThat(place.run("verify").exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void upgrade_addsTheIndexOfARecordsExpiry(Product product) throws SQLException {
        Place place = product.complete();
        place.execute(product.dropIndex("counterfoil_record_expiry", "counterfoil_record"));

        Result upgraded = place.run("upgrade");

        assertThat(upgraded.out()).contains("CREATE INDEX ").doesNotContain("INSERT", "CREATE TABLE");
        assertThat(upgraded.exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = "H2", mode = EnumSource.Mode.EXCLUDE)
    void upgrade_behindAnOpenTransaction_givesUp_andLetsWritersGoOn(Product product) throws SQLException {
        Place place = product.complete();
        place.execute(product.dropIndex("counterfoil_outbox_failure_key", "counterfoil_outbox_failure"));
        try (Connection open = place.connect();
                Statement statement = open.createStatement()) {
            open.setAutoCommit(false);
            statement.execute("INSERT INTO counterfoil_outbox_failure (id, attempts, reason) VALUES (1, 1, 'x')");

            Result upgraded = place.run("upgrade");

            assertThat(upgraded.exitCode()).isEqualTo(2);
            assertThat(upgraded.err().lines()).hasSize(1).allMatch(line -> line.contains("repeat this later"));
            open.rollback();
        }
        assertThat(place.run("upgrade").exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void upgrade_byFourAtOnce_succeedsForEach(Product product) throws Exception {
        Place place = product.complete();
        place.execute(product.dropIndex("counterfoil_outbox_failure_key", "counterfoil_outbox_failure"));
        ExecutorService operators = Executors.newFixedThreadPool(4);
        try {
            Callable<Result> upgrade = () -> place.run("upgrade");

            for (Future<Result> upgraded : operators.invokeAll(Collections.nCopies(4, upgrade))) {
                assertThat(upgraded.get().err()).isEmpty();
                assertThat(upgraded.get().exitCode()).isZero();
            }
        } finally {
            operators.shutdown();
        }
    }
}
