package io.counterfoil.testkit.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.signals.IdempotencyKeyScope;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

/**
 * The contract of a broker adapter with the inbox and a real PostgreSQL for commands: each takes effect once, and each
 * attempt has an outcome.
 *
 * <p>An adapter is tested by a subclass that provides its broker. Requires a real PostgreSQL, which the
 * broker under test provides ({@link BrokerUnderTest#freshDatabase}).
 */
public abstract class MessagingContract extends DeadLetterContract {

    @Override
    final ControllersUnderTest controllers() throws Exception {
        return new ControllersUnderTest(broker(), IdempotencyPolicy.DEFAULT);
    }

    private static SignalHandler running(ControllersUnderTest world) {
        return signal -> {
            world.effect(signal);
            return HandlerResult.done("Running", Data.of(Map.of("nodes", 3)));
        };
    }

    @Test
    @Tag("SG-2")
    @Tag("SG-4")
    @Tag("RQ-7")
    @Tag("RQ-10")
    void retry_getsTheFirstOutcome_underItsOwnCorrelationId() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", running(world)));
            Signal first = world.send(world.signal("swarm-start", "k", Data.EMPTY));
            SignalOutcome outcome = world.outcome(first);

            Signal retry = world.send(world.signal("swarm-start", "k", Data.EMPTY));
            SignalOutcome again = world.outcome(retry);

            assertThat(outcome.status()).isEqualTo("Running");
            assertThat(outcome.replayOf()).isEmpty();
            assertThat(outcome.idempotencyKey()).isEqualTo(first.idempotencyKey());
            assertThat(again).isEqualTo(outcome.replayedFor(retry.correlationId()));
            assertThat(again.replayOf()).contains(first.correlationId());
            assertThat(again.data().json()).isEqualTo(outcome.data().json());
            assertThat(world.effects("swarm-start", "k")).isOne();
        }
    }

    @Test
    @Tag("SG-3")
    void startAndStop_underOneKey_areTwoCommands() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", running(world), "swarm-stop", running(world)));

            Signal start = world.send(world.signal("swarm-start", "k", Data.EMPTY));
            Signal stop = world.send(world.signal("swarm-stop", "k", Data.EMPTY));

            assertThat(world.outcome(start).replayOf()).isEmpty();
            assertThat(world.outcome(stop).replayOf()).isEmpty();
            assertThat(world.effects("swarm-start", "k")).isOne();
            assertThat(world.effects("swarm-stop", "k")).isOne();
        }
    }

    @Test
    @Tag("SG-3")
    @Tag("SG-5")
    void signal_sentAHundredTimes_hasOneEffectAndAnOutcomePerAttempt() throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(10);
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", running(world)));
            world.controller(Map.of("swarm-start", running(world)));
            List<Future<Signal>> sent = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                sent.add(senders.submit(() -> world.send(world.signal("swarm-start", "k", Data.EMPTY))));
            }

            int originals = 0;
            for (Future<Signal> attempt : sent) {
                SignalOutcome outcome = world.outcome(attempt.get());
                assertThat(outcome.status()).isEqualTo("Running");
                originals += outcome.replayOf().isEmpty() ? 1 : 0;
            }

            assertThat(originals).isOne();
            assertThat(world.effects("swarm-start", "k")).isOne();
        } finally {
            senders.shutdownNow();
        }
    }

    @Test
    @Tag("SG-4")
    void duplicateOfARunningCommand_waitsForItsOutcome() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        try (ControllersUnderTest world = controllers()) {
            SignalHandler slow = signal -> {
                begun.countDown();
                free.await();
                return running(world).handle(signal);
            };
            world.controller(Map.of("swarm-create", slow, "swarm-start", running(world)));
            world.controller(Map.of("swarm-create", slow, "swarm-start", running(world)));
            Signal original = world.send(world.signal("swarm-create", "slow", Data.EMPTY));
            assertThat(begun.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();

            Signal duplicate = world.send(world.signal("swarm-create", "slow", Data.EMPTY));
            free.countDown();

            SignalOutcome first = world.outcome(original);
            assertThat(world.outcome(duplicate)).isEqualTo(first.replayedFor(duplicate.correlationId()));
            assertThat(world.effects("swarm-create", "slow")).isOne();
        } finally {
            free.countDown();
        }
    }

    @Test
    @Tag("SG-4")
    void finalFailure_isAnOutcome_andRepeated() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", signal -> {
                runs.incrementAndGet();
                return HandlerResult.failed(new SignalFailure("no-such-swarm", "there is no such swarm"), Data.EMPTY);
            }));

            SignalOutcome failed = world.outcome(world.send(world.signal("swarm-start", "k", Data.EMPTY)));
            Signal retry = world.send(world.signal("swarm-start", "k", Data.EMPTY));

            assertThat(failed.error()).contains(new SignalFailure("no-such-swarm", "there is no such swarm"));
            assertThat(failed.isRetryable()).isFalse();
            assertThat(world.outcome(retry)).isEqualTo(failed.replayedFor(retry.correlationId()));
            assertThat(runs).hasValue(1);
        }
    }

    @Test
    @Tag("SG-4")
    void retryableFailure_isAnOutcome_leavesNothing_andARetryRuns() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", signal -> {
                world.effect(signal);
                return runs.incrementAndGet() == 1
                        ? HandlerResult.notDone(new SignalFailure("no-capacity", "no machine is free"))
                        : HandlerResult.done("Running", Data.EMPTY);
            }));

            SignalOutcome failed = world.outcome(world.send(world.signal("swarm-start", "k", Data.EMPTY)));
            assertThat(failed.isRetryable()).isTrue();
            assertThat(failed.error().orElseThrow().code()).isEqualTo("no-capacity");
            assertThat(world.effects("swarm-start", "k")).isZero();

            SignalOutcome done = world.outcome(world.send(world.signal("swarm-start", "k", Data.EMPTY)));
            assertThat(done.status()).isEqualTo("Running");
            assertThat(done.replayOf()).isEmpty();
            assertThat(world.effects("swarm-start", "k")).isOne();
        }
    }

    @Test
    @Tag("SG-5")
    void handlerThatThrows_isRetried_andRolledBackEachTime() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", signal -> {
                world.effect(signal);
                if (runs.incrementAndGet() < 3) {
                    throw new IllegalStateException("not yet");
                }
                return HandlerResult.done("Running", Data.EMPTY);
            }));

            SignalOutcome outcome = world.outcome(world.send(world.signal("swarm-start", "k", Data.EMPTY)));

            assertThat(outcome.status()).isEqualTo("Running");
            assertThat(world.effects("swarm-start", "k")).isOne();
        }
    }

    @Test
    @Tag("SG-5")
    void poisonMessage_ends_withAnOutcomeAndADeadLetter() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", signal -> {
                runs.incrementAndGet();
                world.effect(signal);
                throw new IllegalStateException("always");
            }));
            Signal poison = world.send(world.signal("swarm-start", "k", Data.EMPTY));

            SignalOutcome outcome = world.outcome(poison);
            Message dead = broker().nextDeadLetter(world.queue);

            assertThat(outcome.error().orElseThrow().code()).isEqualTo("handler-failed");
            assertThat(outcome.isRetryable()).isTrue();
            assertThat(dead.body()).isEqualTo(poison.toJson());
            assertThat(dead.header(Delivery.REASON).orElseThrow())
                    .contains("3 times")
                    .contains("always");
            assertThat(runs).hasValue(3);
            assertThat(world.effects("swarm-start", "k")).isZero();
        }
    }

    /** What a handler does beside the effect, and that its database does not commit. */
    private interface Fault {
        void in(ControllersUnderTest world) throws Exception;
    }

    private static Stream<Arguments> faultsOfTheWork() {
        Fault swallowed = ControllersUnderTest::insertKnownCustomer;
        Fault atTheCommit = ControllersUnderTest::insertPurchaseOfNoCustomer;
        return Stream.of(
                Arguments.of("a failed statement that the work swallows", swallowed),
                Arguments.of("a constraint that fails at the commit", atTheCommit));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faultsOfTheWork")
    @Tag("SG-5")
    void messageThatIsNeverCommitted_isADeadLetter_andBlocksNoOther(String what, Fault fault) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (ControllersUnderTest world = controllers()) {
            Signal poison = world.signal("swarm-start", "poison", Data.EMPTY);
            Signal good = world.signal("swarm-start", "good", Data.EMPTY);
            CountDownLatch processed = new CountDownLatch(1);
            world.messages("signal.*." + world.swarm + ".#", message -> {
                Signal signal = (Signal) Envelope.read(message.body());
                world.effect(signal);
                if (signal.equals(poison)) {
                    runs.incrementAndGet();
                    fault.in(world);
                } else {
                    processed.countDown();
                }
            });
            world.send(poison);
            world.send(good);

            Message dead = broker().nextDeadLetter(world.queue);

            assertThat(dead.body()).isEqualTo(poison.toJson());
            assertThat(dead.header(Delivery.REASON).orElseThrow())
                    .contains(ControllersUnderTest.MAX_ATTEMPTS + " times");
            assertThat(runs).as(what).hasValue(ControllersUnderTest.MAX_ATTEMPTS);
            assertThat(world.effects("swarm-start", "poison")).isZero();
            assertThat(processed.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faultsOfTheWork")
    @Tag("SG-5")
    void commandThatIsNeverCommitted_ends_withAnOutcomeAndADeadLetter(String what, Fault fault) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", signal -> {
                runs.incrementAndGet();
                world.effect(signal);
                fault.in(world);
                return HandlerResult.done("Running", Data.EMPTY);
            }));
            Signal poison = world.send(world.signal("swarm-start", "k", Data.EMPTY));

            SignalOutcome outcome = world.outcome(poison);
            Message dead = broker().nextDeadLetter(world.queue);

            assertThat(outcome.error().orElseThrow().code()).isEqualTo("handler-failed");
            assertThat(dead.body()).isEqualTo(poison.toJson());
            assertThat(runs).as(what).hasValue(ControllersUnderTest.MAX_ATTEMPTS);
            assertThat(world.effects("swarm-start", "k")).isZero();
        }
    }

    @Test
    @Tag("SG-1")
    void malformedSignal_isADeadLetterWithTheReason_andBlocksNoOther() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", running(world)));
            Signal good = world.signal("swarm-start", "k", Data.EMPTY);
            broker().publisher()
                    .publish(good.toMessage().withBody("{\"kind\":\"signal\"}".getBytes(UTF_8)))
                    .toCompletableFuture()
                    .get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
            world.send(good);

            assertThat(world.outcome(good).status()).isEqualTo("Running");
            assertThat(broker().nextDeadLetter(world.queue)
                            .header(Delivery.REASON)
                            .orElseThrow())
                    .contains("version");
        }
    }

    @Test
    void typeWithoutAHandler_isAnOutcomeAndADeadLetter() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", running(world)));

            SignalOutcome outcome = world.outcome(world.send(world.signal("swarm-paint", "k", Data.EMPTY)));

            assertThat(outcome.error().orElseThrow().code()).isEqualTo("unsupported-type");
            assertThat(outcome.isRetryable()).isFalse();
            assertThat(broker().nextDeadLetter(world.queue)
                            .header(Delivery.REASON)
                            .orElseThrow())
                    .contains("swarm-paint");
        }
    }

    @Test
    void keyWithOtherData_isRejected_andTheFirstStays() throws Exception {
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", running(world)));
            world.outcome(world.send(world.signal("swarm-start", "k", Data.of(Map.of("size", 1)))));

            SignalOutcome other =
                    world.outcome(world.send(world.signal("swarm-start", "k", Data.of(Map.of("size", 2)))));
            SignalOutcome same =
                    world.outcome(world.send(world.signal("swarm-start", "k", Data.of(Map.of("size", 1)))));

            assertThat(other.error().orElseThrow().code()).isEqualTo("idempotency-key-reused");
            assertThat(other.isRetryable()).isFalse();
            assertThat(same.status()).isEqualTo("Running");
            assertThat(world.effects("swarm-start", "k")).isOne();
        }
    }

    @Test
    @Tag("CO-3")
    @Tag("SG-8")
    void handler_runsUnderBothIds_inEveryLogLine() throws Exception {
        BlockingQueue<List<String>> seen = new LinkedBlockingQueue<>();
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", signal -> {
                seen.add(List.of(
                        Correlation.current().map(CorrelationId::value).orElse("none"),
                        MDC.get(Correlation.MDC_KEY),
                        MDC.get(IdempotencyKeyScope.MDC_KEY)));
                return HandlerResult.done("Running", Data.EMPTY);
            }));

            Signal signal = world.send(world.signal("swarm-start", "k-8", Data.EMPTY));

            List<String> ids = seen.poll(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(ids).as("what the handler saw").isNotNull();
            assertThat(CorrelationId.parse(ids.get(0)).isWithin(signal.correlationId()))
                    .isTrue();
            assertThat(ids).containsExactly(ids.get(0), ids.get(0), "k-8");
        }
    }

    @Test
    @Tag("SG-3")
    void keyAfterItsRetention_isANewCommand() throws Exception {
        IdempotencyPolicy brief = IdempotencyPolicy.DEFAULT.withRetention(
                records -> records.withNamed(Retention.of(Duration.ofMillis(1))));
        try (ControllersUnderTest world = new ControllersUnderTest(broker(), brief)) {
            world.controller(Map.of("swarm-start", running(world)));
            world.outcome(world.send(world.signal("swarm-start", "k", Data.EMPTY)));
            world.purge();

            SignalOutcome outcome = world.outcome(world.send(world.signal("swarm-start", "k", Data.EMPTY)));

            assertThat(outcome.replayOf()).isEmpty();
            assertThat(world.effects("swarm-start", "k")).isEqualTo(2);
        }
    }

    @Test
    @Tag("SG-5")
    void closedController_leavesItsCommandsToTheOther() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        try (ControllersUnderTest world = controllers()) {
            AutoCloseable going = world.controller(Map.of("swarm-start", signal -> {
                free.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
                throw new IllegalStateException("gone");
            }));
            Signal signal = world.send(world.signal("swarm-start", "k", Data.EMPTY));
            going.close();
            free.countDown();
            world.controller(Map.of("swarm-start", running(world)));

            assertThat(world.outcome(signal).status()).isEqualTo("Running");
            assertThat(world.effects("swarm-start", "k")).isOne();
        } finally {
            free.countDown();
        }
    }

    @Test
    @Tag("SG-5")
    void killedBroker_losesNoOutcome() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        try (ControllersUnderTest world = controllers()) {
            world.controller(Map.of("swarm-start", signal -> {
                begun.countDown();
                free.await();
                return running(world).handle(signal);
            }));
            List<Signal> sent = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                sent.add(world.send(world.signal("swarm-start", "k-" + i, Data.EMPTY)));
            }
            assertThat(begun.await(Collected.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();

            broker().restart();
            free.countDown();

            for (int i = 0; i < 10; i++) {
                assertThat(world.outcome(sent.get(i)).status()).isEqualTo("Running");
                assertThat(world.effects("swarm-start", "k-" + i)).isOne();
            }
        } finally {
            free.countDown();
        }
    }
}
