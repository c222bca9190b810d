package io.counterfoil.samples.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published OpenAPI document, and whether what the service answers is what it says. Thread-safe. */
final class Contract {

    static final Contract PUBLISHED = new Contract();

    private static final String BASE = "urn:counterfoil:control-plane:openapi";
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

    private final JsonNode document;
    private final SchemaRegistry registry;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private Contract() {
        try (InputStream file = Contract.class.getResourceAsStream("/control-plane/openapi.json")) {
            document = JsonMapper.shared().readTree(file.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Dialect dialect = Dialect.builder(Dialects.getOpenApi31())
                .keywords(document.propertyNames().stream()
                        .<Keyword>map(NonValidationKeyword::new)
                        .toList())
                .build();
        registry = SchemaRegistry.withDialect(
                dialect,
                registry -> registry.schemas(Map.of(BASE, document.toString()))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .build()));
    }

    JsonNode document() {
        return document;
    }

    /** Fails when a documented operation answers in an undocumented way. */
    void check(Api.Reply reply) {
        String asked = reply.path().replaceFirst("\\?.*", "");
        Optional<String> path = document.get("paths").propertyNames().stream()
                .filter(template -> asked.matches(template.replaceAll("\\{[^}]+}", "[^/]+")))
                // One with fewer parameters is the better match.
                .min((a, b) -> Long.compare(parameters(a), parameters(b)));
        String method = reply.method().toLowerCase(Locale.ROOT);
        if (path.isEmpty() || !document.at(pointer("paths", path.get(), method)).isObject()) {
            return;
        }
        String responses = pointer("paths", path.get(), method, "responses");
        String status = Integer.toString(reply.status());
        assertThat(document.at(responses).has(status))
                .as("a documented status: %s", reply)
                .isTrue();
        String at = resolved(responses + pointer(status));
        document.at(at + "/headers").propertyNames().forEach(name -> {
            JsonNode header = document.at(resolved(at + pointer("headers", name)));
            if (header.path("required").asBoolean(false)) {
                assertThat(reply.header(name)).as("%s of %s", name, reply).isNotEmpty();
            }
        });
        String content = at + pointer("content", reply.header("Content-Type"));
        assertThat(document.at(content).isMissingNode())
                .as("undocumented content type: %s", reply)
                .isFalse();
        assertThat(errors(content + "/schema", reply.json())).as("%s", reply).isEmpty();
    }

    private static long parameters(String template) {
        return template.chars().filter(c -> c == '{').count();
    }

    /** What is wrong with a value by the schema at this place of the document. */
    List<Error> errors(String pointer, JsonNode value) {
        return schemas.computeIfAbsent(
                        pointer,
                        place -> registry.getSchema(SchemaLocation.of(
                                BASE + "#" + place.replace("{", "%7B").replace("}", "%7D"))))
                .validate(value);
    }

    /** The place itself, or the one that its {@code $ref} leads to. */
    private String resolved(String pointer) {
        JsonNode reference = document.at(pointer).path("$ref");
        return reference.isString() ? reference.stringValue().substring(1) : pointer;
    }

    /** All documented operations: {@code GET /v1/swarms/{swarmId}}. */
    Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue().propertyNames().stream()
                        .filter(METHODS::contains)
                        .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    /** A JSON pointer (RFC 6901). */
    static String pointer(String... names) {
        StringBuilder pointer = new StringBuilder();
        for (String name : names) {
            pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }
}
