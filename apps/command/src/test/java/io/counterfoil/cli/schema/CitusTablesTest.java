package io.counterfoil.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.cli.schema.Place.Result;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of every feature, distributed over the nodes of Citus. */
@Timeout(300)
@Tag("UP-1")
@SoakOnly("contracts")
class CitusTablesTest {

    @ParameterizedTest
    @ValueSource(strings = {"by-key", "by-client"})
    void everyFeature_isCreatedAndComplete(String way) {
        Place place = Place.of(TestCitus.freshDatabase().get(0));
        String[] upgrade = Stream.concat(Stream.of("upgrade", "--citus=" + way), Features.ALL.stream())
                .toArray(String[]::new);

        Result upgraded = place.run(upgrade);

        assertThat(upgraded.err()).isEmpty();
        assertThat(upgraded.out()).doesNotContain("to be changed by hand");
        assertThat(place.run("verify", "--citus=" + way).out().lines())
                .hasSameSizeAs(Features.ALL)
                .allMatch(line -> line.contains(": complete"));
    }
}
