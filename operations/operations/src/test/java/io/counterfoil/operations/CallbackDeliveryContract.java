package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.CallbackVerdict;
import io.counterfoil.callbacks.CallbackVerifier;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.callbacks.TargetPolicy;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.client.retry.RetryTiming;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RF-8")
abstract class CallbackDeliveryContract {

    private static final CallbackSecret SECRET = CallbackSecret.fresh();
    private static final List<Duration> AT_ONCE = List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** A try that timed out would be a request more than a test counts. */
    private static final RetryPolicy PATIENT =
            Callbacks.DEFAULT_POLICY.withBudget(Duration.ofMinutes(10)).withAttemptTimeout(Duration.ofMinutes(5));

    private final Callbacks callbacks = Callbacks.under(
                    TargetPolicy.builder().allowLoopback().build())
            .withRetrySettings(RetrySettings.DEFAULT.withPolicy(PATIENT));

    abstract Site site();

    @BeforeEach
    void nothingIsThere() {
        site().clear();
    }

    @AfterEach
    void close() {
        callbacks.close();
    }

    private Operations.Builder builder() {
        return site().builder()
                .work("items", Site::applyNext)
                .callbacks(callbacks, namespace -> List.of(SECRET))
                .settings(Site.QUICK.withCallbackPauses(AT_ONCE));
    }

    private Operation read(Operation operation) throws SQLException {
        try (Operations reader = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            return reader.find(connection, operation.namespace(), operation.kind(), operation.reference())
                    .orElseThrow();
        }
    }

    private <T> List<T> listed(Listing<T> listing) throws SQLException {
        try (Operations reader = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            return listing.read(reader, connection);
        }
    }

    private interface Listing<T> {
        List<T> read(Operations reader, Connection connection) throws SQLException;
    }

    private static CallbackVerdict verified(SeenRequest seen, InstantSource clock) {
        return CallbackVerifier.of(List.of(SECRET))
                .withClock(clock)
                .verify(
                        name -> Optional.of(seen.header(name)).filter(value -> !value.isEmpty()),
                        seen.body().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anEnd_isToldOnce_signed_underTheOperationsStory() throws Exception {
        Operation submitted;
        try (CallbackReceiver receiver = CallbackReceiver.of(1, number -> ScriptedReply.of(200, ""))) {
            try (Operations operations = builder().build()) {
                operations.start();
                NewOperation work = NewOperation.of(Site.ACME, "items", new ReferenceId("\"Größe\" 1\\2"))
                        .input("2")
                        .callback(receiver.server().uri());
                submitted = site().submit(operations, work);
                assertThat(submitted.callback()).isEqualTo(CallbackState.PENDING);
                receiver.await();
            }
            assertThat(receiver.server().seen()).hasSize(1);
            SeenRequest seen = receiver.server().seen().get(0);
            assertThat(seen.method()).isEqualTo("POST");
            assertThat(seen.header("Content-Type")).isEqualTo("application/json");
            assertThat(seen.body())
                    .isEqualTo("{\"reference_id\":\"\\\"Gr\\u00f6\\u00dfe\\\" 1\\\\2\",\"kind\":\"items\","
                            + "\"state\":\"succeeded\",\"result\":{\"applied\":2}}");
            assertThat(verified(seen, Clock.systemUTC())).isInstanceOf(CallbackVerdict.Authentic.class);
            assertThat(seen.header("Idempotency-Key")).isEqualTo('"' + seen.header("webhook-id") + '"');
            assertThat(CorrelationId.parse(seen.header("Correlation-Id")).isDescendantOf(submitted.correlationId()))
                    .isTrue();
        }
        assertThat(read(submitted).callback()).isEqualTo(CallbackState.DELIVERED);
        assertThat(site().number("SELECT count(*) FROM counterfoil_callback_queue"))
                .isZero();
    }

    @Test
    void aFailure_isToldToo() throws Exception {
        try (CallbackReceiver receiver = CallbackReceiver.of(1, number -> ScriptedReply.of(204, ""));
                Operations operations = site().builder()
                        .work("items", (connection, operation) -> new OperationStep.Failed("{\"title\":\"no\"}"))
                        .callbacks(callbacks, namespace -> List.of(SECRET))
                        .build()) {
            operations.start();
            site().submit(operations, Site.items(1).callback(receiver.server().uri()));

            assertThat(receiver.await().get(0).body()).endsWith("\"state\":\"failed\",\"failure\":{\"title\":\"no\"}}");
        }
    }

    @Test
    void failedDelivery_isRetriedUnderOneId_withAFreshSignature() throws Exception {
        SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
        Callbacks timed = callbacks.withRetrySettings(callbacks.retries().withClock(clock));
        Operation submitted;
        try (CallbackReceiver receiver = CallbackReceiver.of(3, number -> {
            clock.advance(Duration.ofSeconds(10));
            return ScriptedReply.of(number < 3 ? 500 : 200, "");
        })) {
            try (Operations operations =
                    builder().callbacks(timed, namespace -> List.of(SECRET)).build()) {
                operations.start();
                submitted = site().submit(
                                operations,
                                Site.items(1).callback(receiver.server().uri()));
                receiver.await();
            }
            List<SeenRequest> seen = receiver.server().seen();
            assertThat(seen).hasSize(3);
            assertThat(seen)
                    .extracting(request -> request.header("webhook-id"))
                    .containsOnly(seen.get(0).header("webhook-id"));
            assertThat(seen)
                    .extracting(request -> request.header("webhook-timestamp"))
                    .doesNotHaveDuplicates();
            assertThat(seen)
                    .allSatisfy(request ->
                            assertThat(verified(request, clock)).isInstanceOf(CallbackVerdict.Authentic.class));
        }
        assertThat(read(submitted).callback()).isEqualTo(CallbackState.DELIVERED);
        assertThat(site().number("SELECT callback_tries FROM counterfoil_operation"))
                .isEqualTo(2);
    }

    @Test
    void aReceiverThatLosesItsAnswer_isToldAgain_underOneId() throws Exception {
        ScriptedServer[] self = new ScriptedServer[1];
        CountDownLatch all = new CountDownLatch(2);
        Operation submitted;
        try (ScriptedServer receiver = ScriptedServer.answering(request -> {
            all.countDown();
            if (all.getCount() == 1) {
                try {
                    self[0].hangUp();
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
            return ScriptedReply.of(200, "");
        })) {
            self[0] = receiver;
            try (Operations operations = builder().build()) {
                operations.start();
                submitted = site().submit(operations, Site.items(1).callback(receiver.uri()));
                assertThat(all.await(5, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(receiver.seen()).hasSize(2);
            assertThat(receiver.seen().get(0).header("webhook-id"))
                    .isEqualTo(receiver.seen().get(1).header("webhook-id"));
        }
        assertThat(read(submitted).callback()).isEqualTo(CallbackState.DELIVERED);
    }

    /** As where the process dies between the two: whoever comes next finds the callback in the queue. */
    @Test
    void anEndWhoseProcessIsGone_isToldByAnother() throws Exception {
        try (CallbackReceiver receiver = CallbackReceiver.of(1, number -> ScriptedReply.of(200, ""))) {
            Operation submitted;
            try (Operations later = builder().build()) {
                submitted = site().submit(
                                later, Site.items(1).callback(receiver.server().uri()));
                try (Operations gone =
                        site().builder().work("items", Site::applyNext).build()) {
                    gone.start();
                    assertThat(Site.end(gone, submitted).callback()).isEqualTo(CallbackState.PENDING);
                }
                assertThat(receiver.server().seen()).isEmpty();
                later.start();
                receiver.await();
            }
            assertThat(read(submitted).callback()).isEqualTo(CallbackState.DELIVERED);
        }
    }

    /** As where the process dies after the target has answered, and before that is noted. */
    @Test
    void aDeliveryWhoseProcessDied_isMadeAgain_underOneId() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        try (CallbackReceiver receiver = CallbackReceiver.of(2, number -> {
            called.countDown();
            return ScriptedReply.of(200, "");
        })) {
            Operation submitted;
            try (Operations first = builder().build()) {
                first.start();
                submitted = site().submit(
                                first, Site.items(1).callback(receiver.server().uri()));
                assertThat(called.await(5, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(receiver.server().seen()).hasSize(1);
            site().execute("UPDATE counterfoil_operation SET callback_state = 'PENDING'");
            site().execute(
                            "INSERT INTO counterfoil_callback_queue (task_name, task_instance, execution_time, picked, picked_by,"
                                    + " last_heartbeat, version) SELECT 'callback', " + site().entry()
                                    + ", now(), true, 'dead', now() - interval '1 hour', 2"
                                    + " FROM counterfoil_operation");
            try (Operations second = builder().build()) {
                second.start();
                receiver.await();
            }
            assertThat(receiver.server().seen()).hasSize(2);
            assertThat(receiver.server().seen().get(0).header("webhook-id"))
                    .isEqualTo(receiver.server().seen().get(1).header("webhook-id"));
            assertThat(read(submitted).callback()).isEqualTo(CallbackState.DELIVERED);
        }
    }

    /** As where the process dies between noting the delivery and taking it out of the queue. */
    @Test
    void aDeliveredCallback_thatIsStillQueued_isLeftAsItIs() throws Exception {
        try (CallbackReceiver receiver = CallbackReceiver.of(1, number -> ScriptedReply.of(200, ""))) {
            Operation submitted;
            try (Operations first = builder().build()) {
                first.start();
                submitted = site().submit(
                                first, Site.items(1).callback(receiver.server().uri()));
                receiver.await();
            }
            site().execute(
                            "INSERT INTO counterfoil_callback_queue (task_name, task_instance, execution_time, picked, version)"
                                    + " SELECT 'callback', " + site().entry() + ", now() - interval '1 hour', false, 1"
                                    + " FROM counterfoil_operation");
            try (Operations second = builder().build()) {
                second.start();
                while (site().number("SELECT count(*) FROM counterfoil_callback_queue") > 0) {
                    assertThat(receiver.server().seen()).hasSize(1);
                }
            }
            assertThat(receiver.server().seen()).hasSize(1);
            assertThat(read(submitted).callback()).isEqualTo(CallbackState.DELIVERED);
        }
    }

    @Test
    void delivery_interruptedByShutdown_isRepeatedUnderOneId() throws Exception {
        CountDownLatch paused = new CountDownLatch(1);
        RetryTiming real = RetrySettings.DEFAULT.timing();
        Pause endless = (length, ended) -> {
            paused.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        Callbacks pausing = callbacks.withRetrySettings(
                callbacks.retries().withTiming(new RetryTiming(real.nanoTime(), endless, real.random())));
        Operation submitted;
        try (CallbackReceiver receiver =
                CallbackReceiver.of(2, number -> ScriptedReply.of(number == 1 ? 503 : 200, ""))) {
            try (Operations first = builder()
                    .callbacks(pausing, namespace -> List.of(SECRET))
                    .settings(Site.QUICK.withClosingWithin(Duration.ofMillis(50)))
                    .build()) {
                first.start();
                submitted = site().submit(
                                first, Site.items(1).callback(receiver.server().uri()));
                assertThat(paused.await(5, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(read(submitted).callback()).isEqualTo(CallbackState.PENDING);
            try (Operations second = builder().build()) {
                second.start();
                receiver.await();
            }
            List<SeenRequest> seen = receiver.server().seen();
            assertThat(seen).hasSize(2);
            assertThat(seen.get(0).header("webhook-id")).isEqualTo(seen.get(1).header("webhook-id"));
        }
        assertThat(read(submitted).callback()).isEqualTo(CallbackState.DELIVERED);
    }

    @Test
    void aTargetThatWantsNoMore_isLeftAlone() throws Exception {
        Operation submitted;
        try (CallbackReceiver receiver = CallbackReceiver.of(1, number -> ScriptedReply.of(410, ""))) {
            try (Operations operations = builder().build()) {
                operations.start();
                submitted = site().submit(
                                operations,
                                Site.items(1).callback(receiver.server().uri()));
                receiver.await();
            }
            assertThat(receiver.server().seen()).hasSize(1);
        }
        assertThat(read(submitted).callback()).isEqualTo(CallbackState.GAVE_UP);
        assertThat(listed((reader, connection) -> reader.failures(connection, 10)))
                .extracting(Operation::reference)
                .containsExactly(submitted.reference());
        assertThat(site().number("SELECT count(*) FROM counterfoil_callback_queue"))
                .isZero();
    }

    @Test
    void aTargetThatNeverTakesIt_isTriedOverDays_andThenGivenUp() throws Exception {
        SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
        List<Duration> pauses = OperationSettings.DEFAULT.callbackPauses();
        CountDownLatch[] seen = new CountDownLatch[pauses.size() + 2];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = new CountDownLatch(1);
        }
        Operation submitted;
        try (CallbackReceiver receiver = CallbackReceiver.of(pauses.size() + 1, number -> {
            seen[number].countDown();
            return ScriptedReply.of(503, "").with("Retry-After", "600");
        })) {
            try (Operations submitting = builder().build()) {
                submitted = site().submit(
                                submitting,
                                Site.items(0).callback(receiver.server().uri()));
            }
            // Each delivery by a process of its own: this is about days, and closing one waits until it has noted the
            // outcome.
            for (int delivery = 1; delivery <= pauses.size() + 1; delivery++) {
                try (Operations operations = site().builder()
                        .work("items", Site::applyNext)
                        .callbacks(callbacks, namespace -> List.of(SECRET))
                        .clock(clock)
                        .build()) {
                    if (delivery == 1) {
                        clock.set(submitted.createdAt().plusSeconds(1));
                    }
                    operations.start();
                    assertThat(seen[delivery].await(5, TimeUnit.MINUTES)).isTrue();
                }
                if (delivery <= pauses.size()) {
                    assertThat(read(submitted).callback()).isEqualTo(CallbackState.PENDING);
                    PendingCallback pending = listed((reader, connection) -> reader.pendingCallbacks(connection, 10))
                            .get(0);
                    assertThat(pending.failures()).isEqualTo(delivery);
                    assertThat(pending.target()).contains(receiver.server().uri());
                    Duration asked = Duration.ofMinutes(10);
                    Duration pause = pauses.get(delivery - 1).compareTo(asked) > 0 ? pauses.get(delivery - 1) : asked;
                    long due = site().number(
                                    "SELECT 1000 * extract(epoch FROM execution_time) FROM counterfoil_callback_queue");
                    assertThat(Instant.ofEpochMilli(due))
                            .isBetween(
                                    clock.instant().plus(pause).minusMillis(1),
                                    clock.instant()
                                            .plus(pause)
                                            .plus(pause.dividedBy(10))
                                            .plusMillis(1));
                    clock.set(Instant.ofEpochMilli(due).plusMillis(2));
                }
            }
            assertThat(receiver.server().seen()).hasSize(pauses.size() + 1);
        }
        assertThat(read(submitted).callback()).isEqualTo(CallbackState.GAVE_UP);
        assertThat(Duration.between(submitted.createdAt(), clock.instant())).isGreaterThan(Duration.ofDays(3));
    }

    @Test
    void aClientWithoutASecret_waits_untilThereIsOne() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        CallbackSecrets late = namespace -> {
            assertThat(namespace).isEqualTo(Namespace.ofClient("acme"));
            asked.countDown();
            if (asked.getCount() == 1) {
                throw new IllegalStateException("the vault is closed");
            }
            return List.of(SECRET);
        };
        try (CallbackReceiver receiver = CallbackReceiver.of(1, number -> ScriptedReply.of(200, ""));
                Operations operations = builder().callbacks(callbacks, late).build()) {
            operations.start();
            site().submit(operations, Site.items(1).callback(receiver.server().uri()));
            assertThat(verified(receiver.await().get(0), Clock.systemUTC()))
                    .isInstanceOf(CallbackVerdict.Authentic.class);
        }
    }

    @Test
    void aTargetThatBecamePrivate_isNotCalled() throws Exception {
        CountDownLatch asked = new CountDownLatch(4);
        try (CallbackReceiver receiver = CallbackReceiver.of(1, number -> ScriptedReply.of(200, ""));
                Callbacks guarded = Callbacks.under(TargetPolicy.builder()
                        .allowPorts(receiver.server().port())
                        .resolver(host -> {
                            asked.countDown();
                            return List.of(InetAddress.getLoopbackAddress());
                        })
                        .build())) {
            Operation submitted;
            try (Operations operations = builder()
                    .callbacks(
                            guarded.withRetrySettings(
                                    RetrySettings.DEFAULT.withPolicy(Callbacks.DEFAULT_POLICY.withMaxAttempts(1))),
                            namespace -> List.of(SECRET))
                    .build()) {
                operations.start();
                submitted = site().submit(
                                operations,
                                Site.items(1)
                                        .callback(URI.create("https://rebound.example:"
                                                + receiver.server().port() + "/")));
                assertThat(asked.await(5, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(receiver.server().seen()).isEmpty();
            assertThat(read(submitted).hasEnded()).isTrue();
            assertThat(read(submitted).callback()).isNotEqualTo(CallbackState.DELIVERED);
        }
    }

    @Test
    void aTarget_isCheckedBeforeTheSubmission() {
        try (Operations operations = builder().build()) {
            assertThat(operations.checkCallback(URI.create("https://10.0.0.1/")))
                    .isPresent();
            assertThat(operations.checkCallback(URI.create("http://127.0.0.1:1/")))
                    .isEmpty();
        }
    }
}
