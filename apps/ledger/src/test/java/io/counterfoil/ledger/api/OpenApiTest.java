package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.support.testing.Contract;
import io.counterfoil.samples.support.testing.OpenApiContract;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.node.JsonNodeFactory;

/** The published document is valid, complete and true; that answers are as it says, {@link Call} sees at every one. */
@Timeout(300)
@Tag("LG-1")
class OpenApiTest extends OpenApiContract {

    /** The document, for all tests. */
    static final Contract PUBLISHED = Contract.of("/static/openapi.json");

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    OpenApiTest() {
        super(PUBLISHED);
    }

    @Override
    protected Contract.Answer served() {
        return SERVICE.api().get("/openapi.json").ok();
    }

    @Override
    protected RequestMappingHandlerMapping mappings() {
        return SERVICE.running().bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
    }

    /** What the container refuses before the service sees it. */
    @ParameterizedTest
    @CsvSource({
        "GET, /v1/ledgers",
        "POST, /v1/ledgers",
        "POST, /v1/ledgers/ldg_0/transaction-batches",
        "POST, /v1/imports"
    })
    void requestThatIsNoHttp_isRefusedAsDocumented(String method, String path) {
        URI service = SERVICE.running().uri();
        Answered answer = new Answered(
                method,
                path,
                RawHttp.send(
                        service,
                        "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: x\r\n\r\n"
                                .formatted(method, path, service.getAuthority())));

        assertThat(answer.status()).isEqualTo(400);
        PUBLISHED.check(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"1\"", "\"7\", W/\"1\"", "*"})
    void ifNoneMatch_isDocumentedAsTheServiceTakesIt(String versions) {
        Reply reply = SERVICE.api()
                .get("/v1/ledgers/" + SERVICE.api().ledger())
                .header("If-None-Match", versions)
                .send();

        assertThat(reply.status()).isIn(200, 304);
        assertDocumented("/components/parameters/If-None-Match/schema", versions, true);
    }

    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, false",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, true",
        "9f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11, true",
        "9F1C2F0E-2F4B-4A53-9A1E-5F0F4F0C9A11, true",
        "9f1c2f0e2f4b4a539a1e5f0f4f0c9a11, false"
    })
    void commandIdOfAChange_isDocumentedAsTheServiceTakesIt(String command, boolean taken) {
        Api api = SERVICE.api();
        String ledger = api.ledger(10);
        Reply metadata = api.post("/v1/ledgers/" + ledger + "/metadata", "command_id", command)
                .send();
        Reply commit = api.post("/v1/transactions/" + api.pending(ledger, -1) + "/commit", "command_id", command)
                .send();

        assertThat(metadata.status()).isEqualTo(taken ? 200 : 400);
        assertThat(commit.status()).isEqualTo(taken ? 200 : 400);
        assertDocumented("/components/schemas/NewMetadata/properties/command_id", command, taken);
        assertDocumented("/components/schemas/Settlement/properties/command_id", command, taken);
    }

    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, false",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, false",
        "VERSION-4000-8000-000000000000, true",
        "VERSION-1000-8000-000000000000, true",
        "VERSION-6000-b000-000000000000, true",
        "VERSION-7000-8000-000000000000, true",
        "VERSION-9000-8000-000000000000, false",
        "VERSION-7000-c000-000000000000, false"
    })
    void commandIdOfACreation_isDocumentedAsTheServiceTakesIt(String pattern, boolean taken) {
        String command = command(pattern);
        Api api = SERVICE.api();
        Reply ledger =
                api.post("/v1/ledgers", "command_id", command, "unit", "cents").send();
        Reply transaction = api.post(Api.transactionsOf(api.ledger()), "command_id", command(pattern), "quantity", 1)
                .send();

        assertThat(ledger.status()).isEqualTo(taken ? 201 : 400);
        assertThat(transaction.status()).isEqualTo(taken ? 201 : 400);
        assertDocumented("/components/schemas/NewLedger/properties/command_id", command, taken);
        assertDocumented("/components/schemas/NewTransaction/properties/command_id", command, taken);
    }

    @Test
    void placeInTheListOfBatches_isDocumentedAsABatchOrAPosition() {
        Api api = SERVICE.api();

        api.get("/v1/batches?after=").refused(400, "ledger:invalid-request", "after");
        assertDocumented("/components/parameters/after-batch/schema", "", false);
        api.get("/v1/batches?after=" + "b".repeat(65)).refused(400, "ledger:invalid-request", "after");
        assertDocumented("/components/parameters/after-batch/schema", "b".repeat(65), false);
        api.get("/v1/batches?batch_id=b&after=x").refused(400, "ledger:invalid-request", "after");
        assertThat(PUBLISHED
                        .document()
                        .at("/components/parameters/after-batch/description")
                        .stringValue())
                .contains("a number of at most 18 digits");
    }

    private static String command(String pattern) {
        return pattern.replace("VERSION", UUID.randomUUID().toString().substring(0, 13));
    }

    private static void assertDocumented(String schema, String value, boolean taken) {
        assertThat(PUBLISHED
                        .errors(schema, JsonNodeFactory.instance.stringNode(value))
                        .isEmpty())
                .as("%s by %s", value, schema)
                .isEqualTo(taken);
    }

    /** A whole response as it came, taken apart. */
    private record Answered(String method, String path, String response) implements Contract.Answer {

        private static final String END_OF_HEAD = "\r\n\r\n";

        @Override
        public int status() {
            return Integer.parseInt(response.substring("HTTP/1.1 ".length(), "HTTP/1.1 400".length()));
        }

        @Override
        public String header(String name) {
            return response.substring(0, response.indexOf(END_OF_HEAD))
                    .lines()
                    .filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }

        @Override
        public byte[] bytes() {
            return response.substring(response.indexOf(END_OF_HEAD) + END_OF_HEAD.length())
                    .getBytes(StandardCharsets.UTF_8);
        }
    }
}
