package io.counterfoil.testkit.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.signals.caller.Caller;
import io.counterfoil.signals.caller.CallerListener;
import io.counterfoil.signals.caller.Command;
import io.counterfoil.signals.caller.CommandAttempt;
import io.counterfoil.signals.caller.CommandReply;
import io.counterfoil.signals.caller.SentAttempt;
import io.counterfoil.signals.envelope.Alert;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.EnvelopeReceiver;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of a broker's adapter with a caller of control signals, controllers on a real PostgreSQL, and subscribers: whatever is lost on
 * the way, each command takes effect once and is answered.
 *
 * <p>An adapter proves itself by a subclass that names its broker. Needs a real PostgreSQL, which the
 * broker under test provides ({@link BrokerUnderTest#freshDatabase}).
 */
@Timeout(180)
public abstract class CallerContract {

    /** A topic with one word where an outcome has four. */
    private static final String END = "event.outcome.end";

    private static final Duration LIMIT = Duration.ofSeconds(Collected.LIMIT_SECONDS);

    /** Minimal pauses. An attempt without an outcome is not given up within a test. */
    private static final RetryPolicy POLICY = new RetryPolicy(
            1_000,
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            Retention.of(Duration.ofDays(1)));

    /**
     * {@return the broker; one for all tests of a class}
     *
     * @throws Exception when the broker cannot be started
     */
    protected abstract BrokerUnderTest broker() throws Exception;

    /**
     * {@return a publisher to the broker whose first message arrives there, and whose confirm does not arrive here} By default the confirm is dropped
     * in this process; an adapter may lose it on the network.
     *
     * @throws Exception when the broker cannot be started
     */
    protected Publisher losingTheFirstConfirm() throws Exception {
        Publisher real = broker().publisher();
        AtomicBoolean lost = new AtomicBoolean();
        return message -> lost.compareAndSet(false, true)
                ? real.publish(message)
                        .thenCompose(confirmed -> CompletableFuture.failedFuture(
                                PublishException.unconfirmed(message, "the confirm was lost")))
                : real.publish(message);
    }

    private ControllersUnderTest controllers() throws Exception {
        return new ControllersUnderTest(broker(), IdempotencyPolicy.DEFAULT);
    }

    private static SignalHandler running(ControllersUnderTest world) {
        return signal -> {
            world.effect(signal);
            return HandlerResult.done("Running", Data.EMPTY);
        };
    }

    private static Command start(ControllersUnderTest world, String key) {
        return new Command(
                "swarm-start",
                new SwarmScope(world.swarm, "swarm-controller", SwarmScope.ALL),
                new RequestId(key),
                Data.EMPTY);
    }

    /** What a caller reports, in words. */
    private static final class Heard implements CallerListener {

        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public void sentElsewhere(Command command, CorrelationId attempt) {
            events.add("elsewhere " + attempt);
        }

        @Override
        public void lateDuplicate(Command command, SignalOutcome outcome) {
            events.add("duplicate " + outcome.correlationId());
        }

        String next() throws InterruptedException {
            String event = events.poll(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(event).as("an event of the caller").isNotNull();
            return event;
        }
    }

    private static Caller.Builder caller(Publisher publisher, String origin, CallerListener listener) {
        return Caller.builder(publisher).origin(origin).policy(POLICY).listener(listener);
    }

    /** On a queue of the caller's own. */
    private AutoCloseable listening(Caller caller) throws Exception {
        return listening(caller.receiver());
    }

    private AutoCloseable listening(Receiver receiver) throws Exception {
        return broker().consume("caller-" + UUID.randomUUID(), List.of("event.outcome.#"), receiver);
    }

    private static SignalOutcome answer(CommandAttempt attempt) throws InterruptedException {
        CommandReply reply = attempt.await(LIMIT);
        assertThat(reply).isInstanceOf(CommandReply.Answered.class);
        return ((CommandReply.Answered) reply).outcome();
    }

    @Test
    @Tag("SG-7")
    void command_withALostConfirm_isResentAndTakesEffectOnce() throws Exception {
        CountDownLatch published = new CountDownLatch(2);
        Publisher losing = losingTheFirstConfirm();
        Heard heard = new Heard();
        try (ControllersUnderTest world = controllers();
                Caller caller = caller(
                                message -> {
                                    published.countDown();
                                    return losing.publish(message);
                                },
                                "orchestrator-1",
                                heard)
                        .build();
                AutoCloseable consumer = listening(caller)) {
            world.controller(Map.of("swarm-start", signal -> {
                published.await();
                return running(world).handle(signal);
            }));

            CommandAttempt attempt = caller.send(start(world, "k"));

            SignalOutcome outcome = answer(attempt);
            assertThat(consumer).isNotNull();
            assertThat(outcome.status()).isEqualTo("Running");
            assertThat(attempt.attempts()).hasSize(2);
            SentAttempt first = attempt.attempts().get(0);
            SentAttempt second = attempt.attempts().get(1);
            assertThat(first.confirmed()).isFalse();
            assertThat(first.failure().orElseThrow()).contains("was not confirmed");
            assertThat(outcome.original()).isEqualTo(first.correlationId());
            assertThat(world.outcome(second.correlationId()).replayOf()).contains(first.correlationId());
            assertThat(heard.next())
                    .isEqualTo("duplicate "
                            + (outcome.correlationId().equals(first.correlationId()) ? second : first).correlationId());
            assertThat(world.effects("swarm-start", "k")).isOne();
        }
    }

    @Test
    @Tag("SG-4")
    @Tag("SG-7")
    void outcomeThatIsLost_isReplayedToTheNextAttempt() throws Exception {
        Heard heard = new Heard();
        RetryPolicy impatient = new RetryPolicy(
                1_000,
                POLICY.budget(),
                Duration.ofMillis(300),
                POLICY.baseBackoff(),
                POLICY.maxBackoff(),
                POLICY.retention());
        try (ControllersUnderTest world = controllers();
                Caller caller = caller(broker().publisher(), "orchestrator-1", heard)
                        .policy(impatient)
                        .build()) {
            world.controller(Map.of("swarm-start", running(world)));
            CommandAttempt attempt = caller.send(start(world, "k"));
            // Published while no queue of the caller's was there to get it. Where the broker has kept it nevertheless,
            // it is lost here.
            SignalOutcome lost = world.outcome(attempt.correlationId());
            Receiver receiver = caller.receiver();

            try (AutoCloseable consumer = listening(delivery -> {
                if (Arrays.equals(delivery.message().body(), lost.toJson())) {
                    delivery.accept();
                } else {
                    receiver.receive(delivery);
                }
            })) {
                SignalOutcome outcome = answer(attempt);

                assertThat(consumer).isNotNull();
                assertThat(outcome).isEqualTo(lost.replayedFor(outcome.correlationId()));
                assertThat(outcome.replayOf()).contains(attempt.correlationId());
                assertThat(attempt.attempts())
                        .extracting(SentAttempt::correlationId)
                        .contains(outcome.correlationId());
            }
            assertThat(world.effects("swarm-start", "k")).isOne();
        }
    }

    @Test
    @Tag("SG-5")
    @Tag("SG-7")
    void command_afterCallerAndBrokerCrash_isResumedAndExecutedOnce(@TempDir Path directory) throws Exception {
        Heard heard = new Heard();
        ScheduledThreadPoolExecutor timerOfTheDead = new ScheduledThreadPoolExecutor(1);
        try (ControllersUnderTest world = controllers()) {
            // So that the queue is there, and holds the signal until there is a controller again.
            world.controller(Map.of("swarm-start", running(world))).close();
            CommandAttempt left;
            try (FileJournal journal = FileJournal.of(directory)) {
                left = caller(broker().publisher(), "orchestrator-1", heard)
                        .journal(journal)
                        .timer(timerOfTheDead)
                        .build()
                        .send(start(world, "k"));
                left.confirmed().toCompletableFuture().get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
            }
            timerOfTheDead.shutdownNow();
            broker().restart();

            try (FileJournal journal = FileJournal.of(directory);
                    Caller next = caller(broker().publisher(), "orchestrator-1", heard)
                            .journal(journal)
                            .build();
                    AutoCloseable consumer = listening(next)) {
                List<CommandAttempt> resumed = next.resume();
                world.controller(Map.of("swarm-start", running(world)));

                assertThat(resumed).hasSize(1);
                SignalOutcome outcome = answer(resumed.get(0));
                assertThat(consumer).isNotNull();
                assertThat(outcome.status()).isEqualTo("Running");
                assertThat(outcome.original().parent())
                        .isEqualTo(left.correlationId().parent());
                assertThat(next.resume()).isEmpty();
                assertThat(heard.events).noneMatch(event -> event.startsWith("elsewhere"));
            }
            assertThat(world.effects("swarm-start", "k")).isOne();
        } finally {
            timerOfTheDead.shutdownNow();
        }
    }

    @Test
    @Tag("SG-7")
    @Tag("SG-9")
    void command_sentByTwoCallers_takesEffectOnceAndRaisesAnAlert() throws Exception {
        BlockingQueue<Envelope> alerts = new LinkedBlockingQueue<>();
        Heard heardByOne = new Heard();
        Heard heardByOther = new Heard();
        try (ControllersUnderTest world = controllers();
                Caller one = caller(broker().publisher(), "orchestrator-1", heardByOne)
                        .build();
                Caller other = caller(broker().publisher(), "orchestrator-2", heardByOther)
                        .build();
                AutoCloseable ofOne = listening(one);
                AutoCloseable ofOther = listening(other);
                AutoCloseable ofAlerts = broker().consume(
                                "alerts-" + world.swarm,
                                List.of("event.alert.*." + world.swarm + ".#"),
                                EnvelopeReceiver.of(alerts::add))) {
            assertThat(List.of(ofOne, ofOther, ofAlerts)).doesNotContainNull();
            world.controller(Map.of("swarm-start", running(world)));

            CommandAttempt first = one.send(start(world, "k"));
            SignalOutcome original = answer(first);
            CommandAttempt second = other.send(start(world, "k"));
            SignalOutcome replay = answer(second);

            assertThat(replay).isEqualTo(original.replayedFor(second.correlationId()));
            assertThat(heardByOne.next()).isEqualTo("elsewhere " + second.correlationId());
            assertThat(heardByOther.next()).isEqualTo("elsewhere " + first.correlationId());
            Envelope alert = alerts.poll(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(alert).isInstanceOf(Alert.class);
            assertThat(alert.type()).isEqualTo("unexpected-duplicate");
            assertThat(alert.attempt()).contains(second.correlationId());
            assertThat(alert.action()).contains(new RequestId("k"));
            assertThat(world.effects("swarm-start", "k")).isOne();
        }
    }

    @Test
    @Tag("SG-7")
    void outcomeThatIsDeliveredAgain_isIgnored() throws Exception {
        Heard heard = new Heard();
        try (ControllersUnderTest world = controllers();
                Caller caller =
                        caller(broker().publisher(), "orchestrator-1", heard).build();
                AutoCloseable consumer = listening(caller)) {
            world.controller(Map.of("swarm-start", running(world)));
            CommandAttempt attempt = caller.send(start(world, "k"));
            SignalOutcome outcome = answer(attempt);

            publish(outcome.toMessage());

            assertThat(consumer).isNotNull();
            assertThat(heard.next()).isEqualTo("duplicate " + attempt.correlationId());
            assertThat(answer(attempt)).isEqualTo(outcome);
        }
    }

    /** A star is one word, and the topic of an outcome has four after {@code event.outcome}. */
    @Test
    @Tag("SG-9")
    void subscription_withOneStar_getsNoOutcomeUnlikeHash() throws Exception {
        Collected star = new Collected();
        Collected hash = new Collected();
        Collected fourStars = new Collected();
        try (ControllersUnderTest world = controllers();
                AutoCloseable one = subscribed("event.outcome.*", star);
                AutoCloseable two = subscribed("event.outcome.#", hash);
                AutoCloseable three = subscribed("event.outcome.*.*.*.*", fourStars)) {
            assertThat(List.of(one, two, three)).doesNotContainNull();
            world.controller(Map.of("swarm-start", running(world)));
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                Signal signal = world.send(world.signal("swarm-start", "k-" + i, Data.EMPTY));
                sent.add(world.outcome(signal).correlationId().value());
            }
            byte[] ofTheSwarm = world.signal("end", "end", Data.EMPTY).toJson();
            publish(Message.of(END, ofTheSwarm).withKey(world.swarm));

            assertThat(nextOf(world, hash, 8)).containsExactlyElementsOf(withEnd(sent));
            assertThat(nextOf(world, fourStars, 7)).containsExactlyElementsOf(sent);
            assertThat(nextOf(world, star, 1)).containsExactly(END);
        }
    }

    private AutoCloseable subscribed(String pattern, Collected collected) throws Exception {
        return broker().consume("subscriber-" + UUID.randomUUID(), List.of(pattern), delivery -> {
            collected.receive(delivery);
            delivery.accept();
        });
    }

    private static List<String> withEnd(List<String> sent) {
        List<String> all = new ArrayList<>(sent);
        all.add(END);
        return all;
    }

    /** The attempts of the next messages about this swarm, or the topic of the last. */
    private static List<String> nextOf(ControllersUnderTest world, Collected collected, int count)
            throws InterruptedException {
        List<String> next = new ArrayList<>();
        while (next.size() < count) {
            Message message = collected.next().message();
            Envelope envelope = Envelope.read(message.body());
            if (envelope.scope().swarmId().equals(world.swarm)) {
                next.add(
                        message.topic().equals(END)
                                ? END
                                : envelope.attempt().orElseThrow().value());
            }
        }
        return next;
    }

    private void publish(Message message) throws Exception {
        broker().publisher().publish(message).toCompletableFuture().get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
