package io.counterfoil.callbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RF-8")
class CallbacksTest {

    private static final RequestId ID = new RequestId("01a20226-447d-7329-8af5-2b1df7e778f7");
    private static final CallbackSecret SECRET = CallbackSecret.fresh();
    private static final TargetPolicy LOOPBACK =
            TargetPolicy.builder().allowLoopback().build();

    /** Three tries without pauses. The first of a JVM may take many seconds, and must not be one more than a test counts. */
    private static final RetryPolicy POLICY = Callbacks.DEFAULT_POLICY
            .withBackoff(Duration.ZERO, Duration.ZERO)
            .withBudget(Duration.ofMinutes(4))
            .withAttemptTimeout(Duration.ofMinutes(4));

    private static final RetrySettings QUICK = RetrySettings.DEFAULT.withPolicy(POLICY);

    private static CallbackDelivery deliver(TargetPolicy policy, RetrySettings retries, URI target)
            throws InterruptedException {
        try (Callbacks callbacks = Callbacks.under(policy)) {
            return callbacks
                    .withRetrySettings(retries)
                    .deliver(new Callback(ID, target, "{\"größe\":1}", List.of(SECRET)));
        }
    }

    private static CallbackDelivery deliver(ScriptedServer server) throws InterruptedException {
        return deliver(LOOPBACK, QUICK, server.uri());
    }

    @Test
    void callback_carriesItsIdItsSignatureAndItsBody() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(202, "taken"))) {
            assertThat(deliver(server)).isEqualTo(new CallbackDelivery.Delivered(202));

            SeenRequest seen = server.seen().get(0);
            assertThat(seen.method()).isEqualTo("POST");
            assertThat(seen.path()).isEqualTo("/orders");
            assertThat(seen.body()).isEqualTo("{\"größe\":1}");
            assertThat(seen.header("Content-Type")).isEqualTo("application/json");
            assertThat(seen.header("Idempotency-Key")).isEqualTo('"' + ID.value() + '"');
            assertThat(seen.header("webhook-id")).isEqualTo(ID.value());
            assertThat(seen.header("Correlation-Id")).isNotEmpty();
            assertThat(seen.header("Accept-Encoding")).isEmpty();
            assertThat(CallbackVerifier.of(List.of(SECRET))
                            .verify(
                                    name -> Optional.of(seen.header(name)).filter(value -> !value.isEmpty()),
                                    seen.body().getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(CallbackVerdict.Authentic.class);
        }
    }

    @Test
    void aHiccup_isBridged_underOneId() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(
                ScriptedReply.of(503, ""), ScriptedReply.of(429, ""), ScriptedReply.of(200, ""))) {
            assertThat(deliver(server)).isEqualTo(new CallbackDelivery.Delivered(200));
            assertThat(server.seen()).hasSize(3);
            assertThat(server.seen())
                    .extracting(request -> request.header("webhook-id"))
                    .containsOnly(ID.value());
            assertThat(server.seen())
                    .extracting(request -> request.header("Idempotency-Attempt"))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void goneIsUnwanted_andEverythingElseIsAFailure() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(410, ""))) {
            assertThat(deliver(server)).isEqualTo(new CallbackDelivery.Unwanted());
        }
        for (int status : List.of(400, 404, 409, 500)) {
            try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(status, ""))) {
                assertThat(deliver(server))
                        .isEqualTo(new CallbackDelivery.Failed(
                                "the target answered with status " + status, Optional.empty()));
                assertThat(server.seen()).hasSize(1);
            }
        }
        try (ScriptedServer server =
                ScriptedServer.replying(ScriptedReply.of(503, "").with("Retry-After", "900"))) {
            assertThat(deliver(server))
                    .isEqualTo(new CallbackDelivery.Failed(
                            "the target answered with status 503", Optional.of(Duration.ofMinutes(15))));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirects_areNotFollowed(int status) throws Exception {
        try (ScriptedServer inside = ScriptedServer.replying(ScriptedReply.of(200, ""));
                ScriptedServer outside = ScriptedServer.replying(ScriptedReply.of(status, "")
                        .with("Location", inside.uri().toString()))) {
            assertThat(deliver(outside)).isInstanceOf(CallbackDelivery.Failed.class);
            assertThat(inside.seen()).isEmpty();
        }
    }

    @Test
    void cookiesAndCredentials_areNotKept() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(
                        ScriptedReply.of(503, "").with("Set-Cookie", "a=b"),
                        ScriptedReply.of(401, "").with("WWW-Authenticate", "Basic realm=\"x\""));
                Callbacks callbacks = Callbacks.under(LOOPBACK)) {
            Callback callback = new Callback(ID, server.uri(), "{}", List.of(SECRET));
            callbacks.withRetrySettings(QUICK).deliver(callback);
            callbacks.withRetrySettings(QUICK).deliver(callback);
            assertThat(server.seen()).hasSize(3);
            assertThat(server.seen()).allSatisfy(request -> {
                assertThat(request.header("Cookie")).isEmpty();
                assertThat(request.header("Authorization")).isEmpty();
            });
        }
    }

    @Test
    void aTargetThatIsNotThere_isAFailure() throws Exception {
        try (ReservedPort port = ReservedPort.any()) {
            CallbackDelivery delivery = deliver(LOOPBACK, QUICK, URI.create("http://127.0.0.1:" + port.number() + "/"));
            assertThat(delivery).isInstanceOf(CallbackDelivery.Failed.class);
        }
    }

    /** Registered while its name led to a public address; then its owner lets it lead to 127.0.0.1. */
    @Test
    void aNameThatLeadsElsewhereByNow_isRefused_andNothingIsSent() throws Exception {
        try (ScriptedServer inside = ScriptedServer.replying(ScriptedReply.of(200, ""))) {
            AtomicInteger asked = new AtomicInteger();
            TargetPolicy policy = TargetPolicy.builder()
                    .allowPorts(inside.port())
                    .resolver(host -> List.of(
                            asked.getAndIncrement() == 0
                                    ? InetAddress.getByName("93.184.215.14")
                                    : InetAddress.getLoopbackAddress()))
                    .build();
            URI target = URI.create("https://rebinding.example:" + inside.port() + "/");

            assertThat(policy.check(target)).isEmpty();
            assertThat(deliver(policy, QUICK, target))
                    .isEqualTo(new CallbackDelivery.Refused(
                            "must name a host that exists and whose addresses are all public"));
            assertThat(asked.get()).isGreaterThan(1);
            assertThat(inside.seen()).isEmpty();
            assertThat(inside.ends()).as("connections").isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1:%s/",
                "http://example.com:%s/",
                "https://[::1]:%s/",
                "https://2130706433:%s/",
                "https://localhost:%s/",
                "https://a@example.com:%s/"
            })
    void unsafeTarget_isRejected_andNothingIsSent(String target) throws Exception {
        try (ScriptedServer inside = ScriptedServer.replying(ScriptedReply.of(200, ""))) {
            TargetPolicy policy = TargetPolicy.builder()
                    .allowPorts(inside.port())
                    .resolver(host -> List.of(InetAddress.getLoopbackAddress()))
                    .build();
            assertThat(deliver(policy, QUICK, URI.create(target.formatted(inside.port()))))
                    .isInstanceOf(CallbackDelivery.Refused.class);
            assertThat(inside.seen()).isEmpty();
        }
    }

    /** A receiver that writes without end, in whatever a part of its answer. */
    private static ServerSocket endless(String head, String more, CompletableFuture<Long> written) throws IOException {
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            long bytes = 0;
            try (Socket connection = listener.accept()) {
                OutputStream out = connection.getOutputStream();
                out.write(head.getBytes(StandardCharsets.ISO_8859_1));
                byte[] chunk = more.getBytes(StandardCharsets.ISO_8859_1);
                while (true) {
                    out.write(chunk);
                    bytes += chunk.length;
                }
            } catch (IOException hungUp) {
                written.complete(bytes);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return listener;
    }

    @Test
    void anEndlessBody_isCutOff_andTheAnswerCounts() throws Exception {
        CompletableFuture<Long> written = new CompletableFuture<>();
        try (ServerSocket server = endless(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "1000\r\n" + "x".repeat(4096) + "\r\n",
                written)) {
            URI target = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
            assertThat(deliver(LOOPBACK, QUICK, target)).isEqualTo(new CallbackDelivery.Delivered(200));
            // What the sockets' buffers take is beyond us.
            assertThat(written.get(5, TimeUnit.MINUTES)).isLessThan(32 * 1024 * 1024);
        }
    }

    @Test
    void anEndlessHeader_isAFailure() throws Exception {
        CompletableFuture<Long> written = new CompletableFuture<>();
        try (ServerSocket server = endless("HTTP/1.1 200 OK\r\n", "X-Field: " + "x".repeat(1_000) + "\r\n", written)) {
            URI target = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
            RetrySettings once = QUICK.withPolicy(POLICY.withMaxAttempts(1));
            assertThat(deliver(LOOPBACK, once, target))
                    .isInstanceOfSatisfying(
                            CallbackDelivery.Failed.class,
                            failed -> assertThat(failed.reason()).contains("header count exceeded"));
            assertThat(written.get(5, TimeUnit.MINUTES)).isLessThan(32 * 1024 * 1024);
        }
    }

    @Test
    void anAnswerThatNeverEnds_isGivenUpWithTheTriesTime() throws Exception {
        RetrySettings impatient = RetrySettings.DEFAULT.withPolicy(new RetryPolicy(
                1, Duration.ofMinutes(4), Duration.ofMillis(300), Duration.ZERO, Duration.ZERO, Retention.FOREVER));
        try (ScriptedServer server =
                ScriptedServer.replying(ScriptedReply.of(200, "x").announcing(1_000))) {
            CallbackDelivery delivery = deliver(LOOPBACK, impatient, server.uri());
            assertThat(delivery)
                    .isInstanceOfSatisfying(
                            CallbackDelivery.Failed.class,
                            failed -> assertThat(failed.reason()).contains("no complete response within PT0.3S"));
        }
    }

    @Test
    void anAnswerThatIsLost_isAskedForAgain_underOneId() throws Exception {
        ScriptedServer[] self = new ScriptedServer[1];
        AtomicInteger number = new AtomicInteger();
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            if (number.incrementAndGet() == 1) {
                try {
                    self[0].hangUp();
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
            return ScriptedReply.of(200, "");
        })) {
            self[0] = server;
            assertThat(deliver(server)).isEqualTo(new CallbackDelivery.Delivered(200));
            assertThat(server.seen())
                    .hasSize(2)
                    .extracting(request -> request.header("webhook-id"))
                    .containsOnly(ID.value());
        }
    }

    @Test
    void callbacksOutOfTheirRange_areRefused() {
        URI target = URI.create("https://example.com/secret-path");
        List<CallbackSecret> secrets = List.of(SECRET);
        for (String id : List.of("a.b", "a b", "x".repeat(65))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Callback(new RequestId(id), target, "{}", secrets));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new Callback(ID, target, "{}", List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Callback(ID, target, "x".repeat(Callback.MAX_BYTES + 1), secrets));
        assertThat(new Callback(ID, target, "{}", secrets).toString())
                .doesNotContain("secret-path")
                .contains("example.com");
    }
}
