package io.counterfoil.ledger.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.ledger.access.ApiKeyCommand;
import io.counterfoil.ledger.launch.Serve;
import io.counterfoil.testkit.database.Database;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The service as it asks its clients for API keys: the client of everything is the owner of the API key. */
@Timeout(300)
@Isolated("captures log lines, which the start of another application would switch off")
@Tag("RQ-5")
class ApiKeyTest {

    private static final String NOBODYS = "cfk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    @RegisterExtension
    static final SharedService SERVICE = SharedService.guarded();

    private final Api api = SERVICE.api();
    private final String alice = "alice " + Api.fresh();
    private final String bob = "bob " + Api.fresh();

    @Test
    @Tag("RQ-16")
    void twoKeysOfOneOwner_areOneClient_andAnotherOwnerIsAnother() {
        Object[] body = {"idempotency_key", Api.fresh(), "unit", "seats"};
        String key = Api.fresh();
        Reply first = api.post("/v1/ledgers", body)
                .key(key)
                .apiKey(keyOf(alice))
                .created()
                .isOriginal();

        Reply again = api.post("/v1/ledgers", body)
                .key(key)
                .apiKey(keyOf(alice))
                .created()
                .isReplayed();
        Reply ofBob = api.post("/v1/ledgers", body)
                .key(key)
                .apiKey(keyOf(bob))
                .created()
                .isOriginal();

        assertThat(again.bytes()).isEqualTo(first.bytes());
        assertThat(ofBob.id()).isNotEqualTo(first.id());
    }

    @Test
    @Tag("RQ-16")
    void dataKeysAndLists_underAnotherClientName_areTheOwners() {
        Object[] body = {"idempotency_key", Api.fresh(), "unit", "seats"};
        String ofAlice = keyOf(alice);
        String ofBob = keyOf(bob);
        Reply first = api.post("/v1/ledgers", body).apiKey(ofAlice).created().isOriginal();

        Reply second = api.post("/v1/ledgers", body)
                .apiKey(ofBob)
                .client(alice)
                .created()
                .isOriginal();

        assertThat(second.id()).isNotEqualTo(first.id());
        Reply listed = api.get("/v1/ledgers").apiKey(ofBob).client(alice).ok();
        assertThat(listed.text()).contains(second.id()).doesNotContain(first.id());
    }

    @Test
    void requestWithoutAKey_isRefused_beforeItsBodyIsLookedAt() {
        Reply refused = api.post("/v1/ledgers", "nonsense", 1)
                .key(Api.fresh())
                .client(alice)
                .refused(401, "unknown-client", "Authorization")
                .isOriginal();

        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"ledger\"");
        assertThat(refused.header("Correlation-Id")).isNotEmpty();
        api.get("/v1/ledgers").refused(401, "unknown-client", "Authorization");
        api.post("/playground/transfers").refused(401, "unknown-client", "Authorization");
        api.get("/nowhere").refused(401, "unknown-client", "Authorization");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.html",
                "/app.js",
                "/counterfoil/parts/app.css",
                "/ledger.css",
                "/counterfoil/parts/icon.svg",
                "/counterfoil/parts/api.js",
                "/openapi.json"
            })
    void thePagesOwnFiles_areForAll(String path) {
        api.get(path).ok();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/counterfoil/", "/counterfoil/api/records"})
    @Tag("CN-3")
    void console_isNotForClients(String path) {
        assertThat(api.get(path).apiKey(keyOf(alice)).send().status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer " + NOBODYS, "Bearer x", "Bearer", "Basic YTpi", "Bearer cfk_ ", "bearer  \u00e9"})
    void unknownApiKey_isRejectedAndNotEchoed(String authorization) {
        Reply refused = api.get("/v1/ledgers")
                .header("Authorization", authorization)
                .refused(401, "unknown-client", "Authorization");

        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"ledger\", error=\"invalid_token\"");
        assertThat(refused.text()).doesNotContain("cfk_");
    }

    @Test
    void twoKeysInOneRequest_areRefused() {
        api.get("/v1/ledgers").apiKey(keyOf(alice)).apiKey(keyOf(bob)).refused(401, "unknown-client", "Authorization");
    }

    @Test
    @Tag("RQ-16")
    void revokedApiKey_isRejected_ownersOtherKeyStillReplays() {
        String old = keyOf(alice);
        String id = command("list")
                .lines()
                .filter(line -> line.endsWith(alice))
                .map(line -> line.split(" ", 2)[0])
                .findFirst()
                .orElseThrow();
        String another = keyOf(alice);
        Object[] body = {"idempotency_key", Api.fresh(), "unit", "seats"};
        String key = Api.fresh();
        Reply first = api.post("/v1/ledgers", body).key(key).apiKey(old).created();

        command("revoke", id);

        api.post("/v1/ledgers", body).key(key).apiKey(old).refused(401, "unknown-client", "Authorization");
        assertThat(api.post("/v1/ledgers", body)
                        .key(key)
                        .apiKey(another)
                        .created()
                        .isReplayed()
                        .bytes())
                .isEqualTo(first.bytes());
        assertThat(command("list").lines().filter(line -> line.endsWith(alice)))
                .satisfiesExactly(
                        line -> assertThat(line).contains(id, "revoked 2"),
                        line -> assertThat(line).contains("good"));
    }

    @Test
    void playground_sendsItsTransfersInTheNameOfTheKeysOwner() {
        String key = keyOf(alice);
        String ledger = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "initial_deposit", 10)
                .apiKey(key)
                .created()
                .id();

        Reply report = api.post("/playground/transfers", "ledger_id", ledger, "quantity", -3, "fault", "drop_response")
                .apiKey(key)
                .ok();

        assertThat(report.json().at("/balance_after").longValue()).isEqualTo(7);
        assertThat(report.json().at("/attempts/1/duplicate").booleanValue()).isTrue();
    }

    @Test
    void key_isKeptAsItsHash() throws Exception {
        String key = keyOf(alice);

        assertThat(SERVICE.sql()
                        .sql("SELECT hash FROM api_key WHERE owner = ?")
                        .param(alice)
                        .query(byte[].class)
                        .single())
                .isEqualTo(MessageDigest.getInstance("SHA-256").digest(key.getBytes(US_ASCII)));
        assertThat(SERVICE.sql()
                        .sql("SELECT api_key::text FROM api_key")
                        .query(String.class)
                        .list())
                .isNotEmpty()
                .noneMatch(row -> row.contains(key.substring(4)));
    }

    @Test
    void keys_areInNoLine_ofAnyLevel() {
        String good = keyOf(alice);
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        List<Logger> chatty = List.of((Logger) LoggerFactory.getLogger("io.counterfoil"), (Logger)
                LoggerFactory.getLogger("org.springframework"));
        List<Level> before = chatty.stream().map(Logger::getLevel).toList();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        root.addAppender(lines);
        chatty.forEach(logger -> logger.setLevel(Level.TRACE));
        try {
            api.get("/v1/ledgers").apiKey(good).ok();
            api.get("/v1/ledgers").apiKey(NOBODYS).send();
            api.get("/v1/ledgers").apiKey("cfk_short").send();
        } finally {
            for (int i = 0; i < chatty.size(); i++) {
                chatty.get(i).setLevel(before.get(i));
            }
            root.detachAppender(lines);
        }

        assertThat(List.copyOf(lines.list))
                .hasSizeGreaterThan(10)
                .extracting(event -> event.getFormattedMessage() + event.getThrowableProxy())
                .noneMatch(line -> line.contains(good) || line.contains(NOBODYS) || line.contains("cfk_short"));
    }

    @Test
    void databaseThatFails_isNoFaultOfTheKey() throws SQLException {
        Call look = api.get("/v1/ledgers").apiKey(keyOf(alice));
        CompletableFuture<Reply> stopped;
        try (HeldLedger held = HeldLedger.apiKeys(SERVICE)) {
            stopped = look.sendAsync();
            held.awaitBlocked(1);
            held.cutBlocked();

            assertThat(stopped.join().isProblem(503, "store-unavailable").header("Retry-After"))
                    .isEqualTo("1");
        }
        look.ok();
    }

    private static String keyOf(String owner) {
        return keyOf(SERVICE, owner);
    }

    /** A fresh key of this owner. */
    static String keyOf(SharedService service, String owner) {
        return command(service, "create", owner).strip();
    }

    private static String command(String... arguments) {
        return command(SERVICE, arguments);
    }

    /** What the command line prints when it is given this, and the database of the service. */
    private static String command(SharedService service, String... arguments) {
        Database database = service.running().database();
        StringWriter out = new StringWriter();
        CommandLine program = Serve.commandLine(new ApiKeyCommand()).setOut(new PrintWriter(out, true));
        List<String> all = new ArrayList<>(List.of("api-key"));
        all.addAll(List.of(arguments));
        all.addAll(List.of(
                "--database-url",
                "%s?user=%s&password=%s".formatted(database.jdbcUrl(), database.user(), database.password())));

        assertThat(program.execute(all.toArray(String[]::new))).isZero();
        return out.toString();
    }
}
