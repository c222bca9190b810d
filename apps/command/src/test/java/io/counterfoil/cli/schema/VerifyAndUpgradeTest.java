package io.counterfoil.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.cli.schema.Place.Result;
import io.counterfoil.testkit.database.TestPostgres;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of real databases, verified and upgraded. */
@Timeout(300)
@Tag("UP-1")
class VerifyAndUpgradeTest {

    @ParameterizedTest
    @EnumSource
    void verify_withoutTables_saysSo_andFails(Product product) {
        Result result = product.fresh().run("verify");

        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("no tables of this library in jdbc:")
                .contains(
                        product == Product.MARIADB ? ", database " : ", schema ",
                        ", as user ",
                        "'schema upgrade FEATURE' creates");
        assertThat(result.exitCode()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void upgrade_ofNamedFeatures_createsTheirTables(Product product) {
        Place place = product.fresh();

        Result upgraded = place.run("upgrade", "records", "batches", "messaging");

        assertThat(upgraded.err()).isEmpty();
        assertThat(upgraded.exitCode()).isZero();
        assertThat(upgraded.out()).contains("-- batches: not there", "CREATE TABLE IF NOT EXISTS counterfoil_batch ");
        Result verified = place.run("verify");
        assertThat(verified.out().lines())
                .containsExactly("records: complete, version 1", "messaging: complete", "batches: complete");
        assertThat(verified.exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void verify_whereAnIndexIsMissing_namesIt_andFails(Product product) throws SQLException {
        Place place = withoutAnIndex(product);

        Result verified = place.run("verify");

        assertThat(verified.out().lines())
                .containsExactly(
                        "records: complete, version 1",
                        "batches: not complete",
                        "  - index on counterfoil_batch (opened_at) is missing");
        assertThat(verified.exitCode()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void dryRun_printsTheStatements_andChangesNothing(Product product) throws SQLException {
        Place place = withoutAnIndex(product);

        Result dry = place.run("upgrade", "--dry-run");

        assertThat(dry.out())
                .contains("--   index on counterfoil_batch (opened_at) is missing")
                .contains("counterfoil_batch_opened ON counterfoil_batch (opened_at)")
                .doesNotContain("CREATE TABLE");
        assertThat(dry.exitCode()).isZero();
        assertThat(place.run("verify").exitCode()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void upgrade_addsWhatIsMissing_toTablesThatAreThere(Product product) throws SQLException {
        Place place = withoutAnIndex(product);
        place.execute("DROP TABLE counterfoil_batch_member");

        Result upgraded = place.run("upgrade");

        assertThat(upgraded.exitCode()).isZero();
        assertThat(upgraded.out()).contains("table counterfoil_batch_member is missing");
        assertThat(place.run("verify", "records", "batches").exitCode()).isZero();
        assertThat(place.run("upgrade").out().lines())
                .containsExactly("-- records: complete, version 1", "-- batches: complete");
    }

    private static Place withoutAnIndex(Product product) throws SQLException {
        Place place = product.fresh();
        assertThat(place.run("upgrade", "records", "batches").exitCode()).isZero();
        place.execute(product.dropIndex("counterfoil_batch_opened", "counterfoil_batch"));
        return place;
    }

    @Test
    void upgrade_thatCannotAdd_namesWhatToChangeByHand() throws SQLException {
        Place place = Product.POSTGRESQL.fresh();
        assertThat(place.run("upgrade", "records", "creations").exitCode()).isZero();
        place.execute("ALTER TABLE counterfoil_creation DROP COLUMN created_at CASCADE");

        Result upgraded = place.run("upgrade");

        assertThat(upgraded.exitCode()).isOne();
        assertThat(upgraded.out())
                .contains(
                        "to be changed by hand: column counterfoil_creation.created_at is missing: it is bigint NOT NULL");
        assertThat(upgraded.err()).isEmpty();
    }

    @Test
    void index_ofAnotherName_isNotCreatedAgain() throws SQLException {
        Place place = withoutAnIndex(Product.POSTGRESQL);
        place.execute("CREATE INDEX mine ON counterfoil_batch (opened_at, kind)");

        assertThat(place.run("verify").exitCode()).isZero();
    }

    @Test
    void namedFeature_thatIsNotThere_failsVerification() {
        Result verified = Place.h2().run("verify", "journal");

        assertThat(verified.out().lines())
                .containsExactly("journal: not there", "  - table counterfoil_client_journal is missing");
        assertThat(verified.exitCode()).isOne();
    }

    @Test
    void everyFeature_isCreatedAndComplete() {
        Place place = Place.of(TestPostgres.freshDatabase());

        String[] all =
                Stream.concat(Stream.of("upgrade"), Features.ALL.stream()).toArray(String[]::new);
        assertThat(place.run(all).exitCode()).isZero();

        assertThat(place.run("verify").out().lines())
                .hasSameSizeAs(Features.ALL)
                .allMatch(line -> line.contains(": complete"));
    }

    @Test
    void passwordInTheUrl_isRefused() {
        Result result = new Place("jdbc:h2:mem:x;PASSWORD=secret", "sa", "").run("verify");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("--url contains a password").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mariadb://app:secret@db/shop",
                "jdbc:mariadb://db/shop?password2=secret",
                "jdbc:postgresql://db/shop?user=app&PASSWORD=secret"
            })
    void passwordInAnyForm_isRefused(String url) {
        Result result = new Place(url, "sa", "").run("verify");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("--url contains a password").doesNotContain("secret");
    }

    @Test
    void fileOfH2_thatIsNotThere_isNotCreated(@TempDir Path folder) {
        Place place = new Place("jdbc:h2:" + folder.resolve("typo"), "sa", "secret");

        assertThat(place.run("verify").exitCode()).isEqualTo(2);
        assertThat(place.run("upgrade", "records").exitCode()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void databaseThatRefuses_isReportedInOneLine() {
        Place place = Place.of(TestPostgres.freshDatabase());
        Result result = new Place(place.url(), "nobody", "wrong").run("verify");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).startsWith("counterfoil: jdbc:postgresql://");
        assertThat(result.err().lines()).hasSize(1);
    }

    @Test
    void databaseWithoutADriver_isRefused_withTheSupportedOnes() {
        Result result = new Place("jdbc:oracle:thin:scott/tiger@x", "sa", "").run("upgrade");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .startsWith("counterfoil: --url must begin with jdbc:postgresql: or ")
                .doesNotContain("tiger");
    }

    @Test
    void unknownFeature_isRefused() {
        Result result = Place.h2().run("verify", "accounts");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).startsWith("counterfoil: unknown feature 'accounts'");
    }

    @Test
    void citus_whereItIsNot_isRefused() {
        Result result = Place.h2().run("verify", "--citus");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).startsWith("counterfoil: --citus is for Citus, and the database is H2");
    }
}
