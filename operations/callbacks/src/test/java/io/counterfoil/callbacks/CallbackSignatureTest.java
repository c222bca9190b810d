package io.counterfoil.callbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.testkit.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RF-8")
class CallbackSignatureTest {

    private static final CallbackSecret SECRET = CallbackSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final Instant SENT = Instant.ofEpochSecond(1_614_265_330);
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

    private final SettableClock clock = SettableClock.at(SENT);
    private final CallbackVerifier verifier =
            CallbackVerifier.of(List.of(SECRET)).withClock(clock);
    private final Map<String, String> fields = new HashMap<>();

    private CallbackVerdict verdict(byte[] body) {
        return verifier.verify(name -> Optional.ofNullable(fields.get(name.toLowerCase(Locale.ROOT))), body);
    }

    private void signed(CallbackSecret... secrets) {
        for (HeaderField field :
                CallbackSignature.of(ID, SENT, BODY, List.of(secrets)).fields()) {
            fields.put(field.name(), field.value());
        }
    }

    /** The vector that the implementations of Standard Webhooks share. */
    @Test
    void signature_isThatOfStandardWebhooks() {
        assertThat(CallbackSignature.of(ID, SENT, BODY, List.of(SECRET)).fields())
                .containsExactly(
                        new HeaderField("webhook-id", ID),
                        new HeaderField("webhook-timestamp", "1614265330"),
                        new HeaderField("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    @Test
    void anAuthenticCallback_isBelieved() {
        signed(SECRET);
        assertThat(verdict(BODY)).isEqualTo(new CallbackVerdict.Authentic(ID, SENT));
    }

    @Test
    void signature_duringSecretRotation_isAuthenticToOldAndNew() {
        CallbackSecret fresh = CallbackSecret.fresh();
        signed(fresh, SECRET);
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Authentic.class);
        assertThat(CallbackVerifier.of(List.of(CallbackSecret.fresh(), fresh))
                        .withClock(clock)
                        .verify(name -> Optional.ofNullable(fields.get(name)), BODY))
                .isInstanceOf(CallbackVerdict.Authentic.class);
    }

    @Test
    void signaturesOfOtherVersions_arePassedOver() {
        signed(SECRET);
        fields.merge("webhook-signature", "v1a,aGVsbG8= v2 v1,!!! ", (valid, other) -> other + valid);
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Authentic.class);
    }

    @ParameterizedTest
    @CsvSource({
        "webhook-id, msg_other",
        "webhook-id, msg.dot",
        "webhook-id, ''",
        "webhook-timestamp, 1614265331",
        "webhook-timestamp, 01614265330",
        "webhook-timestamp, yesterday",
        "webhook-timestamp, -1614265330",
        "webhook-timestamp, 9999999999999999999999",
        "webhook-signature, 'v1,AAAA'",
        "webhook-signature, 'v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='",
        "webhook-signature, 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='",
        "webhook-signature, ''",
        "webhook-signature,"
    })
    void aFieldThatIsAnother_isForged(String name, String value) {
        signed(SECRET);
        fields.put(name, value);
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Forged.class);
    }

    @Test
    void aFieldThatIsMissing_isForged() {
        for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
            signed(SECRET);
            fields.remove(name);
            assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Forged.class);
        }
    }

    @Test
    void anotherSecret_isForged() {
        signed(CallbackSecret.fresh());
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Forged.class);
    }

    @Test
    void time_isTolerated_upToFiveMinutesBothWays() {
        signed(SECRET);
        clock.set(SENT.plus(Duration.ofMinutes(5)).plusMillis(999));
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Authentic.class);
        clock.set(SENT.plus(Duration.ofMinutes(5)).plusSeconds(1));
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Forged.class);
        clock.set(SENT.minus(Duration.ofMinutes(5)));
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Authentic.class);
        clock.set(SENT.minus(Duration.ofMinutes(5)).minusMillis(1));
        assertThat(verdict(BODY)).isInstanceOf(CallbackVerdict.Forged.class);
        assertThat(verifier.withTolerance(Duration.ofHours(1))
                        .verify(name -> Optional.ofNullable(fields.get(name)), BODY))
                .isInstanceOf(CallbackVerdict.Authentic.class);
    }

    @Test
    void anyFlippedBitOfTheBody_isForged() {
        signed(SECRET);
        for (int bit = 0; bit < BODY.length * Byte.SIZE; bit++) {
            byte[] other = BODY.clone();
            other[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(verdict(other)).isInstanceOf(CallbackVerdict.Forged.class);
        }
    }

    @Test
    void secrets_areWrittenAndRead_andHidden() {
        CallbackSecret fresh = CallbackSecret.fresh();
        assertThat(CallbackSecret.parse(fresh.text())).isEqualTo(fresh).hasSameHashCodeAs(fresh);
        assertThat(fresh).isNotEqualTo(CallbackSecret.fresh());
        assertThat(fresh.toString()).isEqualTo("CallbackSecret[32 bytes]");
        assertThat(CallbackSecret.of(new byte[24]).text()).isEqualTo("whsec_" + "A".repeat(32));
        assertThat(CallbackSecret.of(new byte[64]).text()).startsWith("whsec_");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whsec_",
                "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!!",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLQ=="
            })
    void whatIsNoSecret_isRefused_andNotRepeated(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallbackSecret.parse(text))
                .withMessageNotContaining("MfKQ9r8")
                .withNoCause();
    }

    @Test
    void secretsAndIdsOutOfTheirRange_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> CallbackSecret.of(new byte[23]));
        assertThatIllegalArgumentException().isThrownBy(() -> CallbackSecret.of(new byte[65]));
        assertThatIllegalArgumentException().isThrownBy(() -> CallbackSecret.parse("whsec_" + "A".repeat(200)));
        assertThatIllegalArgumentException().isThrownBy(() -> CallbackSignature.of(ID, SENT, BODY, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> CallbackSignature.of("a.b", SENT, BODY, List.of(SECRET)));
        assertThatIllegalArgumentException().isThrownBy(() -> CallbackVerifier.of(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> verifier.withTolerance(Duration.ofSeconds(-1)));
    }
}
