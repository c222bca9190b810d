package io.counterfoil.samples.support.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks that an OpenAPI document is valid, complete and correct. A subclass provides the service. Whether responses
 * conform is checked by each service's own tests, through {@link Contract#check}.
 *
 * <p>Requires the schema of OpenAPI 3.1 on the class path, as contained in {@code vertx-openapi}.
 */
public abstract class OpenApiContract {

    private static final String SPECIFICATION = "https://spec.openapis.org/oas/3.1/";

    private final Contract contract;
    private final JsonNode document;

    /** @param contract the document of the service */
    protected OpenApiContract(Contract contract) {
        this.contract = contract;
        this.document = contract.document();
    }

    /** The response of the running service to {@code GET /openapi.json}. */
    protected abstract Contract.Answer served();

    /** The mappings of the running service. */
    protected abstract RequestMappingHandlerMapping mappings();

    @Test
    void document_isServed() {
        Contract.Answer answer = served();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(JsonMapper.shared().readTree(answer.bytes())).isEqualTo(document);
    }

    @Test
    void document_isValidOpenApi31() {
        SchemaRegistry registry = SchemaRegistry.withDialect(
                Dialects.getDraft202012(),
                builder -> builder.schemaIdResolvers(
                        ids -> ids.mapPrefix(SPECIFICATION, "classpath:spec.openapis.org/oas/3.1/")));
        Schema specification = registry.getSchema(SchemaLocation.of(SPECIFICATION + "schema-base/2022-10-07"));

        assertThat(specification.validate(document)).isEmpty();
        // The validation can fail.
        assertThat(specification.validate(
                        JsonMapper.shared().readTree("{\"openapi\":\"3.1.0\",\"info\":{\"title\":1}}")))
                .isNotEmpty();
    }

    @Test
    void document_hasExactlyTheMappingsOfTheService() {
        Set<String> mapped = new TreeSet<>();
        mappings()
                .getHandlerMethods()
                .keySet()
                .forEach(mapping -> mapping.getPatternValues().stream()
                        .filter(path -> path.startsWith("/v1/"))
                        .forEach(path -> mapping.getMethodsCondition()
                                .getMethods()
                                .forEach(method -> mapped.add(method + " " + path))));
        assertThat(contract.operations()).isEqualTo(mapped).hasSizeGreaterThanOrEqualTo(8);
    }

    @Test
    void everyReference_isResolved_andEveryComponentIsUsed() {
        Set<String> references = new TreeSet<>();
        walk(document, "", (at, node) -> {
            if (node.path("$ref").isString()) {
                references.add(node.get("$ref").stringValue());
            }
        });
        Set<String> components = new TreeSet<>();
        document.get("components").properties().stream()
                // Referenced by name in security, not by a $ref.
                .filter(kind -> !kind.getKey().equals("securitySchemes"))
                .forEach(kind -> kind.getValue()
                        .propertyNames()
                        .forEach(name -> components.add("#/components/" + kind.getKey() + "/" + name)));

        assertThat(references).isEqualTo(components);
    }

    @Test
    void everyTemporaryRefusal_hasRetryAfter() {
        walk(
                document,
                "",
                (at, node) -> Set.of("429", "503").stream()
                        .filter(status -> node.path("responses").has(status))
                        .forEach(status -> assertThat(contract.response(at, status)
                                        .path("headers")
                                        .propertyNames())
                                .as("%s of %s", status, at)
                                .contains("Retry-After")));
    }

    @Test
    void everyExample_conformsToItsSchema() {
        Set<String> checked = new TreeSet<>();
        walk(document, "", (at, node) -> {
            if (!node.has("schema")) {
                return;
            }
            if (node.has("example")) {
                checked.add(at);
                assertThat(contract.errors(at + "/schema", node.get("example")))
                        .as(at)
                        .isEmpty();
            }
            node.path("examples").properties().forEach(example -> {
                checked.add(at);
                assertThat(contract.errors(at + "/schema", example.getValue().get("value")))
                        .as(at + " " + example.getKey())
                        .isEmpty();
            });
        });

        assertThat(checked).hasSizeGreaterThan(20);
    }

    private static void walk(JsonNode node, String at, BiConsumer<String, JsonNode> visitor) {
        visitor.accept(at, node);
        if (node.isObject()) {
            node.properties()
                    .forEach(member -> walk(member.getValue(), at + Contract.pointer(member.getKey()), visitor));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            walk(node.get(i), at + "/" + i, visitor);
        }
    }
}
