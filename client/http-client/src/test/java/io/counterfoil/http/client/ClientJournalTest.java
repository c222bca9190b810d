package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicateException;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.retry.RetentionExpiredException;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import io.counterfoil.retry.journal.JournalField;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client over a real journal in a directory. */
@Timeout(600)
@Tag("RC-1")
@SuppressWarnings("NullAway.Init") // JUnit sets the fields.
class ClientJournalTest {

    private static final ScriptedReply CREATED = ScriptedReply.of(201, "created");
    private static final ScriptedReply UNAVAILABLE = ScriptedReply.of(503, "later");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final FakeTime time = new FakeTime();

    @TempDir
    private Path directory;

    private FileJournal journal;
    private IdempotentClient client;

    @BeforeEach
    void open() {
        journal = FileJournal.of(directory);
        client = IdempotentClient.builder()
                .httpClient(HTTP)
                .clock(time.clock)
                .timing(time.timing())
                .retryPolicy(FakeTime.PATIENT)
                .journal(journal)
                .build();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void request_isStoredBeforeItIsSent_andRemovedWhenItIsAnswered() throws Exception {
        JournalProbe probe = new JournalProbe();
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            probe.note("sent");
            return CREATED;
        })) {
            RetryableRequest intention = intentionFor(server);

            client.toBuilder().journal(probe).build().send(intention);

            String id = intention.requestId().value();
            assertThat(probe.notes()).containsExactly("open " + id, "sent", "settle " + id);
        }
    }

    @Test
    void requestThatWasGivenUp_isPendingWithItsRequestIdAndBody() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            RetryableRequest intention = RetryableRequest.post(server.uri())
                    .header("Accept", "text/plain")
                    .json("{\"seats\":2}")
                    .build();
            giveUp(intention);

            List<RetryableRequest> pending = client.pending(10);

            assertThat(pending).hasSize(1);
            RetryableRequest again = pending.get(0);
            assertThat(again.requestId()).isEqualTo(intention.requestId());
            assertThat(again.method()).isEqualTo("POST");
            assertThat(again.uri()).isEqualTo(server.uri());
            assertThat(again.body()).isEqualTo(intention.body());
            assertThat(again.headers()).isEqualTo(intention.headers());
            assertThat(again.effectPossible()).isTrue();
        }
    }

    @Test
    void request_movedToAnotherAddress_keepsItsRequestId() throws Exception {
        RetryableRequest intention;
        try (ScriptedServer old = ScriptedServer.replying(UNAVAILABLE)) {
            intention = RetryableRequest.post(URI.create(old.uri() + "?seat=12%41"))
                    .json("{}")
                    .build();
            giveUp(intention);
        }
        try (ScriptedServer moved = ScriptedServer.replying(UNAVAILABLE);
                ScriptedServer again = ScriptedServer.replying(CREATED)) {
            reopen();
            giveUp(client.pending(1).get(0).movedTo(originOf(moved)));

            RetryableRequest left = client.pending(1).get(0);
            assertThat(left.uri()).as("as the journal has it").isEqualTo(intention.uri());
            Answer answer = client.send(left.movedTo(originOf(again)).withHeader("Authorization", "fresh"));

            assertThat(answer.status()).isEqualTo(201);
            assertThat(client.pending(1)).isEmpty();
            assertThat(again.seen()).singleElement().satisfies(request -> {
                assertThat(request.path()).isEqualTo(intention.uri().getRawPath() + "?seat=12%41");
                assertThat(request.header("Idempotency-Key"))
                        .isEqualTo("\"" + intention.requestId().value() + "\"");
            });
        }
    }

    private static URI originOf(ScriptedServer server) {
        return URI.create("http://" + server.uri().getRawAuthority());
    }

    @Test
    @Tag("RC-3")
    void resumedRequest_expectsADuplicateOfItsEarlierAttempts() throws Exception {
        ScriptedReply replayed = CREATED.with("Idempotency-Replayed", "true");
        AtomicReference<String> original = new AtomicReference<>();
        try (ScriptedServer server =
                ScriptedServer.answering(request -> original.compareAndSet(null, request.header("Idempotency-Attempt"))
                        ? UNAVAILABLE
                        : replayed.with("Idempotency-First-Attempt", String.valueOf(original.get())))) {
            giveUp(intentionFor(server));
            reopen();

            Answer answer = client.send(client.pending(1).get(0));

            assertThat(answer.replayed()).isTrue();
            assertThat(answer.unexpectedDuplicate()).isEmpty();
            assertThat(client.pending(1)).isEmpty();
            assertThat(server.seen()).hasSize(2);
        }
    }

    @Test
    @Tag("RC-3")
    void resumedRequest_reportsADuplicateOfAnotherClient() throws Exception {
        ScriptedReply strangers =
                CREATED.with("Idempotency-Replayed", "true").with("Idempotency-First-Attempt", "stranger.1");
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, strangers)) {
            giveUp(intentionFor(server));
            reopen();

            Answer answer = client.send(client.pending(1).get(0));

            assertThat(answer.unexpectedDuplicate()).isPresent();
        }
    }

    @Test
    @Tag("RC-2")
    void attemptsOfAResumedRequest_haveNewIds() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            giveUp(intentionFor(server));
            for (int restart = 0; restart < 3; restart++) {
                reopen();
                giveUp(client.pending(1).get(0));
            }

            String first = server.seen().get(0).header("Idempotency-Attempt");
            assertThat(server.seen())
                    .hasSize(4)
                    .extracting(seen -> seen.header("Idempotency-Attempt"))
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id.startsWith(first.substring(0, first.indexOf('.') + 1)));
            assertThat(server.seen())
                    .extracting(seen -> seen.header("Idempotency-Key"))
                    .containsOnly(server.seen().get(0).header("Idempotency-Key"));
        }
    }

    @Test
    void credentials_areNotKeptAndCanBeAddedAgain() throws Exception {
        IdempotentClient hiding = client.toBuilder().secretHeaders("X-API-Key").build();
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            RetryableRequest intention = RetryableRequest.post(server.uri())
                    .header("authorization", "Bearer old")
                    .header("Cookie", "session=1")
                    .header("Proxy-Authorization", "Basic x")
                    .header("x-api-key", "secret")
                    .header("X-Tenant", "acme")
                    .json("{}")
                    .build();
            IdempotentClient once = hiding.toBuilder()
                    .retryPolicy(FakeTime.PATIENT.withMaxAttempts(1))
                    .build();
            assertThatThrownBy(() -> once.send(intention)).isInstanceOf(RetriesExhaustedException.class);

            RetryableRequest pending = hiding.pending(1).get(0);
            assertThat(pending.headers())
                    .containsExactlyInAnyOrder(
                            new HeaderField("X-Tenant", "acme"), new HeaderField("Content-Type", "application/json"));

            hiding.send(pending.withHeader("Authorization", "Bearer new"));

            assertThat(server.seen().get(0).header("Authorization")).isEqualTo("Bearer old");
            assertThat(server.seen().get(1).header("Authorization")).isEqualTo("Bearer new");
            assertThat(hiding.pending(1)).isEmpty();
        }
    }

    @Test
    void uriWithCredentials_isRefusedAndNothingIsSent() {
        RetryableRequest intention = RetryableRequest.post(URI.create("http://user:secret@127.0.0.1:1/"))
                .json("{}")
                .build();

        assertThatThrownBy(() -> client.send(intention))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("credentials")
                .hasMessageNotContaining("secret");
        assertThat(intention.effectPossible()).isFalse();
    }

    @Test
    void abandonedRequest_isRemoved() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            RetryableRequest intention = intentionFor(server);
            giveUp(intention);

            client.abandon(intention);

            assertThat(client.pending(1)).isEmpty();
            reopen();
            assertThat(client.pending(1)).isEmpty();
        }
    }

    @Test
    void answerThatWasNotStored_leavesTheRequestPending() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            RetryableRequest intention = intentionFor(server);

            assertThatThrownBy(() -> client.send(intention, answer -> {
                        throw new IllegalStateException("no room for " + answer.text());
                    }))
                    .hasMessage("no room for created");
            assertThat(client.pending(1))
                    .extracting(RetryableRequest::requestId)
                    .containsExactly(intention.requestId());

            String stored = client.send(intention, Answer::text);

            assertThat(stored).isEqualTo("created");
            reopen();
            assertThat(client.pending(1)).isEmpty();
        }
    }

    @Test
    void journalThatFails_letsNothingBeSent() throws Exception {
        journal.close();
        try (ScriptedServer server = ScriptedServer.replying(CREATED)) {
            RetryableRequest intention = intentionFor(server);

            assertThatThrownBy(() -> client.send(intention)).isInstanceOf(JournalException.class);
            assertThatThrownBy(() -> client.sendAsync(intention).get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(JournalException.class);

            assertThat(server.seen()).isEmpty();
            assertThat(intention.effectPossible()).isFalse();
        }
    }

    @Test
    void journalThatFailsToForget_doesNotLoseTheAnswer() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            journal.close();
            return CREATED;
        })) {
            assertThat(client.send(intentionFor(server)).text()).isEqualTo("created");
        }
        reopen();
        assertThat(client.pending(1)).hasSize(1);
    }

    @Test
    void journalThatFailsToRelease_doesNotHideWhyTheSendFailed() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            journal.close();
            return UNAVAILABLE;
        })) {
            giveUp(intentionFor(server));
        }
    }

    @Test
    @Tag("RC-3")
    void answerToAnotherRequest_isAnAnswerToo() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (ScriptedServer server = ScriptedServer.replying(CREATED.with("Idempotency-Replayed", "true"))) {
            IdempotentClient failing = client.toBuilder()
                    .failOnUnexpectedDuplicates(true)
                    .executor(executor)
                    .build();
            assertThatThrownBy(() -> failing.send(intentionFor(server)))
                    .isInstanceOf(UnexpectedDuplicateException.class);
            assertThatThrownBy(() -> failing.sendAsync(intentionFor(server)).get())
                    .hasCauseInstanceOf(UnexpectedDuplicateException.class);
            executor.submit(() -> {}).get();

            reopen();
            assertThat(client.pending(1)).isEmpty();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    @Tag("RC-2")
    void requestPastTheRetention_isRefusedWithBothAndNotSent() throws Exception {
        Duration retention = Duration.ofHours(2);
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            giveUp(intentionFor(server));
            reopen();
            client = client.toBuilder()
                    .retryPolicy(RetryPolicy.DEFAULT.withRetention(Retention.of(retention)))
                    .build();
            RetryableRequest pending = client.pending(1).get(0);
            time.clock.set(FakeTime.START.plus(retention));

            RetentionExpiredException refused =
                    catchThrowableOfType(RetentionExpiredException.class, () -> client.send(pending));

            assertThat(refused.openedAt()).isEqualTo(FakeTime.START);
            assertThat(refused.retention()).isEqualTo(retention);
            assertThat(refused.requestId()).isEqualTo(pending.requestId());
            assertThat(refused).hasMessageContaining(FakeTime.START.toString()).hasMessageContaining("PT2H");
            assertThatThrownBy(() -> client.sendAsync(pending)).isInstanceOf(RetentionExpiredException.class);
            assertThat(server.seen()).hasSize(1);
            reopen();
            assertThat(client.pending(1)).as("until it is abandoned").hasSize(1);
        }
    }

    @Test
    @Tag("RC-2")
    void budgetOfAResumedRequest_endsWithTheRetention() throws Exception {
        RetryPolicy policy = FakeTime.PATIENT
                .withMaxAttempts(100)
                .withRetention(Retention.of(Duration.ofHours(2)))
                .withBudget(Duration.ofHours(1))
                .withBackoff(Duration.ofMinutes(4), Duration.ofMinutes(4));
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE)) {
            giveUp(intentionFor(server));
            reopen();
            RetryableRequest pending = client.pending(1).get(0);
            time.clock.set(FakeTime.START.plus(Duration.ofHours(2)).minus(Duration.ofMinutes(10)));

            assertThatThrownBy(
                            () -> client.toBuilder().retryPolicy(policy).build().send(pending))
                    .isInstanceOf(RetriesExhaustedException.class)
                    .hasMessageContaining("retention of PT2H since " + FakeTime.START);

            assertThat(time.pauses).hasSize(2);
        }
    }

    @Test
    @Tag("RC-2")
    void resumedRequest_countsRetentionFromTheGivenInstant() throws Exception {
        RetryableRequest intention = RetryableRequest.post(URI.create("http://127.0.0.1:1/"))
                .resume(new RequestId("stored"), FakeTime.START.minus(Duration.ofDays(1)))
                .build();

        assertThatThrownBy(() -> client.send(intention))
                .isInstanceOf(RetentionExpiredException.class)
                .hasMessageContaining("2026-02-28T12:00:00Z")
                .hasMessageContaining("PT24H");
        assertThat(client.pending(1)).isEmpty();
    }

    @Test
    @Tag("RC-2")
    void clockThatWasSetBack_doesNotExpireARequest() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            giveUp(intentionFor(server));
            time.clock.set(FakeTime.START.minus(Duration.ofDays(400)));

            assertThat(client.send(client.pending(1).get(0)).status()).isEqualTo(201);
        }
    }

    @Test
    void requestThatIsBeingSent_isNotPending() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(2);
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            arrived.countDown();
            Latches.await(held);
            return CREATED;
        })) {
            RetryableRequest intention = intentionFor(server);
            CompletableFuture<Answer> sent =
                    client.toBuilder().executor(executor).timer(timer).build().sendAsync(intention);
            arrived.await();
            assertThat(client.pending(1)).isEmpty();

            sent.cancel(true);
            executor.shutdown();

            assertThat(executor.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
            assertThat(client.pending(1))
                    .extracting(RetryableRequest::requestId)
                    .containsExactly(intention.requestId());
            held.countDown();
        } finally {
            executor.shutdownNow();
            timer.shutdownNow();
        }
    }

    @Test
    void answerOfAnAsyncSend_isForgottenAfterWhatDependsOnIt() throws Exception {
        JournalProbe probe = new JournalProbe();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        CountDownLatch held = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.answering(request -> {
            Latches.await(held);
            return CREATED;
        })) {
            RetryableRequest intention = intentionFor(server);
            CompletableFuture<Void> done = client.toBuilder()
                    .journal(probe)
                    .executor(executor)
                    .timer(timer)
                    .build()
                    .sendAsync(intention)
                    .thenAccept(answer -> probe.note("stored"));
            held.countDown();

            done.get();
            executor.submit(() -> {}).get();

            String id = intention.requestId().value();
            assertThat(probe.notes()).containsExactly("open " + id, "stored", "settle " + id);
        } finally {
            executor.shutdownNow();
            timer.shutdownNow();
        }
    }

    @Test
    void entryOf_isWhatTheJournalWouldKeep() {
        RetryableRequest intention = RetryableRequest.post(URI.create("http://127.0.0.1:1/"))
                .header("Authorization", "Bearer x")
                .json("{}")
                .build();

        JournalEntry entry = client.entryOf(intention);

        assertThat(entry.requestId()).isEqualTo(intention.requestId());
        assertThat(entry.openedAt()).isEqualTo(FakeTime.START);
        assertThat(entry.headers()).extracting(JournalField::name).containsExactly("Content-Type");
    }

    @Test
    void clientWithoutAJournal_saysSo() {
        assertThatThrownBy(() ->
                        IdempotentClient.builder().httpClient(HTTP).build().pending(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("journal");
    }

    private void giveUp(RetryableRequest intention) {
        assertThatThrownBy(() -> client.toBuilder()
                        .retryPolicy(FakeTime.PATIENT.withMaxAttempts(1))
                        .build()
                        .send(intention))
                .isInstanceOf(RetriesExhaustedException.class);
    }

    private void reopen() {
        journal.close();
        open();
    }

    private static RetryableRequest intentionFor(ScriptedServer server) {
        return RetryableRequest.post(server.uri()).json("{}").build();
    }
}
