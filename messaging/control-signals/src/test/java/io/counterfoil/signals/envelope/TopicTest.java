package io.counterfoil.signals.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.TopicPattern;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SG-1")
class TopicTest {

    private static final SwarmScope MEMBER = new SwarmScope("swarm-42", "controller", "marshal-1");

    @Test
    void topic_hasTheWordsOfTheMessage() {
        assertThat(AnyEnvelope.examples())
                .extracting(it -> it.topic().value())
                .containsExactly(
                        "signal.swarm-start.swarm-42.swarm-controller.marshal-1",
                        "event.outcome.swarm-start.swarm-42.swarm-controller.marshal-1",
                        "event.metric.depth.swarm-42.swarm-controller.marshal-1",
                        "event.alert.disk-full.swarm-42.swarm-controller.marshal-1");
    }

    @Test
    void message_isKeyedByTheSwarm_andCarriesTheAttempt() {
        Message message = AnyEnvelope.examples().get(0).toMessage();

        assertThat(message.topic()).isEqualTo("signal.swarm-start.swarm-42.swarm-controller.marshal-1");
        assertThat(message.key()).contains("swarm-42");
        assertThat(message.correlationId()).contains("attempt-1");
        assertThat(message.contentType()).contains("application/json");
        assertThat(Envelope.read(message.body()))
                .isEqualTo(AnyEnvelope.examples().get(0));
        assertThat(AnyEnvelope.examples().get(2).toMessage().correlationId()).isEmpty();
    }

    @Test
    void message_withTheLongestOfEverything_canBeMade() {
        String part = "x".repeat(SwarmScope.MAX_LENGTH);
        Signal longest = new Signal(
                Instant.parse("2025-09-12T12:30:08.123456789Z"),
                "x".repeat(Envelope.MAX_TYPE_LENGTH),
                "x".repeat(Envelope.MAX_ORIGIN_LENGTH),
                new SwarmScope(part, part, part),
                CorrelationId.parse((part + "." + part).substring(0, CorrelationId.maxLength())),
                new RequestId("\"".repeat(RequestId.MAX_BYTES)),
                Data.of(Map.of("a", "x".repeat(Data.MAX_BYTES - "{'a':''}".length()))));

        assertThat(longest.toMessage().length()).isLessThanOrEqualTo(Envelope.MAX_BYTES);
        assertThat(Envelope.read(longest.toMessage().body())).isEqualTo(longest);
    }

    @Test
    void longestTopic_fitsARoutingKey() {
        String part = "x".repeat(SwarmScope.MAX_LENGTH);
        EnvelopeTopic longest = EnvelopeTopic.of(
                EnvelopeKind.OUTCOME, "x".repeat(Envelope.MAX_TYPE_LENGTH), new SwarmScope(part, part, part));

        assertThat(longest.value().length()).isLessThanOrEqualTo(Message.MAX_TOPIC_BYTES);
        assertThat(EnvelopeTopic.parse(longest.value())).isEqualTo(longest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "signal",
                "signal.a.b.c",
                "signal.a.b.c.d.e",
                "event.outcome.a.b.c",
                "event.signal.a.b.c.d",
                "event.other.a.b.c.d",
                "signal.a.b.c.",
                "signal.*.b.c.d",
                "signal.a.#.c.d",
                "Signal.a.b.c.d"
            })
    void text_thatIsNoTopic_isRefused(String text) {
        assertThatThrownBy(() -> EnvelopeTopic.parse(text)).isInstanceOf(InvalidEnvelopeException.class);
    }

    @Test
    void scope_withADotInAPart_isRefused() {
        assertThatThrownBy(() -> new SwarmScope("swarm.42", "a", "b"))
                .isInstanceOf(InvalidEnvelopeException.class)
                .hasMessage("scope.swarmId: has other characters than A-Z a-z 0-9 _ -: there is U+002E at index 5");
    }

    @Test
    void member_getsWhatIsForItOrForAll_andNothingElse() {
        List<TopicPattern> patterns = EnvelopeTopic.signalsFor(MEMBER);

        assertThat(patterns).hasSize(8);
        for (String swarm : List.of("swarm-42", "ALL", "swarm-43")) {
            for (String role : List.of("controller", "ALL", "worker")) {
                for (String instance : List.of("marshal-1", "ALL", "marshal-2")) {
                    SwarmScope scope = new SwarmScope(swarm, role, instance);
                    String topic = EnvelopeTopic.of(EnvelopeKind.SIGNAL, "swarm-start", scope)
                            .value();
                    assertThat(patterns.stream().anyMatch(it -> it.matches(topic)))
                            .as(topic)
                            .isEqualTo(scope.includes(MEMBER));
                }
            }
        }
        assertThat(EnvelopeTopic.signalsFor(new SwarmScope("ALL", "ALL", "ALL")))
                .hasSize(1);
        assertThat(EnvelopeTopic.all(EnvelopeKind.OUTCOME)).hasToString("event.outcome.#");
    }

    @Test
    void all_isResolvedToTheMember() {
        assertThat(new SwarmScope("ALL", "controller", "ALL").resolvedFor(MEMBER))
                .isEqualTo(MEMBER);
        assertThat(new SwarmScope("ALL", "worker", "ALL").includes(MEMBER)).isFalse();
    }
}
