package io.counterfoil.ledger.demo;

import static io.counterfoil.ledger.demo.TransferOutcome.Kind.EXECUTED;
import static io.counterfoil.ledger.demo.TransferOutcome.Kind.REFUSED;
import static io.counterfoil.ledger.demo.TransferOutcome.Kind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.network.Fault;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuditTest {

    @Test
    void oneEffectForEachThatWasCarriedOut_andNoneForARefused_holds() {
        Audit audit = Audit.of(
                List.of(told(0, 10, EXECUTED), told(1, -99, REFUSED), told(2, -3, EXECUTED)),
                List.of(new Effect(2, -3), new Effect(0, 10)),
                50,
                57);

        assertThat(audit).isEqualTo(new Audit(3, 2, 1, 2, 0, 0, 0, 57, 57));
        assertThat(audit.holds()).isTrue();
    }

    @Test
    void carriedOutWithoutEffect_isLost() {
        Audit audit = Audit.of(List.of(told(0, 10, EXECUTED)), List.of(), 50, 60);

        assertThat(audit.lost()).isEqualTo(1);
        assertThat(audit.holds()).isFalse();
    }

    @Test
    void nothingTold_isLost_withAnEffectAndWithout() {
        Audit audit = Audit.of(List.of(told(0, 10, UNKNOWN), told(1, 10, UNKNOWN)), List.of(new Effect(0, 10)), 50, 50);

        assertThat(audit.lost()).isEqualTo(2);
        assertThat(audit.unexpected()).isZero();
        assertThat(audit.holds()).isFalse();
    }

    @Test
    void twoEffectsOfOneIntention_areDoubled() {
        Audit audit = Audit.of(List.of(told(0, 10, EXECUTED)), List.of(new Effect(0, 10), new Effect(0, 10)), 50, 60);

        assertThat(audit.doubled()).isEqualTo(1);
        assertThat(audit.holds()).isFalse();
    }

    @Test
    void effect_rejectedUnknownOrOfOtherQuantity_isUnexpected() {
        Audit audit = Audit.of(
                List.of(told(0, -10, REFUSED), told(1, 5, EXECUTED)),
                List.of(new Effect(0, -10), new Effect(1, 6), new Effect(7, 4)),
                50,
                55);

        assertThat(audit.unexpected()).isEqualTo(3);
        assertThat(audit.holds()).isFalse();
    }

    @Test
    void anotherBalance_doesNotHold() {
        Audit audit = Audit.of(List.of(told(0, 10, EXECUTED)), List.of(new Effect(0, 10)), 50, 61);

        assertThat(audit.balanceExpected()).isEqualTo(60);
        assertThat(audit.holds()).isFalse();
    }

    @Test
    void report_withLostAndDoubledEffects_hasExitCode1() {
        Report report = report(Audit.of(
                List.of(told(0, 10, EXECUTED), told(1, 20, EXECUTED), told(2, 30, EXECUTED)),
                List.of(new Effect(0, 10), new Effect(0, 10), new Effect(2, 30)),
                1_000,
                1_050));

        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(printed(report))
                .containsPattern("lost +1\\R")
                .containsPattern("doubled +1\\R")
                .containsPattern("balance expected +1,060\\R")
                .containsPattern("balance found +1,050\\R")
                .doesNotContain("Nothing lost");
    }

    @Test
    void report_ofARightHistory_saysSo_withExitCode0() {
        Report report = report(Audit.of(List.of(told(0, 10, EXECUTED)), List.of(new Effect(0, 10)), 50, 60));

        assertThat(report.exitCode()).isZero();
        assertThat(printed(report))
                .containsPattern("lost +0\\R")
                .containsPattern("doubled +0\\R")
                .containsPattern("responses lost +3\\R")
                .endsWith("Each transfer was executed exactly once or refused." + System.lineSeparator());
    }

    private static TransferOutcome told(int intention, long quantity, TransferOutcome.Kind kind) {
        return new TransferOutcome(intention, quantity, kind, "");
    }

    private static Report report(Audit audit) {
        return new Report(
                audit,
                9,
                3,
                Map.of(Fault.Kind.RESPONSE_LOST, 3L),
                0,
                Duration.ofSeconds(2),
                List.of(),
                Optional.empty());
    }

    private static String printed(Report report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        return text.toString();
    }
}
