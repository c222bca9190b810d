package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.CallbackVerdict;
import io.counterfoil.callbacks.CallbackVerifier;
import io.counterfoil.entities.Namespace;
import io.counterfoil.ledger.imports.CallbackSettings;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Imports over the end of a service that is stopped as it should be, and the callback at their end. */
@Timeout(600)
class ImportRestartTest {

    private static final CallbackSecret SECRET = CallbackSecret.fresh();
    private static final List<String> SETTINGS = List.of(
            "ledger.callbacks.secret=" + SECRET.text(),
            "ledger.callbacks.allow-loopback=true",
            "ledger.imports.heartbeat=200ms");

    private static Call file(Api api, String ledger, int rows, String more) {
        String csv = "quantity\n"
                + IntStream.rangeClosed(1, rows).mapToObj(i -> i + "\n").collect(Collectors.joining());
        return api.call("POST", "/v1/imports?idempotency_key=k&reference_id=file&ledger_id=" + ledger + more)
                .body(csv)
                .contentType("text/csv")
                .client("alice");
    }

    @Test
    @Tag("RF-8")
    void serviceThatIsStopped_handsItsImportToTheNext() {
        int rows = 20_000;
        String ledger;
        RunningService first = RunningService.start(SETTINGS);
        try (first) {
            Api api = new Api(first.uri());
            ledger = api.ledger();
            assertThat(file(api, ledger, rows, "").send().status()).isEqualTo(202);
        }
        try (RunningService second = RunningService.on(first.database(), SETTINGS.toArray(String[]::new))) {
            Api api = new Api(second.uri());

            JsonNode ended = api.get("/v1/imports/file").client("alice").ended();

            assertThat(ended.get("state").stringValue()).isEqualTo("succeeded");
            assertThat(api.balance(ledger))
                    .isEqualTo(LongStream.rangeClosed(1, rows).sum());
        }
    }

    @Test
    @Tag("RF-8")
    void endOfAnImport_isToldByASignedCallback_underOneIdOverItsTries() throws Exception {
        BlockingQueue<SeenRequest> calls = new LinkedBlockingQueue<>();
        AtomicInteger tries = new AtomicInteger();
        Function<SeenRequest, ScriptedReply> twiceDown = call -> {
            calls.add(call);
            return ScriptedReply.of(tries.incrementAndGet() < 3 ? 503 : 204, "");
        };
        try (ScriptedServer receiver = ScriptedServer.answering(twiceDown);
                RunningService service = RunningService.start(SETTINGS)) {
            Api api = new Api(service.uri());
            String target = "http://127.0.0.1:" + receiver.port() + "/done";
            Reply taken = file(api, api.ledger(), 3, "&callback_url=" + target).send();
            assertThat(taken.status()).as("%s", taken).isEqualTo(202);

            List<SeenRequest> seen = List.of(calls.take(), calls.take(), calls.take());

            SeenRequest last = seen.get(2);
            JsonNode told = Bodies.read(last.body().getBytes(StandardCharsets.UTF_8));
            assertThat(told.get("reference_id").stringValue()).isEqualTo("file");
            assertThat(told.at("/result/created").intValue()).isEqualTo(3);
            assertThat(seen).extracting(each -> each.header("webhook-id")).containsOnly(last.header("webhook-id"));
            assertThat(seen)
                    .extracting(each -> each.header("Idempotency-Key").replace("\"", ""))
                    .containsOnly(last.header("webhook-id"));
            CallbackVerifier verifier =
                    CallbackVerifier.of(List.of(CallbackSettings.derived(SECRET, Namespace.ofClient("alice"))));
            assertThat(verifier.verify(
                            name -> Optional.of(last.header(name)).filter(value -> !value.isEmpty()),
                            last.body().getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(CallbackVerdict.Authentic.class);
            // Another client's secret says nothing of it.
            CallbackVerifier other =
                    CallbackVerifier.of(List.of(CallbackSettings.derived(SECRET, Namespace.ofClient("bob"))));
            assertThat(other.verify(
                            name -> Optional.of(last.header(name)).filter(value -> !value.isEmpty()),
                            last.body().getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(CallbackVerdict.Forged.class);
        }
    }

    @Test
    @Tag("RQ-17")
    void importThatEndedLongAgo_isRemoved_andItsTransactionsStay() {
        try (RunningService service = RunningService.start(List.of("counterfoil.purge.interval=10ms"))) {
            Api api = new Api(service.uri());
            String ledger = api.ledger();
            Reply taken = file(api, ledger, 3, "").send();
            assertThat(taken.status()).as("%s", taken).isEqualTo(202);
            api.get("/v1/imports/file").client("alice").ended();
            Instant then = Instant.now().minus(Duration.ofDays(31));

            JdbcClient sql = JdbcClient.create(service.database().dataSource());
            sql.sql("UPDATE counterfoil_operation SET finished_at = ?, id = ?")
                    .params(then.toEpochMilli() * 1000, new UUID(then.toEpochMilli() << Short.SIZE | 0x7000, 0))
                    .update();

            await().atMost(Duration.ofMinutes(5))
                    .until(() ->
                            api.get("/v1/imports/file").client("alice").send().status() == 404);
            assertThat(sql.sql("SELECT count(*) FROM import_file")
                            .query(Long.class)
                            .single())
                    .isZero();
            assertThat(api.balance(ledger)).isEqualTo(6);
            assertThat(api.get("/v1/batches/file").client("alice").send().status())
                    .isEqualTo(200);
        }
    }

    @Test
    @Tag("RF-8")
    void callbackUrl_insecureAndNotAllowed_isRejected() {
        List<String> guarded = List.of("ledger.callbacks.secret=" + SECRET.text());
        try (RunningService service = RunningService.start(guarded)) {
            Api api = new Api(service.uri());
            String ledger = api.ledger();

            for (String target : List.of(
                    "http://example.com/",
                    "https://127.0.0.1/",
                    "https://2130706433/",
                    "https://[::1]/",
                    "https://localhost/",
                    "https://169.254.169.254/latest/meta-data",
                    "https://user:password@example.com/",
                    "https://example.com:22/")) {
                file(
                                api,
                                ledger,
                                1,
                                "&callback_url=" + target.replace("[", "%5B").replace("]", "%5D"))
                        .refused(400, "ledger:invalid-request", "callback_url");
            }
        }
    }
}
