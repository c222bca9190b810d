package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the examples of docs/guides/client.md do; that they compile as they are printed is tested with the documents. */
@Timeout(600)
class ClientGuideTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @Test
    @Tag("RC-1")
    void oneThing_isSent() throws Exception {
        String body = "{\"seats\":2}";
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(201, "created"))) {
            URI uri = server.uri();

            IdempotentClient client = IdempotentClient.builder().build();
            Answer answer = client.send(RetryableRequest.post(uri).json(body).build());

            assertThat(answer.status()).isEqualTo(201);
            assertThat(server.seen().get(0).body()).isEqualTo(body);
        }
    }

    @Test
    @Tag("RC-1")
    void whatAProcessHasLeft_isSentByTheNextOne() throws Exception {
        String token = "Bearer new";
        try (ScriptedServer server = ScriptedServer.replying(ScriptedReply.of(201, "created"))) {
            RetryableRequest intention = RetryableRequest.post(server.uri())
                    .header("X-Api-Key", "secret")
                    .json("{}")
                    .build();
            try (FileJournal ended = FileJournal.of(directory)) {
                ended.open(IdempotentClient.builder()
                        .httpClient(http)
                        .secretHeaders("X-Api-Key")
                        .build()
                        .entryOf(intention));
            }

            try (FileJournal journal = FileJournal.of(directory)) {
                IdempotentClient client = IdempotentClient.builder()
                        .httpClient(http)
                        .journal(journal)
                        .secretHeaders("X-Api-Key")
                        .build();
                for (RetryableRequest left : client.pending(100)) {
                    client.send(left.withHeader("Authorization", token));
                }
            }

            assertThat(server.seen()).hasSize(1).allSatisfy(seen -> {
                assertThat(seen.header("Idempotency-Key")).isEqualTo("\"" + intention.requestId() + "\"");
                assertThat(seen.header("Authorization")).isEqualTo(token);
                assertThat(seen.header("X-Api-Key")).isEmpty();
            });
            try (FileJournal journal = FileJournal.of(directory)) {
                assertThat(journal.pending(1)).isEmpty();
            }
        }
    }
}
