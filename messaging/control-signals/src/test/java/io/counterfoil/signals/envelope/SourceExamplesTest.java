package io.counterfoil.signals.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.TopicPattern;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The examples of the document "correlationId vs idempotencyKey", on which the control signals are modelled, as it prints them: the three
 * envelopes of its section "Example", the IDs in them, and the subscriptions of its "UI pattern".
 */
class SourceExamplesTest {

    /** Section "Example", "Signal". */
    private static final String SIGNAL = """
            {
              "timestamp": "2025-09-12T12:30:08Z",
              "version": "1",
              "kind": "signal",
              "type": "swarm-start",
              "origin": "orchestrator-1",
              "scope": { "swarmId": "swarm-42", "role": "swarm-controller", "instance": "swarm-42-marshal-1" },
              "correlationId": "attempt-001-aaaa-bbbb",
              "idempotencyKey": "a1c3-1111-2222-9f",
              "data": {}
            }
            """;

    /** Section "Example", "Outcome (success)". */
    private static final String OUTCOME = """
            {
              "timestamp": "2025-09-12T12:30:10Z",
              "version": "1",
              "kind": "outcome",
              "type": "swarm-start",
              "origin": "swarm-controller:swarm-42-marshal-1",
              "scope": { "swarmId": "swarm-42", "role": "swarm-controller", "instance": "swarm-42-marshal-1" },
              "correlationId": "attempt-001-aaaa-bbbb",
              "idempotencyKey": "a1c3-1111-2222-9f",
              "data": { "status": "Running", "retryable": false }
            }
            """;

    /** Section "Example", "Retry"; its two IDs are in the other order. */
    private static final String RETRY = """
            {
              "timestamp": "2025-09-12T12:30:20Z",
              "version": "1",
              "kind": "signal",
              "type": "swarm-start",
              "origin": "orchestrator-1",
              "scope": { "swarmId": "swarm-42", "role": "swarm-controller", "instance": "swarm-42-marshal-1" },
              "idempotencyKey": "a1c3-1111-2222-9f",
              "correlationId": "attempt-002-cccc-dddd",
              "data": {}
            }
            """;

    private static final SwarmScope MARSHAL = new SwarmScope("swarm-42", "swarm-controller", "swarm-42-marshal-1");
    private static final RequestId KEY = new RequestId("a1c3-1111-2222-9f");

    private static Envelope read(String json) {
        return Envelope.read(json.getBytes(UTF_8));
    }

    static Stream<String> envelopes() {
        return Stream.of(SIGNAL, OUTCOME, RETRY);
    }

    @ParameterizedTest
    @MethodSource("envelopes")
    @Tag("SG-1")
    void envelope_isRead_andWrittenAsItIs(String json) {
        JsonNode written = PublishedSchema.JSON.readTree(read(json).toJson());

        assertThat(written).isEqualTo(PublishedSchema.JSON.readTree(json));
    }

    @ParameterizedTest
    @MethodSource("envelopes")
    @Tag("SG-1")
    void envelope_isAnExampleOfTheAsyncApiDocument(String json) {
        JsonNode document = PublishedSchema.JSON.readTree(PublishedSchema.text("asyncapi.json"));
        String pointer = "/components/messages/" + read(json).kind().word() + "/examples";

        assertThat(StreamSupport.stream(document.at(pointer).spliterator(), false)
                        .map(example -> example.get("payload")))
                .contains(PublishedSchema.JSON.readTree(json));
    }

    @Test
    @Tag("SG-2")
    void signal_andRetry_haveTheSameKey_andCorrelationIdsOfTheirOwn() {
        assertThat(read(SIGNAL))
                .isEqualTo(new Signal(
                        Instant.parse("2025-09-12T12:30:08Z"),
                        "swarm-start",
                        "orchestrator-1",
                        MARSHAL,
                        CorrelationId.parse("attempt-001-aaaa-bbbb"),
                        KEY,
                        Data.EMPTY));
        assertThat(read(RETRY))
                .isEqualTo(new Signal(
                        Instant.parse("2025-09-12T12:30:20Z"),
                        "swarm-start",
                        "orchestrator-1",
                        MARSHAL,
                        CorrelationId.parse("attempt-002-cccc-dddd"),
                        KEY,
                        Data.EMPTY));
    }

    @Test
    @Tag("SG-2")
    @Tag("SG-4")
    void outcome_isThatOfTheSignal_andEchoesBothIds() {
        assertThat(read(OUTCOME))
                .isEqualTo(SignalOutcome.of(
                        (Signal) read(SIGNAL),
                        Instant.parse("2025-09-12T12:30:10Z"),
                        "swarm-controller:swarm-42-marshal-1",
                        MARSHAL,
                        "Running",
                        false,
                        Data.EMPTY));
    }

    @Test
    void topics_ofTheEnvelopes() {
        assertThat(envelopes().map(json -> read(json).topic().value()))
                .containsExactly(
                        "signal.swarm-start.swarm-42.swarm-controller.swarm-42-marshal-1",
                        "event.outcome.swarm-start.swarm-42.swarm-controller.swarm-42-marshal-1",
                        "signal.swarm-start.swarm-42.swarm-controller.swarm-42-marshal-1");
    }

    /** The document abbreviates: a star is one word. */
    @ParameterizedTest
    @CsvSource({
        "event.outcome.*, event.outcome.#, OUTCOME",
        "event.alert.*, event.alert.#, ALERT",
        "event.metric.*, event.metric.#, METRIC"
    })
    @Tag("SG-9")
    void subscription_withAStarMatchesNothing_withAHashItsKind(String printed, String whole, EnvelopeKind kind) {
        List<EnvelopeKind> kinds = List.of(EnvelopeKind.values());

        assertThat(kinds)
                .noneMatch(each -> new TopicPattern(printed)
                        .matches(EnvelopeTopic.of(each, "swarm-start", MARSHAL).value()));
        assertThat(kinds)
                .filteredOn(each -> new TopicPattern(whole)
                        .matches(EnvelopeTopic.of(each, "swarm-start", MARSHAL).value()))
                .containsExactly(kind);
        assertThat(EnvelopeTopic.all(kind)).isEqualTo(new TopicPattern(whole));
    }
}
