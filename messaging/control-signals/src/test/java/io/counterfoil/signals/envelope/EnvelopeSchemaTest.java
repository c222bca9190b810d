package io.counterfoil.signals.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The code and the published schema say the same. */
@Tag("SG-1")
class EnvelopeSchemaTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Property(tries = 150)
    void anyEnvelope_isValid_andReadBackAsItWas(@ForAll("envelopes") Envelope envelope) {
        byte[] json = envelope.toJson();

        assertThat(PublishedSchema.errors(json)).isEmpty();
        assertThat(Envelope.read(json)).isEqualTo(envelope);
        assertThat(Envelope.read(json).toJson()).isEqualTo(json);
        assertThat(EnvelopeTopic.parse(envelope.topic().value())).isEqualTo(envelope.topic());
    }

    /**
     * What a schema cannot say is left out: that a key has 255 bytes and not characters, in which the code is the stricter one. The
     * others cannot come up here: {@link StrictReadingTest} has them.
     */
    @Property(tries = 2_000)
    void changedJson_isReadExactlyWhenTheSchemaAcceptsIt(@ForAll("messages") JsonNode message) {
        boolean valid = PublishedSchema.errors(message).isEmpty() && !isTooManyBytes(message.path("idempotencyKey"));
        byte[] json = message.toString().getBytes(StandardCharsets.UTF_8);

        if (valid) {
            assertThat(Envelope.read(json).kind().word())
                    .isEqualTo(message.get("kind").stringValue());
        } else {
            assertThatThrownBy(() -> Envelope.read(json))
                    .as("%s: %s", message, PublishedSchema.errors(message))
                    .isInstanceOf(InvalidEnvelopeException.class);
        }
    }

    @Example
    void changes_comeOutBothWays() {
        AtomicInteger valid = new AtomicInteger();
        AtomicInteger invalid = new AtomicInteger();
        messages().sampleStream().limit(1_000).forEach(message -> {
            (PublishedSchema.errors(message).isEmpty() ? valid : invalid).incrementAndGet();
        });

        assertThat(valid.get()).isGreaterThan(50);
        assertThat(invalid.get()).isGreaterThan(50);
    }

    @Example
    void schema_refuses_whatNoDataCanBe() {
        JsonNode message =
                PublishedSchema.JSON.readTree(AnyEnvelope.examples().get(0).toJson());
        ((ObjectNode) message).put("data", "text");

        assertThat(PublishedSchema.errors(message)).isNotEmpty();
    }

    private static boolean isTooManyBytes(JsonNode key) {
        return key.isString() && key.stringValue().getBytes(StandardCharsets.UTF_8).length > RequestId.MAX_BYTES;
    }

    @Provide
    Arbitrary<Envelope> envelopes() {
        return AnyEnvelope.any();
    }

    @Provide
    Arbitrary<JsonNode> messages() {
        Arbitrary<JsonNode> whole =
                Arbitraries.of(AnyEnvelope.examples()).map(it -> PublishedSchema.JSON.readTree(it.toJson()));
        return Combinators.combine(whole, changes().list().ofMinSize(1).ofMaxSize(2))
                .as((message, changes) -> {
                    changes.forEach(change -> change.to((ObjectNode) message));
                    return message;
                });
    }

    private static Arbitrary<Change> changes() {
        Arbitrary<Integer> places = Arbitraries.integers().between(0, 10_000);
        return Arbitraries.frequencyOf(
                Tuple.of(8, Combinators.combine(places, values()).as(EnvelopeSchemaTest::replaced)),
                Tuple.of(1, places.map(EnvelopeSchemaTest::removed)),
                Tuple.of(1, Combinators.combine(places, names(), values()).as(EnvelopeSchemaTest::added)));
    }

    /** A change of a message. */
    private interface Change {
        void to(ObjectNode message);
    }

    private record Place(ObjectNode object, String name) {}

    private static Change replaced(int place, JsonNode value) {
        return message -> at(message, place).object().set(at(message, place).name(), value);
    }

    private static Change removed(int place) {
        return message -> at(message, place).object().remove(at(message, place).name());
    }

    private static Change added(int place, String name, JsonNode value) {
        return message -> at(message, place).object().set(name, value);
    }

    private static Place at(ObjectNode message, int number) {
        List<Place> places = new ArrayList<>();
        collect(message, places);
        return places.get(number % places.size());
    }

    private static void collect(ObjectNode object, List<Place> places) {
        object.properties().forEach(member -> {
            places.add(new Place(object, member.getKey()));
            if (member.getValue() instanceof ObjectNode inner) {
                collect(inner, places);
            }
        });
        if (object.isEmpty()) {
            places.add(new Place(object, "more"));
        }
    }

    private static Arbitrary<String> names() {
        return Arbitraries.of("replayOf", "more", "Type", "error", "status", "code", "", "swarmId", "idempotencyKey");
    }

    /** Around every limit of every field. */
    private static Arbitrary<JsonNode> values() {
        Arbitrary<JsonNode> texts = Arbitraries.oneOf(
                        Arbitraries.of(
                                "signal", "outcome", "metric", "alert", "Signal", "1", "2", "ALL", "true", "null"),
                        Arbitraries.of(
                                "", " ", "a b", "a.b", "a..b", ".a", "a.", "*", "#", "a*", "a_b", "A-b", "\u00e4"),
                        Arbitraries.of(
                                "a-b", "a--b", "-a", "a-", "9", "x", "a\n", "\na", "a\r", "a\u2028", "a\u0085",
                                "\u0000"),
                        Arbitraries.of(
                                "2025-09-12T12:30:08Z",
                                "2024-02-29T00:00:00.123456789Z",
                                "2025-02-29T00:00:00Z",
                                "2025-02-30T00:00:00Z",
                                "2025-04-31T00:00:00Z",
                                "2025-09-12T12:30:08+00:00",
                                "2025-09-12t12:30:08z",
                                "2016-12-31T23:59:60Z",
                                "2025-09-12T24:00:00Z",
                                "2025-09-12T12:30Z",
                                "2025-09-12T12:30:08.1234567890Z",
                                "2025-09-12T12:30:08.Z",
                                "2025-09-12T12:30:08Z\n",
                                "12025-09-12T12:30:08Z",
                                "0000-01-01T00:00:00Z"),
                        Combinators.combine(
                                        Arbitraries.of("x", "\u00e4", "\ud83d\ude00", "x."),
                                        Arbitraries.of(40, 41, 63, 64, 65, 127, 128, 129, 254, 255, 256, 1_024, 1_025))
                                .as(String::repeat))
                .map(NODES::stringNode);
        return Arbitraries.oneOf(
                        texts,
                        texts,
                        texts,
                        Arbitraries.of(
                                NODES.nullNode(),
                                NODES.booleanNode(true),
                                NODES.numberNode(1),
                                NODES.numberNode(1.5),
                                NODES.arrayNode(),
                                NODES.objectNode(),
                                NODES.objectNode().put("code", "a"),
                                NODES.objectNode().put("code", "a").put("message", "b"),
                                NODES.objectNode().put("status", "a").put("retryable", false),
                                NODES.arrayNode().add("signal")))
                // Each its own: a later change may be to what an earlier one has put in.
                .map(JsonNode::deepCopy);
    }
}
