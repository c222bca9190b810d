package io.counterfoil.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process that is killed between its request's arrival and its answer's. */
@Timeout(600)
class ClientCrashTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    private final AtomicInteger effects = new AtomicInteger();
    private final Map<String, String> originals = new ConcurrentHashMap<>();
    private final CompletableFuture<SeenRequest> firstArrived = new CompletableFuture<>();
    private final CountDownLatch firstIsDead = new CountDownLatch(1);

    @Test
    @Tag("RC-1")
    @Tag("RC-3")
    void clientKilledBeforeTheResponse_resendsUnderTheSameId() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(this::answer)) {
            Process first = start(server);
            SeenRequest original = firstArrived.get(5, TimeUnit.MINUTES);
            assertThat(first.destroyForcibly().waitFor(5, TimeUnit.MINUTES)).isTrue();
            firstIsDead.countDown();

            Process second = start(server);
            try (BufferedReader output = second.inputReader(US_ASCII)) {
                assertThat(output.lines().filter(line -> line.startsWith("201")).toList())
                        .as("replayed, and no unexpected duplicate")
                        .containsExactly("201 order 1 false");
            }
            assertThat(second.waitFor(5, TimeUnit.MINUTES)).isTrue();

            assertThat(second.exitValue()).isZero();
            assertThat(effects.get()).isEqualTo(1);
            assertThat(server.seen()).hasSize(2);
            SeenRequest again = server.seen().get(1);
            assertThat(again.header("Idempotency-Key")).isEqualTo(original.header("Idempotency-Key"));
            assertThat(again.body()).isEqualTo(original.body());
            assertThat(again.header("Idempotency-Attempt")).isNotEqualTo(original.header("Idempotency-Attempt"));
        }
    }

    private ScriptedReply answer(SeenRequest request) {
        boolean[] isNew = {false};
        String original = originals.computeIfAbsent(request.header("Idempotency-Key"), key -> {
            effects.incrementAndGet();
            isNew[0] = true;
            return request.header("Idempotency-Attempt");
        });
        if (isNew[0]) {
            firstArrived.complete(request);
            Latches.await(firstIsDead);
        }
        ScriptedReply made = ScriptedReply.of(201, "order " + effects.get());
        return isNew[0] ? made : made.with("Idempotency-Replayed", "true").with("Idempotency-First-Attempt", original);
    }

    private Process start(ScriptedServer server) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashedSender.class.getName(),
                        directory.toString(),
                        server.uri().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
