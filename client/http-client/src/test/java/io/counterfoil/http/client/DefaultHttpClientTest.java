package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
@Tag("RC-4")
class DefaultHttpClientTest {

    @Test
    void defaultClient_overPlainHttp_offersNoUpgrade() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(request -> ScriptedReply.of(201, "created"))) {
            IdempotentClient client = IdempotentClient.builder().build();

            client.send(order(server.uri()));
            client.sendAsync(order(server.uri())).get();
            client.toBuilder().responseBodyLimit(1_000).build().send(order(server.uri()));

            assertThat(server.seen()).hasSize(3).allSatisfy(request -> {
                assertThat(request.header("Upgrade")).isEmpty();
                assertThat(request.header("HTTP2-Settings")).isEmpty();
            });
        }
    }

    /** So that an attempt that cannot connect ends as one, with nothing sent, before its own time-out. */
    @ParameterizedTest
    @CsvSource({"PT10S, PT5S", "PT1M, PT5S", "PT4S, PT2S"})
    void defaultClient_connects_withinHalfOfTheAttempt(Duration attempt, Duration connect) {
        assertThat(JdkClient.byDefault(RetryPolicy.DEFAULT.withAttemptTimeout(attempt))
                        .http()
                        .connectTimeout())
                .contains(connect);
    }

    @Test
    void chosenClient_isUsedAsItIs() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(request -> ScriptedReply.of(201, "created"))) {
            IdempotentClient.builder()
                    .httpClient(HttpClient.newHttpClient())
                    .build()
                    .send(order(server.uri()));

            assertThat(server.seen())
                    .singleElement()
                    .satisfies(request -> assertThat(request.header("Upgrade")).isEqualTo("h2c"));
        }
    }

    private static RetryableRequest order(URI uri) {
        return RetryableRequest.post(uri).json("{}").build();
    }
}
