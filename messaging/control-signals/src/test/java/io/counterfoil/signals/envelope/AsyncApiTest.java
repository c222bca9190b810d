package io.counterfoil.signals.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The AsyncAPI document hangs together, and says of topics and limits what the code does. */
@Tag("SG-1")
class AsyncApiTest {

    private final JsonNode document = PublishedSchema.JSON.readTree(PublishedSchema.text("asyncapi.json"));
    private final JsonNode schema = PublishedSchema.JSON.readTree(PublishedSchema.text("control-events.schema.json"));

    @Test
    void copiesInTheDocs_areEqual() throws IOException {
        for (String name : List.of("asyncapi.json", "control-events.schema.json")) {
            assertThat(Files.readString(Path.of("../../docs/reference", name))).isEqualTo(PublishedSchema.text(name));
        }
    }

    @Test
    void everyKind_hasAChannel_aMessage_andBothDirections() {
        assertThat(document.path("asyncapi").stringValue()).isEqualTo("3.1.0");
        Set<String> kinds = new TreeSet<>();
        Set<String> operations = new TreeSet<>();
        for (EnvelopeKind kind : EnvelopeKind.values()) {
            String word = kind.word();
            String name = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
            kinds.add(word);
            operations.addAll(List.of("send" + name, "receive" + name));
            assertThat(document.at("/operations/send" + name + "/action").stringValue())
                    .isEqualTo("send");
            assertThat(document.at("/operations/receive" + name + "/action").stringValue())
                    .isEqualTo("receive");
            assertThat(document.at("/components/messages/" + word + "/payload/$ref")
                            .stringValue())
                    .isEqualTo("./control-events.schema.json#/$defs/" + word);
        }
        assertThat(document.get("channels").propertyNames()).containsExactlyInAnyOrderElementsOf(kinds);
        assertThat(document.get("operations").propertyNames()).containsExactlyInAnyOrderElementsOf(operations);
    }

    @Test
    void addresses_areTheTopicsOfTheCode() {
        for (Envelope envelope : AnyEnvelope.examples()) {
            String address = document.at("/channels/" + envelope.kind().word() + "/address")
                    .stringValue();
            SwarmScope scope = envelope.scope();
            assertThat(address.replace("{type}", envelope.type())
                            .replace("{swarmId}", scope.swarmId())
                            .replace("{role}", scope.role())
                            .replace("{instance}", scope.instance()))
                    .isEqualTo(envelope.topic().value());
        }
    }

    @Test
    void parameters_areAtTheirPlaceInTheMessage() {
        JsonNode message =
                PublishedSchema.JSON.readTree(AnyEnvelope.examples().get(0).toJson());
        document.at("/components/parameters").properties().forEach(parameter -> {
            String location = parameter.getValue().get("location").stringValue();
            assertThat(location).startsWith("$message.payload#");
            assertThat(message.at(location.substring("$message.payload#".length()))
                            .isString())
                    .as(location)
                    .isTrue();
        });
        assertThat(document.at("/components/parameters").propertyNames())
                .containsExactlyInAnyOrder("type", "swarmId", "role", "instance");
    }

    @Test
    void everyReference_leadsSomewhere_andEveryComponentIsUsed() {
        List<String> references = new ArrayList<>();
        collect(document, references);
        Set<String> used = new TreeSet<>(references);

        for (String reference : used) {
            boolean other = reference.startsWith("./control-events.schema.json#");
            JsonNode in = other ? schema : document;
            assertThat(in.at(reference.substring(reference.indexOf('#') + 1)).isMissingNode())
                    .as(reference)
                    .isFalse();
        }
        document.get("components")
                .properties()
                .forEach(kind -> kind.getValue()
                        .propertyNames()
                        .forEach(name -> assertThat(used).contains("#/components/" + kind.getKey() + "/" + name)));
    }

    @Test
    void everyMessage_hasExamples_thatTheCodeReads_andWritesAsTheyAre() {
        for (EnvelopeKind kind : EnvelopeKind.values()) {
            JsonNode examples = document.at("/components/messages/" + kind.word() + "/examples");
            assertThat(examples).as("examples of %s", kind).isNotEmpty();
            for (JsonNode example : examples) {
                JsonNode payload = example.get("payload");
                Envelope envelope = Envelope.read(payload.toString().getBytes(StandardCharsets.UTF_8));
                assertThat(envelope.kind()).isEqualTo(kind);
                assertThat(PublishedSchema.JSON.readTree(envelope.toJson())).isEqualTo(payload);
            }
        }
    }

    @Test
    void limits_areThoseOfTheCode() {
        assertThat(limit("/$defs/type")).isEqualTo(Envelope.MAX_TYPE_LENGTH);
        assertThat(limit("/$defs/origin")).isEqualTo(Envelope.MAX_ORIGIN_LENGTH);
        assertThat(limit("/$defs/segment")).isEqualTo(SwarmScope.MAX_LENGTH);
        assertThat(limit("/$defs/outcomeData/properties/status")).isEqualTo(SignalOutcome.MAX_STATUS_LENGTH);
        assertThat(schema.at("/description").stringValue())
                .contains(Envelope.MAX_BYTES + " bytes", Envelope.MAX_DEPTH + " deep");
        assertThat(schema.at("/$defs/data/description").stringValue()).contains(Data.MAX_BYTES + " bytes");
    }

    private int limit(String pointer) {
        return schema.at(pointer).get("maxLength").intValue();
    }

    private static void collect(JsonNode node, List<String> references) {
        if (node.path("$ref").isString()) {
            references.add(node.get("$ref").stringValue());
        }
        node.forEach(child -> collect(child, references));
    }
}
