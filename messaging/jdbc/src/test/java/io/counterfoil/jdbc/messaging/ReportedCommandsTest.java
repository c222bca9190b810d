package io.counterfoil.jdbc.messaging;

import static io.counterfoil.jdbc.messaging.Controllers.HERE;
import static io.counterfoil.jdbc.messaging.Controllers.NOW;
import static io.counterfoil.jdbc.messaging.Controllers.deliver;
import static io.counterfoil.jdbc.messaging.Controllers.redelivery;
import static io.counterfoil.jdbc.messaging.Controllers.signal;
import static io.counterfoil.jdbc.messaging.Controllers.start;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.outbox.OutboxSender;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.messaging.outbox.RelayResult;
import io.counterfoil.signals.envelope.Alert;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Metric;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.SignalReceiver;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.time.ManualScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a receiver of commands logs, and which alerts and metrics it publishes. */
@Tag("SG-9")
class ReportedCommandsTest extends ControllersContract {

    private static final SwarmScope OF_S1 = new SwarmScope("s1", "swarm-controller", "marshal-1");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.h2();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    @Test
    @Tag("SG-8")
    void duplicate_isLoggedAtInfo_withItsIdsAndTheExecutedOne() {
        Receiver receiver = here.starting(running(here));
        Signal first = start("k-1");
        Signal retry = start("k-1");
        deliver(first, receiver);

        try (ReceiverLog log = new ReceiverLog()) {
            deliver(retry, receiver);

            assertThat(log.lines()).singleElement().satisfies(line -> {
                isUnder(line, retry);
                assertThat(line.level()).isEqualTo(Level.INFO);
                assertThat(line.message())
                        .isEqualTo(
                                "Command replayed [type=swarm-start] [swarm=s1] [idempotency_key=k-1] [correlation_id="
                                        + retry.correlationId() + "] [replay_of=" + first.correlationId()
                                        + "] [status=Running]");
            });
        }
    }

    @Test
    @Tag("SG-8")
    void otherDataUnderAUsedKey_isLoggedAtWarn_andAnAlert() {
        Receiver receiver = here.starting(running(here));
        deliver(start("k-1"), receiver);
        Signal other = signal("swarm-start", "s1", "k-1", Data.EMPTY.with("nodes", 2));

        try (ReceiverLog log = new ReceiverLog()) {
            deliver(other, receiver);

            assertThat(log.lines()).singleElement().satisfies(line -> {
                isUnder(line, other);
                assertThat(line.level()).isEqualTo(Level.WARN);
                assertThat(line.message())
                        .startsWith("Command rejected [type=swarm-start]")
                        .endsWith("[reason=idempotency-key-reused]");
            });
        }
        assertThat(here.waiting(Alert.class))
                .containsExactly(alert(
                        "unexpected-duplicate",
                        OF_S1,
                        other,
                        Data.EMPTY
                                .with("reason", "this idempotency key was used for a command with other data")
                                .with("command", "swarm-start")));
    }

    @Test
    @Tag("SG-8")
    void unsupportedType_isDeadLettered_withWarningAndAlert() {
        Signal paint = signal("swarm-paint", "s1", "k-1", Data.EMPTY);
        String reason = "signals of type swarm-paint have no handler here";

        try (ReceiverLog log = new ReceiverLog()) {
            assertThat(deliver(paint, here.starting(running(here))).settled()).containsExactly("rejected: " + reason);

            isLoggedAsDeadLetter(log, paint, reason);
        }
        assertThat(here.waiting(Alert.class)).containsExactly(deadLetter(OF_S1, paint, reason));
    }

    @Test
    @Tag("SG-8")
    void commandOutOfAttempts_isDeadLettered_withWarningAndAlert() {
        Signal poison = start("k-1");
        String reason = "it failed 3 times, the last time by java.lang.IllegalStateException: no machine";

        try (ReceiverLog log = new ReceiverLog()) {
            NotedDelivery delivery = deliver(poison, here.starting(failing()));
            here.timer.advance(A_WHILE);

            assertThat(delivery.settled()).containsExactly("rejected: " + reason);
            isLoggedAsDeadLetter(log, poison, reason);
        }
        assertThat(here.waiting(Alert.class)).containsExactly(deadLetter(OF_S1, poison, reason));
    }

    @Test
    @Tag("SG-8")
    void whatIsNoSignal_isADeadLetter_underTheIdsThatItHas() {
        SignalOutcome outcome = SignalOutcome.of(start("k-1"), NOW, "o", HERE, "Running", false, Data.EMPTY);
        Message message = outcome.toMessage();
        NotedDelivery delivery = new NotedDelivery(message, false);
        String reason = "expected a signal, but the message is of kind outcome";

        try (ReceiverLog log = new ReceiverLog()) {
            here.starting(running(here)).receive(delivery);

            assertThat(delivery.settled()).containsExactly("rejected: " + reason);
            assertThat(log.lines()).singleElement().satisfies(line -> {
                assertThat(line.correlationId())
                        .startsWith(outcome.correlationId().value() + ".");
                assertThat(line.idempotencyKey()).isEqualTo("k-1");
            });
        }
        assertThat(here.waiting(Alert.class))
                .containsExactly(new Alert(
                        NOW,
                        "dead-letter",
                        "swarm-controller:1",
                        HERE,
                        Optional.of(outcome.correlationId()),
                        Optional.of(outcome.idempotencyKey()),
                        reason(reason, message.topic())));
    }

    @Test
    @Tag("SG-8")
    void invalidEnvelope_isADeadLetter_underTheIdsThatCanBeRead() {
        Signal good = start("k-1");
        String json = new String(good.toJson(), UTF_8);
        String id = good.correlationId().value();

        assertDeadLetter(json.replace("\"version\":\"1\",", ""), "version: is missing: text", id, "k-1");
        assertDeadLetter(
                json.replace("\"idempotencyKey\":\"k-1\",", ""), "idempotencyKey: is missing: text", id, "none");
        assertDeadLetter(json.replace("\"" + id + "\"", "17"), "correlationId: must be text", "of-the-message", "k-1");
        assertDeadLetter("garbage", "envelope: is not readable as JSON", "of-the-message", "none");
    }

    private void assertDeadLetter(String body, String reason, String correlationId, String key) {
        int before = here.waiting(Alert.class).size();
        Message message = Message.of("signal.any", body.getBytes(UTF_8)).withCorrelationId("of-the-message");
        NotedDelivery delivery = new NotedDelivery(message, false);

        try (ReceiverLog log = new ReceiverLog()) {
            here.starting(running(here)).receive(delivery);

            assertThat(delivery.settled()).singleElement().asString().startsWith("rejected: " + reason);
            assertThat(log.lines()).singleElement().satisfies(line -> {
                assertThat(line.correlationId()).matches(correlationId + "(\\.[A-Za-z0-9_-]{4})?");
                assertThat(line.idempotencyKey()).isEqualTo(key);
                assertThat(line.level()).isEqualTo(Level.WARN);
                assertThat(line.message())
                        .startsWith("Message dead-lettered")
                        .contains("[topic=signal.any] [reason=" + reason);
            });
        }
        List<Alert> alerts = here.waiting(Alert.class);
        assertThat(alerts).hasSize(before + 1);
        Alert alert = alerts.get(before);
        assertThat(alert.type()).isEqualTo("dead-letter");
        assertThat(alert.scope()).isEqualTo(HERE);
        assertThat(alert.attempt().map(CorrelationId::value).orElse("of-the-message"))
                .isEqualTo(correlationId);
        assertThat(alert.action().map(RequestId::value).orElse("none")).isEqualTo(key);
        assertThat(alert.data().text("reason").orElseThrow()).startsWith(reason);
        assertThat(alert.data().text("topic")).contains("signal.any");
    }

    @Test
    void hostileTopicAndReason_areOneLogLine_andAValidAlert() {
        Message message = Message.of("signal.a\nb\u2028c", "garbage".getBytes(UTF_8));
        NotedDelivery delivery = new NotedDelivery(message, false);

        try (ReceiverLog log = new ReceiverLog()) {
            here.starting(running(here)).receive(delivery);
            NotedDelivery poison = deliver(start("k"), here.starting(signal -> {
                throw new IllegalStateException("two\nlines and half a pair \ud800");
            }));
            here.timer.advance(A_WHILE);

            assertThat(delivery.settled()).hasSize(1);
            assertThat(poison.settled()).hasSize(1);
            assertThat(log.lines())
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line.message()).doesNotContain("\n", "\u2028"));
        }
        assertThat(here.waiting(Alert.class)).hasSize(2);
    }

    @Test
    void deadLetter_whoseAlertCannotBeStored_isNotRejected() {
        OutboxStore broken = new ForwardingOutbox(here.outbox) {
            @Override
            public void add(Message message) {
                throw new StoreException("adding", new IllegalStateException("the database is away"));
            }

            @Override
            public RelayResult relay(long after, int limit, OutboxSender sending) {
                return new RelayResult.Busy();
            }
        };
        Receiver receiver = here.receiver(
                SignalReceiver.builder(here.inbox(), "swarm-controller").outbox(broken),
                "swarm-controller",
                Map.of("swarm-start", running(here)));
        NotedDelivery delivery = new NotedDelivery(Message.of("signal.any", new byte[0]), false);

        assertThatThrownBy(() -> receiver.receive(delivery)).isInstanceOf(StoreException.class);

        assertThat(delivery.settled()).isEmpty();
    }

    @Test
    void duplicateOfAnotherSender_isAnAlert() {
        Receiver receiver = here.starting(running(here));
        Signal first = start("k");
        Signal elsewhere = from("orchestrator-2", start("k"));
        deliver(first, receiver);
        here.clock.advance(MINUTE);

        deliver(elsewhere, receiver);

        assertThat(here.waiting(Alert.class))
                .containsExactly(new Alert(
                        NOW.plus(MINUTE),
                        "unexpected-duplicate",
                        "swarm-controller:1",
                        OF_S1,
                        Optional.of(elsewhere.correlationId()),
                        Optional.of(elsewhere.idempotencyKey()),
                        Data.EMPTY
                                .with(
                                        "reason",
                                        "the command was executed before, by attempt " + first.correlationId()
                                                + " of another sender, " + first.origin())
                                .with("command", "swarm-start")));
    }

    /** Attempts as an orchestrator names them that does not number them. */
    @Test
    void retryUnderANameOfItsOwn_isAnswered_andNoAlert() {
        Receiver receiver = here.starting(running(here));
        Signal first = attempt(start("b7d2-3333-4444-8e"), "attempt-001-9f3c-27ae");
        Signal retry = at(NOW.plusSeconds(12), attempt(first, "attempt-002-b04d-5c11"));
        deliver(first, receiver);

        deliver(retry, receiver);

        assertThat(here.outcomes())
                .extracting(outcome -> outcome.correlationId().value())
                .containsExactlyInAnyOrder("attempt-001-9f3c-27ae", "attempt-002-b04d-5c11");
        assertThat(here.waiting(Alert.class)).isEmpty();
    }

    @Test
    void answeredAttemptThatIsSentAgain_isAnAlert() {
        Receiver receiver = here.starting(running(here));
        Signal first = start("k");
        deliver(first, receiver);

        deliver(at(NOW.plusSeconds(5), first), receiver);

        assertThat(here.waiting(Alert.class))
                .singleElement()
                .satisfies(alert -> assertThat(alert.data().text("reason"))
                        .contains("the attempt was answered before, and is sent again under its correlation ID"));
    }

    @Test
    void commandResumedByAnotherProcess_isExpected_andNoAlert() {
        Receiver receiver = here.starting(running(here));
        deliver(attempt(start("k"), "work.p-1"), receiver);

        deliver(from("orchestrator-2", attempt(start("k"), "work.p-AbCd-1")), receiver);

        assertThat(here.waiting(Alert.class)).isEmpty();
    }

    @Test
    void redeliveryAndRetryOfTheSameCaller_areExpected_andNoAlerts() {
        Receiver receiver = here.starting(running(here));
        Signal first = attempt(start("k"), "work.p-1");
        deliver(first, receiver);

        receiver.receive(redelivery(first));
        deliver(attempt(first, "work.p-2"), receiver);

        assertThat(here.outcomes()).hasSize(3);
        assertThat(here.waiting(Alert.class)).isEmpty();
    }

    @Test
    void metric_ofCountsSinceTheStart_isPublishedOnlyOnChange() {
        ManualScheduler timer = new ManualScheduler();
        Receiver receiver = here.receiver(
                SignalReceiver.builder(here.inbox(), "swarm-controller")
                        .outbox(here.outbox)
                        .metrics(MINUTE, timer),
                "swarm-controller",
                Map.of("swarm-start", running(here)));
        timer.advance(MINUTE);
        timer.advance(MINUTE);
        deliver(start("k"), receiver);
        deliver(start("k"), receiver);
        deliver(signal("swarm-start", "s1", "k", Data.EMPTY.with("nodes", 2)), receiver);
        deliver(signal("swarm-paint", "s1", "k", Data.EMPTY), receiver);

        timer.advance(MINUTE);
        timer.advance(MINUTE);

        List<Metric> metrics = here.waiting(Metric.class);
        assertThat(metrics).hasSize(2);
        assertThat(metrics.get(1))
                .isEqualTo(new Metric(
                        NOW,
                        "command-counts",
                        "swarm-controller:1",
                        HERE,
                        Optional.empty(),
                        Optional.empty(),
                        counts(1, 0, 1, 1, 1)));
        assertThat(metrics.get(0).data()).isEqualTo(counts(0, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT0.999S", "PT24H0.001S"})
    void intervalOfMetrics_outOfItsRange_isRefused_withTheLimits(String interval) {
        SignalReceiver.Builder builder = SignalReceiver.builder(here.inbox(), "swarm-controller");

        assertThatThrownBy(() -> builder.metrics(Duration.parse(interval), new ManualScheduler()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the interval of metrics is PT1S to PT24H, not " + interval);
    }

    private static void isUnder(ReceiverLog.Line line, Signal attempt) {
        assertThat(line.correlationId()).startsWith(attempt.correlationId().value());
        assertThat(line.idempotencyKey()).isEqualTo(attempt.idempotencyKey().value());
    }

    private static void isLoggedAsDeadLetter(ReceiverLog log, Signal attempt, String reason) {
        assertThat(log.lines()).singleElement().satisfies(line -> {
            isUnder(line, attempt);
            assertThat(line.level()).isEqualTo(Level.WARN);
            assertThat(line.message())
                    .isEqualTo("Message dead-lettered [idempotency_key=k-1] [correlation_id=" + attempt.correlationId()
                            + "] [topic=" + attempt.topic() + "] [reason=" + reason + "]");
        });
    }

    private static Signal attempt(Signal signal, String correlationId) {
        return new Signal(
                signal.timestamp(),
                signal.type(),
                signal.origin(),
                signal.scope(),
                CorrelationId.parse(correlationId),
                signal.idempotencyKey(),
                signal.data());
    }

    private static Signal from(String origin, Signal signal) {
        return new Signal(
                signal.timestamp(),
                signal.type(),
                origin,
                signal.scope(),
                signal.correlationId(),
                signal.idempotencyKey(),
                signal.data());
    }

    private static Signal at(Instant timestamp, Signal signal) {
        return new Signal(
                timestamp,
                signal.type(),
                signal.origin(),
                signal.scope(),
                signal.correlationId(),
                signal.idempotencyKey(),
                signal.data());
    }

    private static Data counts(int executed, int notDone, int replayed, int rejected, int deadLettered) {
        return Data.EMPTY
                .with("executed", executed)
                .with("notDone", notDone)
                .with("replayed", replayed)
                .with("rejected", rejected)
                .with("deadLettered", deadLettered);
    }

    private static Alert deadLetter(SwarmScope scope, Signal about, String reason) {
        return alert("dead-letter", scope, about, reason(reason, about.topic().value()));
    }

    private static Data reason(String reason, String topic) {
        return Data.EMPTY.with("reason", reason).with("topic", topic);
    }

    private static Alert alert(String type, SwarmScope scope, Signal about, Data data) {
        return new Alert(
                NOW,
                type,
                "swarm-controller:1",
                scope,
                Optional.of(about.correlationId()),
                Optional.of(about.idempotencyKey()),
                data);
    }
}
