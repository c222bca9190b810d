package io.counterfoil.testkit.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    @Test
    void scripted_givesItsFaultsInOrderAndThenNone() {
        FaultPlan plan = FaultPlan.scripted(Fault.loseRequest(), Fault.none(), Fault.truncateResponse(7));

        assertThat(draw(plan, 5))
                .containsExactly(
                        Fault.loseRequest(), Fault.none(), Fault.truncateResponse(7), Fault.none(), Fault.none());
    }

    @Test
    void random_repeatsWithTheSeed() {
        assertThat(draw(random(42), 1_000)).isEqualTo(draw(random(42), 1_000));
        assertThat(draw(random(42), 1_000)).isNotEqualTo(draw(random(43), 1_000));
    }

    @Test
    void random_keepsToTheProbabilities() {
        List<Fault> drawn = draw(random(7), 100_000);

        assertThat(drawn.stream().filter(Fault.loseRequest()::equals).count()).isBetween(9_500L, 10_500L);
        assertThat(drawn.stream().filter(Fault.loseResponse()::equals).count()).isBetween(19_200L, 20_800L);
        assertThat(drawn.stream().filter(Fault.none()::equals).count()).isBetween(69_000L, 71_000L);
    }

    @Test
    void random_withProbabilityOne_affectsEveryExchange() {
        FaultPlan plan = FaultPlan.random(1, Fault.loseResponse().at(1));

        assertThat(draw(plan, 1_000)).containsOnly(Fault.loseResponse());
    }

    @Test
    void random_withMoreThanProbabilityOne_isRejected() {
        assertThatThrownBy(() -> FaultPlan.random(
                        1, Fault.loseRequest().at(0.75), Fault.loseResponse().at(0.5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1.25");
    }

    @Test
    void fault_rejectsInvalidArguments() {
        assertThatThrownBy(() -> Fault.truncateResponse(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Fault.delayResponse(Duration.ofMillis(-5))).hasMessageContaining("PT-0.005S");
        assertThatThrownBy(() -> Fault.none().at(1.5)).hasMessageContaining("1.5");
        assertThatThrownBy(() -> Fault.none().at(Double.NaN)).hasMessageContaining("NaN");
    }

    private static FaultPlan random(long seed) {
        return FaultPlan.random(
                seed, Fault.loseRequest().at(0.1), Fault.loseResponse().at(0.2));
    }

    private static List<Fault> draw(FaultPlan plan, int times) {
        return Stream.generate(plan::next).limit(times).toList();
    }
}
