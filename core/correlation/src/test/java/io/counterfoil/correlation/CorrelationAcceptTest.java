package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CO-10")
class CorrelationAcceptTest {

    private static final Pattern REFUSED = Pattern.compile("\\[refused=\"([^\"]*)\"]");

    private CapturedLog log;

    @BeforeEach
    void listen() {
        log = CapturedLog.of(Correlation.class);
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void aGoodId_isTakenAsItIs_andNothingIsLogged() {
        assertThat(Correlation.acceptOrFresh("abcd-efgh.1")).hasToString("abcd-efgh.1");
        assertThat(log.lines()).isEmpty();
    }

    @Test
    @Tag("CO-1")
    void anAbsentId_givesAFreshOne_andNothingIsLogged() {
        CorrelationId first = Correlation.acceptOrFresh(null);
        CorrelationId second = Correlation.acceptOrFresh(null);

        assertThat(first).isNotEqualTo(second);
        assertThat(first.value()).hasSize(16);
        assertThat(log.lines()).isEmpty();
    }

    @Test
    @Tag("CO-1")
    void aGoodId_thatArrivesTwice_isExtendedEachTime() {
        CorrelationId first = Correlation.acceptExtended("abcd.1", Extension.DEFAULT);
        CorrelationId second = Correlation.acceptExtended("abcd.1", Extension.DEFAULT);

        assertThat(first.value()).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}");
        assertThat(second.value()).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}").isNotEqualTo(first.value());
        assertThat(Correlation.acceptExtended(null, Extension.DEFAULT).value()).hasSize(16);
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void aBadId_isNotExtended_butReplacedByAFreshOne() {
        CorrelationId accepted = Correlation.acceptExtended("a b", Extension.DEFAULT);

        assertThat(accepted.value()).hasSize(16);
        assertThat(onlyEvent().getMDCPropertyMap()).containsEntry("corr_id", accepted.value());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "abcd.",
                "abcd\r\n2026-01-01 INFO forged line",
                "\u001B[2J\u0007\u0000\u007F\u0085\u2028\u2029",
                "x\"] [corr_id=victim] [new_corr_id=victim",
                "${jndi:ldap://example.org/a} {} %s %n",
                "caf\u00E9 \uD83D\uDE00",
                "back\\u000aslash"
            })
    void aBadId_givesAFreshOne_andOneHarmlessLogLine(String bad) {
        CorrelationId accepted = Correlation.acceptOrFresh(bad);

        assertThat(accepted.value()).matches("[A-Za-z0-9_-]{16}");
        ILoggingEvent event = onlyEvent();
        assertThat(event.getLevel()).isEqualTo(Level.WARN);
        assertThat(event.getFormattedMessage()).matches("[ -~]+").endsWith("[corr_id=" + accepted + "]");
        assertThat(event.getFormattedMessage().split("corr_id=", -1)).hasSize(2);
        assertThat(refused(event)).hasSizeLessThanOrEqualTo(64);
        assertThat(refused(event)).doesNotContain("[", "]", "=", "$", "{", "%");
        assertThat(event.getThrowableProxy()).isNull();
    }

    @Test
    void aBadId_isLoggedUnderTheFreshId_andNoScopeStaysOpen() {
        CorrelationId before = CorrelationId.parse("before");
        Correlation.Scope scope = Correlation.open(before);
        try (scope) {
            CorrelationId accepted = Correlation.acceptOrFresh("a b");

            assertThat(onlyEvent().getMDCPropertyMap()).containsEntry("corr_id", accepted.value());
            assertThat(Correlation.current()).contains(before);
        }
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void aBadId_isShownEscapedWithTheReason() {
        Correlation.acceptOrFresh("ab\ncd");

        assertThat(onlyEvent().getFormattedMessage())
                .contains("U+000A at index 2")
                .contains("[refused=\"ab\\u000acd\"]");
    }

    @Test
    void aBadId_isShownAsItIs_inThePrintableCharactersOfAsciiAlone() {
        assertThat(Escaped.forLog("\u001f ~\u007f")).isEqualTo("\\u001f ~\\u007f");
    }

    @Test
    void anOverlongId_isShownToItsFirst64Characters() {
        Correlation.acceptOrFresh("x".repeat(100_000));

        assertThat(refused(onlyEvent())).isEqualTo("x".repeat(61) + "...");
        assertThat(onlyEvent().getFormattedMessage()).contains("at most 128 characters", "100000");
    }

    @Test
    void aBadIdOf64Characters_isShownWhole() {
        String bad = "x".repeat(63) + " ";

        Correlation.acceptOrFresh(bad);

        assertThat(refused(onlyEvent())).isEqualTo(bad);
    }

    @Test
    void aBadId_thatGrowsByEscaping_isCutBetweenEscapes() {
        Correlation.acceptOrFresh("\n".repeat(64));

        assertThat(refused(onlyEvent())).isEqualTo("\\u000a".repeat(10) + "...");
    }

    private ILoggingEvent onlyEvent() {
        assertThat(log.lines()).hasSize(1);
        return log.lines().get(0);
    }

    private static String refused(ILoggingEvent event) {
        Matcher matcher = REFUSED.matcher(event.getFormattedMessage());
        assertThat(matcher.find()).as(event.getFormattedMessage()).isTrue();
        return matcher.group(1);
    }
}
