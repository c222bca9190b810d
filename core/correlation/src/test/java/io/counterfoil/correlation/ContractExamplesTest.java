package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of correlation IDs that the contracts on identifiers and on control signals print. */
class ContractExamplesTest {

    private static final CorrelationId PARENT = CorrelationId.parse("abcd-efgh");

    /** The contract on identifiers: {@code abcd-efgh.1}, {@code abcd-efgh.2}, found by the prefix of the parent. */
    @Test
    @Tag("CO-4")
    void childrenOfAnIteration_areCounted() {
        Scope work = Correlation.open(PARENT);
        try (work) {
            for (String expected : new String[] {"abcd-efgh.1", "abcd-efgh.2"}) {
                Scope child = Correlation.child();
                try (child) {
                    assertThat(Correlation.current()).hasToString("Optional[" + expected + "]");
                    assertThat(child.id().orElseThrow().isDescendantOf(PARENT)).isTrue();
                }
            }
            assertThat(Correlation.current()).hasValue(PARENT);
        }
    }

    /**
     * The contract on identifiers: at most ten deliveries, a random value of 24 bits, 4 characters of base 64. It says "less than 1 in
     * a million"; the exact chance for ten is 1 - (1 - 1/2^24)(1 - 2/2^24)…, which is 2.7 in a million.
     */
    @Test
    @Tag("CO-5")
    void tenDeliveries_ofTwentyFourRandomBits_areFourCharacters() {
        Extension extension = Extension.random(10, 3e-6);

        assertThat(extension.randomBits()).isEqualTo(24);
        assertThat(extension.length()).isEqualTo(4);
        assertThat(extension.collisionProbability(10)).isBetween(2.6e-6, 2.7e-6);
        assertThat(PARENT.extend(extension).orElseThrow().value()).matches("abcd-efgh\\.[A-Za-z0-9_-]{4}");
        assertThat(Extension.random(10, 1e-6).length())
                .as("for less than 1 in a million")
                .isEqualTo(5);
    }

    /**
     * The contract on identifiers: a delay of 1 minute and at most 10 deliveries are the lower 8 bits of a timestamp of 30 seconds, which
     * last just over 2 hours, and 10 random bits: 3 characters of base 64.
     */
    @Test
    @Tag("CO-5")
    void tenDeliveriesAMinuteApart_need8TimeAnd10RandomBits() {
        Extension extension = Extension.timed(Duration.ofMinutes(1), 10);

        assertThat(extension.tick()).isEqualTo(Duration.ofSeconds(30));
        assertThat(extension.tickBits()).isEqualTo(8);
        assertThat(extension.randomBits()).isEqualTo(10);
        assertThat(extension.length()).isEqualTo(3);
        assertThat(extension.tick().multipliedBy(1 << extension.tickBits())).isEqualTo(Duration.ofMinutes(128));
        assertThat(PARENT.extend(extension).orElseThrow().value()).matches("abcd-efgh\\.[A-Za-z0-9_-]{3}");
    }

    /** The same: with the random bits the same each time, the time alone keeps the deliveries of two hours apart. */
    @Test
    @Tag("CO-5")
    void ticksOfTheExample_doNotRepeatWithinTwoHours() {
        Instant first = Instant.parse("2025-09-12T12:30:08Z");
        Set<String> segments = new HashSet<>();
        for (int minute = 0; minute < 128; minute++) {
            InstantSource at = InstantSource.fixed(first.plus(Duration.ofMinutes(minute)));
            segments.add(Extension.timed(Duration.ofMinutes(1), 10)
                    .with(new Random(1))
                    .with(at)
                    .next());
        }
        assertThat(segments).hasSize(128);
    }

    /** The contract on control signals: the correlation IDs of a command's first attempt and of its retry. */
    @ParameterizedTest
    @ValueSource(strings = {"attempt-001-aaaa-bbbb", "attempt-002-cccc-dddd"})
    @Tag("CO-10")
    void idOfAnAttempt_isTakenFromOutside_asItIs(String id) {
        assertThat(Correlation.acceptOrFresh(id)).hasToString(id);
        assertThat(CorrelationId.parse(id).child(1)).hasToString("Optional[" + id + ".1]");
    }
}
