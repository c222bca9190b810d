package io.counterfoil.ids.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.generator.UuidV7;
import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CB-3")
class UuidRulesTest {

    private static final UuidRule VERSION_7 = UuidRule.version(7);

    @ParameterizedTest
    @CsvSource({
        "01890a5d-ac96-774b-bcce-b302099a8057,",
        "01890a5dac96774bbcceb302099a8057, NOT_CANONICAL",
        "{01890a5d-ac96-774b-bcce-b302099a8057}, NOT_CANONICAL",
        "1-2-7-8-5, NOT_CANONICAL",
        "01890a5d-ac96-774b-bcce-b302099a805g, NOT_CANONICAL",
        "'', NOT_CANONICAL",
        "00000000-0000-0000-0000-000000000000, NIL",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, WRONG_VARIANT",
        "01890a5d-ac96-774b-7cce-b302099a8057, WRONG_VARIANT",
        "01890a5d-ac96-774b-ccce-b302099a8057, WRONG_VARIANT",
        "01890a5d-ac96-474b-bcce-b302099a8057, WRONG_VERSION",
        "01890a5d-ac96-f74b-bcce-b302099a8057, WRONG_VERSION"
    })
    void check_ofAText_hasAReasonForEachFault(String text, RejectionReason expected) {
        UuidVerdict verdict = VERSION_7.check(text);

        if (expected == null) {
            assertThat(verdict).isEqualTo(new UuidVerdict.Accepted(UUID.fromString(text)));
        } else {
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            UuidVerdict.Rejected.class,
                            rejected -> assertThat(rejected.reason()).isEqualTo(expected));
        }
        assertThat(VERSION_7.check(text, Instant.MIN)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(strings = {"01890A5D-AC96-774B-BCCE-B302099A8057", "01890a5D-ac96-774B-bcce-B302099A8057"})
    @Tag("CB-10")
    void check_ofATextInEitherCase_acceptsTheUuid(String text) {
        UuidVerdict accepted = new UuidVerdict.Accepted(UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057"));

        assertThat(VERSION_7.check(text)).isEqualTo(accepted);
        assertThat(VERSION_7.check(text, Instant.MIN)).isEqualTo(accepted);
    }

    @Test
    void check_ofNonCanonicalText_explainsInBoundedAscii() {
        String hostile = "\u202e<script>\n".repeat(100);

        String message = VERSION_7.check(hostile).match(UUID::toString, UuidVerdict.Rejected::message);

        assertThat(message).matches("[ -~]{1,600}").contains("LENGTH");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyVersion_takesThoseOfTheRfc(int version) {
        UUID id = new UUID((long) version << 12, Long.MIN_VALUE | 1);

        assertThat(UuidRule.anyVersion().check(id).isAccepted()).isTrue();
        assertThat(UuidRule.version(version).check(id).isAccepted()).isTrue();
        assertThat(UuidRule.version(version == 8 ? 1 : version + 1).check(id).isAccepted())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, 15})
    void anyVersion_refusesThoseThatTheRfcReserves(int version) {
        UUID id = new UUID((long) version << 12, Long.MIN_VALUE | 1);

        assertThat(UuidRule.anyVersion().check(id).match(UUID::toString, UuidVerdict.Rejected::message))
                .endsWith("has version " + version + ", must have version 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8");
    }

    @Test
    void version_ofTwo_takesBoth() {
        UuidRule either = UuidRule.version(4, 7);

        assertThat(either.check(UuidV4.next()).isAccepted()).isTrue();
        assertThat(either.check(UuidV7.next()).isAccepted()).isTrue();
    }

    @Test
    void version_thatThereIsNot_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(UuidRule::version).withMessageContaining("no version");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidRule.version(4, 9))
                .withMessageContaining("[4, 9]")
                .withMessageContaining("1 to 8");
    }

    @Test
    void and_asksTheSecondRuleOnlyAboutWhatTheFirstAccepts() {
        UuidVerdict.Rejected ours = new UuidVerdict.Rejected(RejectionReason.OTHER, "not one of ours");
        UuidRule both = VERSION_7.and((id, now) -> ours);

        assertThat(both.check(UuidV7.next())).isEqualTo(ours);
        assertThat(both.check(UuidV7.next(), Instant.EPOCH)).isEqualTo(ours);
        assertThat(both.check(UuidV7.next().toString())).isEqualTo(ours);
        assertThat(both.check(UuidV4.next()))
                .isInstanceOfSatisfying(
                        UuidVerdict.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(RejectionReason.WRONG_VERSION));
        assertThat(VERSION_7.and(UuidRule.anyVersion()).check(UuidV7.next()).isAccepted())
                .isTrue();
    }

    @Test
    void orElseThrow_ofARejection_throwsWhatTheCallerMakesOfIt() {
        UUID good = UuidV7.next();

        assertThat(VERSION_7.check(good).orElseThrow(rejected -> new NoSuchElementException(rejected.message())))
                .isEqualTo(good);
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> VERSION_7
                        .check(new UUID(0, 0))
                        .orElseThrow(rejected -> new NoSuchElementException(rejected.message())))
                .withMessageContaining("nil");
    }
}
