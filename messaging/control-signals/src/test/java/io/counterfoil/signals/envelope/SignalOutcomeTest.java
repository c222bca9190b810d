package io.counterfoil.signals.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SignalOutcomeTest {

    private static final Instant NOW = Instant.parse("2025-09-12T12:30:10.000000001Z");
    private static final SwarmScope MEMBER = new SwarmScope("swarm-42", "swarm-controller", "marshal-1");
    private static final CorrelationId FIRST = CorrelationId.parse("attempt-1");
    private static final CorrelationId SECOND = CorrelationId.parse("attempt-2");
    private static final Signal SIGNAL = new Signal(
            NOW.minusSeconds(2),
            "swarm-start",
            "orchestrator-1",
            new SwarmScope("swarm-42", SwarmScope.ALL, SwarmScope.ALL),
            FIRST,
            new RequestId("a1c3"),
            Data.EMPTY);

    @Test
    @Tag("SG-2")
    void outcome_echoesBothIds() {
        SignalOutcome outcome =
                SignalOutcome.of(SIGNAL, NOW, "swarm-controller:marshal-1", MEMBER, "Running", false, Data.EMPTY);

        assertThat(outcome.correlationId()).isEqualTo(FIRST);
        assertThat(outcome.idempotencyKey()).isEqualTo(SIGNAL.idempotencyKey());
        assertThat(outcome.status()).isEqualTo("Running");
        assertThat(outcome.isRetryable()).isFalse();
        assertThat(outcome.error()).isEmpty();
        assertThat(outcome.topic()).hasToString("event.outcome.swarm-start.swarm-42.swarm-controller.marshal-1");
    }

    @Test
    @Tag("SG-2")
    void failure_saysWhy_andWhetherToRetry() {
        SignalFailure failure = new SignalFailure("no-room", "the host is full");

        SignalOutcome outcome = SignalOutcome.failed(SIGNAL, NOW, "c", MEMBER, failure, true);

        assertThat(outcome.error()).contains(failure);
        assertThat(outcome.isRetryable()).isTrue();
        assertThat(outcome.status()).isEqualTo(SignalOutcome.FAILED);
        assertThat(outcome.data().asMap()).containsOnlyKeys("status", "retryable", "error");
    }

    @Test
    @Tag("SG-4")
    @Tag("RQ-7")
    void replay_isTheSame_butForTheAttempt() {
        SignalOutcome original = SignalOutcome.of(
                SIGNAL,
                NOW,
                "c",
                MEMBER,
                "Running",
                true,
                Data.of(Map.of("bees", 3, "rate", 1.50, "name", "\u00e4\u2028")));

        SignalOutcome replay = original.replayedFor(SECOND);

        assertThat(replay.correlationId()).isEqualTo(SECOND);
        assertThat(replay.replayOf()).contains(FIRST);
        assertThat(replay.original()).isEqualTo(FIRST);
        String mark = "\"correlationId\":\"attempt-2\",\"idempotencyKey\":\"a1c3\",\"replayOf\":\"attempt-1\"";
        assertThat(text(replay))
                .isEqualTo(text(original).replace("\"correlationId\":\"attempt-1\",\"idempotencyKey\":\"a1c3\"", mark));
        assertThat(replay.replayedFor(FIRST)).isEqualTo(original);
        assertThat(replay.replayedFor(CorrelationId.parse("attempt-3")).replayOf())
                .contains(FIRST);
    }

    @Test
    @Tag("RQ-7")
    void storedOutcome_isReplayedByteForByte() {
        SignalOutcome original = SignalOutcome.of(
                SIGNAL,
                NOW,
                "c",
                MEMBER,
                "Running",
                false,
                Data.parse("{\"b\":1e2,\"a\":-0.00,\"c\":12345678901234567890}"));

        SignalOutcome stored = (SignalOutcome) Envelope.read(original.toJson());

        assertThat(stored.replayedFor(FIRST).toJson()).isEqualTo(original.toJson());
    }

    @Test
    @Tag("SG-1")
    void outcome_withoutStatus_cannotBeMade() {
        assertThatThrownBy(() -> new SignalOutcome(
                        NOW, "a", "c", MEMBER, FIRST, SIGNAL.idempotencyKey(), Optional.empty(), Data.EMPTY))
                .isInstanceOf(InvalidEnvelopeException.class)
                .hasMessageContaining("data.status");
        assertThatThrownBy(() -> SignalOutcome.of(SIGNAL, NOW, "c", MEMBER, "two\nlines", false, Data.EMPTY))
                .hasMessageContaining("data.status: has a control character: there is U+000A at index 3");
    }

    @Test
    @Tag("SG-1")
    void failure_whoseMessageIsUnreadable_cannotBeMade() {
        assertThatThrownBy(() -> new SignalFailure("x", "two\nlines"))
                .hasMessageStartingWith("data.error.message: has a control character");
        assertThatThrownBy(() -> new SignalFailure("x", "\ud800"))
                .hasMessageStartingWith("data.error.message: has an unpaired surrogate");
    }

    @Test
    @Tag("SG-1")
    void timestamp_beyondTheYearsOfTheSchema_isRefused() {
        Instant tooLate = Instant.parse("+10000-01-01T00:00:00Z");
        Data running = Data.parse("{\"status\":\"Running\",\"retryable\":false}");

        for (ThrowingCallable made : List.<ThrowingCallable>of(
                () -> new Signal(tooLate, "a", "c", MEMBER, FIRST, SIGNAL.idempotencyKey(), Data.EMPTY),
                () -> new SignalOutcome(
                        tooLate, "a", "c", MEMBER, FIRST, SIGNAL.idempotencyKey(), Optional.empty(), running),
                () -> new Metric(tooLate, "a", "c", MEMBER, Optional.empty(), Optional.empty(), Data.EMPTY),
                () -> new Alert(tooLate, "a", "c", MEMBER, Optional.empty(), Optional.empty(), Data.EMPTY))) {
            assertThatThrownBy(made).hasMessage("timestamp: is not within the years 0000 to 9999");
        }
    }

    @Test
    void anyMessage_becomesAFailuresMessage() {
        assertThat(SignalFailure.of("x", "two\nlines \ud800").message()).isEqualTo("two lines  ");
        assertThat(SignalFailure.of("x", "\ud7ff\udfff\ue000").message()).isEqualTo("\ud7ff \ue000");
        assertThat(SignalFailure.of("x", "").message()).isEqualTo("no message");
        assertThat(SignalFailure.of("x", "\ud83d\ude00".repeat(2_000)).message())
                .isEqualTo("\ud83d\ude00".repeat(1_024));
    }

    private static String text(Envelope envelope) {
        return new String(envelope.toJson(), StandardCharsets.UTF_8);
    }
}
