package io.counterfoil.signals.envelope;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schema out of the jar, and what it says. */
final class PublishedSchema {

    static final JsonMapper JSON = JsonMapper.shared();

    private static final String ID = "urn:counterfoil:control-events:1";
    private static final Schema SCHEMA = SchemaRegistry.withDialect(
                    Dialects.getDraft202012(),
                    registry -> registry.schemas(Map.of(ID, text("control-events.schema.json")))
                            .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                    .formatAssertionsEnabled(true)
                                    .build()))
            .getSchema(SchemaLocation.of(ID));

    private PublishedSchema() {}

    /** A document that lies in the jar. */
    static String text(String name) {
        try (InputStream file = Objects.requireNonNull(Envelope.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What is wrong with a message. */
    static List<String> errors(JsonNode message) {
        return SCHEMA.validate(message).stream().map(Object::toString).toList();
    }

    static List<String> errors(byte[] message) {
        return errors(JSON.readTree(message));
    }
}
