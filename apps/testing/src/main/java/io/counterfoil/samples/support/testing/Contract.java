package io.counterfoil.samples.support.testing;

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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** The OpenAPI document of a service, and checks that its responses conform. Thread-safe. */
public final class Contract {

    private static final String BASE = "urn:counterfoil:openapi";
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head", "options");

    private final JsonNode document;
    private final SchemaRegistry registry;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private Contract(JsonNode document) {
        this.document = document;
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

    /** A response of the service. */
    public interface Answer {

        /** The method of the request, in capitals. */
        String method();

        /** The path of the request, decoded or not, with its query if there is one. */
        String path();

        /** The status code. */
        int status();

        /** The value of a header field; empty if absent. */
        String header(String name);

        /** The body as received. */
        byte[] bytes();
    }

    /** The document among the resources of a service, as the service serves it. */
    public static Contract of(String resource) {
        try (InputStream file = Contract.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalArgumentException("resource not found: " + resource);
            }
            return new Contract(JSON.readTree(file.readAllBytes()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The document. */
    public JsonNode document() {
        return document;
    }

    /** Fails if a documented operation has an undocumented response. */
    public void check(Answer reply) {
        Optional<String> path = templateOf(reply.path());
        String method = reply.method().toLowerCase(Locale.ROOT);
        if (path.isEmpty() || !document.at(pointer("paths", path.get(), method)).isObject()) {
            return;
        }
        JsonNode responses = document.at(pointer("paths", path.get(), method, "responses"));
        String status = Integer.toString(reply.status());
        assertThat(responses.has(status))
                .as("a documented status of %s %s: %s", method, path.get(), reply)
                .isTrue();
        String at = resolved(pointer("paths", path.get(), method, "responses", status));
        JsonNode headers = document.at(at + "/headers");
        headers.propertyNames().forEach(name -> checkHeader(reply, name, resolved(at + pointer("headers", name))));
        if (document.at(at + "/content").isMissingNode()) {
            assertThat(reply.bytes()).as("undocumented body: %s", reply).isEmpty();
            return;
        }
        String content = at + pointer("content", reply.header("Content-Type"));
        assertThat(document.at(content).isMissingNode())
                .as("undocumented content type: %s", reply)
                .isFalse();
        assertThat(errors(content + "/schema", JSON.readTree(reply.bytes())))
                .as("%s", reply)
                .isEmpty();
    }

    private void checkHeader(Answer reply, String name, String at) {
        String value = reply.header(name);
        if (value.isEmpty()) {
            assertThat(document.at(at).path("required").asBoolean(false))
                    .as("%s is required: %s", name, reply)
                    .isFalse();
            return;
        }
        boolean number = document.at(at + "/schema/type").asString("").equals("integer");
        JsonNode node = number
                ? JsonNodeFactory.instance.numberNode(Long.parseLong(value))
                : JsonNodeFactory.instance.stringNode(value);
        assertThat(errors(at + "/schema", node)).as("%s of %s", name, reply).isEmpty();
    }

    /** The violations of the schema at this location of the document. */
    public List<Error> errors(String pointer, JsonNode value) {
        return schemas.computeIfAbsent(
                        pointer,
                        place -> registry.getSchema(SchemaLocation.of(
                                BASE + "#" + place.replace("{", "%7B").replace("}", "%7D"))))
                .validate(value);
    }

    /** The documented response of an operation for a status. */
    JsonNode response(String operation, String status) {
        return document.at(resolved(operation + pointer("responses", status)));
    }

    /** The location, or the target of its {@code $ref}. */
    private String resolved(String pointer) {
        JsonNode reference = document.at(pointer).path("$ref");
        return reference.isString() ? reference.stringValue().substring(1) : pointer;
    }

    /** The documented operation of the response: {@code GET /v1/ledgers/{id}}; empty if there is none. */
    public String operationOf(Answer reply) {
        String method = reply.method().toLowerCase(Locale.ROOT);
        return templateOf(reply.path())
                .filter(path -> document.at(pointer("paths", path, method)).isObject())
                .map(path -> reply.method() + " " + path)
                .orElse("");
    }

    /** All documented operations: {@code GET /v1/ledgers/{id}}. */
    public Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue().propertyNames().stream()
                        .filter(METHODS::contains)
                        .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    /** The documented path that a path is an instance of; of several, the one with the fewest parameters. */
    private Optional<String> templateOf(String path) {
        String asked = path.replaceFirst("\\?.*", "");
        return document.get("paths").propertyNames().stream()
                .filter(template -> asked.matches(template.replaceAll("\\{[^}]+}", "[^/]+")))
                .min(Comparator.comparingLong(
                        template -> template.chars().filter(c -> c == '{').count()));
    }

    /** A JSON pointer (RFC 6901). */
    public static String pointer(String... names) {
        StringBuilder pointer = new StringBuilder();
        for (String name : names) {
            pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }
}
