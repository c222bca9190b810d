package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.database.Dialects;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RF-8")
class OperationValuesTest {

    private static final OperationSettings DEFAULT = OperationSettings.DEFAULT;

    private static NewOperation ofKind(String kind) {
        return NewOperation.of(Site.ACME, kind, ReferenceId.next());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "é", "a\n"})
    void kinds_ofOtherCharacters_areRefused(String kind) {
        assertThatIllegalArgumentException().isThrownBy(() -> ofKind(kind)).withMessageContaining("kind");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Operations.builder(new JdbcDataSource(), Dialects.H2)
                        .work(kind, (connection, operation) -> new OperationStep.GoOn("", 0)));
    }

    @Test
    void kinds_beyondTheirLength_areRefused() {
        assertThat(ofKind("k".repeat(100)).kind()).hasSize(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ofKind("k".repeat(101)))
                .withMessageContaining("101");
    }

    @Test
    void aKind_hasOneWork() {
        Operations.Builder builder =
                Operations.builder(new JdbcDataSource(), Dialects.H2).work("items", Site::applyNext);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.work("items", Site::applyNext))
                .withMessageContaining("items");
    }

    @Test
    void texts_beyondTheirLimits_areRefused_withTheNumbers() {
        String over64k = "x".repeat(64 * 1024 + 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ofKind("k").input(over64k))
                .withMessageContaining("65536")
                .withMessageContaining("65537");
        assertThatIllegalArgumentException().isThrownBy(() -> ofKind("k").input("a\0"));
        assertThatIllegalArgumentException().isThrownBy(() -> ofKind("k").total(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ofKind("k").callback(URI.create("https://example.com/" + "x".repeat(2_048))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OperationStep.GoOn("é".repeat(2_048) + "x", 1))
                .withMessageContaining("4096");
        assertThatIllegalArgumentException().isThrownBy(() -> new OperationStep.GoOn("", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new OperationStep.Finished(over64k, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new OperationStep.Finished("{}", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new OperationStep.Failed(over64k));
    }

    @Test
    void values_atTheirLimits_areAccepted() {
        assertThat(ofKind("k").total(0).total()).hasValue(0);
        assertThat(new OperationStep.GoOn("é".repeat(2_048), 0).done()).isZero();
        assertThat(new OperationStep.Finished("x".repeat(64 * 1024), 0).done()).isZero();
        assertThat(new OperationStep.Failed("x".repeat(64 * 1024)).problem()).hasSize(64 * 1024);
        Duration year = Duration.ofDays(365);
        OperationSettings least = DEFAULT.withThreads(1, 1)
                .withIntervals(Duration.ofMillis(10), Duration.ofMillis(50))
                .withTurn(Duration.ofMillis(1))
                .withFailures(1, Duration.ZERO, Duration.ZERO)
                .withCallbackPauses(List.of(Duration.ZERO, year))
                .withWaiters(0)
                .withClosingWithin(Duration.ZERO);
        assertThat(least.withFailures(1, year, year).pauseAfter(1)).isEqualTo(year);
    }

    @Test
    void texts_areQuotedAsJson() {
        assertThat(Texts.quoted("\u001f ~\u007f\"\\")).isEqualTo("\"\\u001f ~\\u007f\\\"\\\\\"");
    }

    @Test
    void operations_forADistributedDatabase_areNotStartedOnAnother() {
        JdbcDataSource single = new JdbcDataSource();
        single.setURL("jdbc:h2:mem:single");
        try (Operations operations =
                Operations.builder(single, CitusDialect.BY_KEY).build()) {
            assertThatIllegalStateException()
                    .isThrownBy(operations::start)
                    .withMessage("the data source leads to H2, and the operations were made for PostgreSQL with Citus:"
                            + " pass Dialects.of(dataSource)");
        }
    }

    @Test
    void settings_outOfTheirRange_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULT.withFailures(1, Duration.ofSeconds(-1), Duration.ofSeconds(1)))
                .withMessage("firstPause must be PT0S to PT8760H, not PT-1S");
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.withThreads(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.withThreads(1, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULT.withIntervals(Duration.ofMillis(9), Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULT.withIntervals(Duration.ofSeconds(1), Duration.ofMillis(49)))
                .withMessageContaining("PT0.049S");
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.withTurn(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.withFailures(0, Duration.ZERO, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULT.withFailures(1, Duration.ofSeconds(2), Duration.ofSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULT.withCallbackPauses(List.of(Duration.ofSeconds(-1))));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.withWaiters(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.withClosingWithin(Duration.ofSeconds(-1)));
    }

    @Test
    void pauses_areDoubled_upToTheLongest() {
        OperationSettings settings = DEFAULT.withFailures(9, Duration.ofSeconds(1), Duration.ofSeconds(5));
        assertThat(List.of(1, 2, 3, 4, 1_000_000))
                .extracting(settings::pauseAfter)
                .extracting(Duration::toSeconds)
                .containsExactly(1L, 2L, 4L, 5L, 5L);
        assertThat(DEFAULT.withFailures(9, Duration.ZERO, Duration.ofSeconds(5)).pauseAfter(7))
                .isZero();
    }

    @Test
    void logs_haveNothingOfTheContents() {
        assertThat(ofKind("importing").input("secret").toString())
                .contains("importing")
                .doesNotContain("secret");
    }
}
