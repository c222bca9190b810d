package io.counterfoil.signals.caller;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** Whatever a broker loses, doubles and reorders, in the end every command is answered once. */
class LossyBrokerTest {

    private static final int COMMANDS = 4;
    private static final int LOSSY_STEPS = 150;
    private static final RetryPolicy POLICY = new RetryPolicy(
            1_000,
            Duration.ofDays(300),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Retention.FOREVER);

    @Property(tries = 150)
    @Tag("SG-7")
    @Tag("SG-2")
    void everyCommand_isAnsweredOnce_andCarriedOutOnce(@ForAll long seed) {
        World world = new World(seed);

        List<CommandAttempt> attempts = world.run();

        assertThat(attempts).hasSize(COMMANDS).allSatisfy(attempt -> {
            SignalOutcome outcome = ((CommandReply.Answered)
                            attempt.reply().toCompletableFuture().join())
                    .outcome();
            RequestId key = attempt.command().idempotencyKey();
            assertThat(outcome.idempotencyKey()).isEqualTo(key);
            assertThat(attempt.attempts())
                    .extracting(SentAttempt::correlationId)
                    .contains(outcome.correlationId());
            assertThat(outcome.original())
                    .isEqualTo(Objects.requireNonNull(world.carriedOut.get(key)).correlationId());
            assertThat(world.replies.get(key)).isEqualTo(1);
        });
        Set<CorrelationId> seen = new HashSet<>();
        for (Signal signal : world.published) {
            assertThat(seen.add(signal.correlationId()))
                    .as("a correlation ID used twice")
                    .isTrue();
            assertThat(Command.of(signal)).isEqualTo(world.commands.get(signal.idempotencyKey()));
        }
        assertThat(world.foreign).isZero();
        assertThat(world.timer.waiting()).isZero();
    }

    /** Everything between the caller and the receiver, and the receiver. */
    private static final class World implements CallerListener {

        private final Random random;
        private final ManualScheduler timer = new ManualScheduler();
        private final SettableClock clock = SettableClock.at(Instant.EPOCH);
        private final List<Runnable> inFlight = new ArrayList<>();
        private final List<Signal> published = new ArrayList<>();
        private final Map<RequestId, Command> commands = new HashMap<>();
        private final Map<RequestId, SignalOutcome> carriedOut = new HashMap<>();
        private final Map<RequestId, Integer> replies = new HashMap<>();
        private final Caller caller;
        private int foreign;

        World(long seed) {
            random = new Random(seed);
            caller = Caller.builder(this::publish)
                    .origin("o")
                    .policy(POLICY)
                    .limits(new CallerLimits(COMMANDS, COMMANDS, RetryPolicy.LONGEST))
                    .timer(timer)
                    .clock(clock)
                    .random(new Random(seed))
                    .listener(this)
                    .build();
        }

        List<CommandAttempt> run() {
            List<CommandAttempt> attempts = new ArrayList<>();
            for (int i = 0; i < COMMANDS; i++) {
                RequestId key = new RequestId("key-" + i);
                Command command = new Command("swarm-start", Rig.MARSHAL, key, Data.EMPTY.with("n", i));
                commands.put(key, command);
                CommandAttempt attempt = caller.send(command);
                var counted = attempt.reply().thenAccept(reply -> replies.merge(key, 1, Integer::sum));
                assertThat(counted).isNotNull();
                attempts.add(attempt);
            }
            for (int step = 0; step < 20_000 && replies.size() < COMMANDS; step++) {
                step(step < LOSSY_STEPS, attempts);
            }
            // What is still on its way arrives too, late.
            new ArrayList<>(inFlight).forEach(Runnable::run);
            return attempts;
        }

        private void step(boolean lossy, List<CommandAttempt> attempts) {
            if (inFlight.isEmpty() || random.nextInt(10) == 0) {
                Duration time = Duration.ofMillis(random.nextInt(5_000));
                clock.advance(time);
                timer.advance(time);
                return;
            }
            Runnable event = inFlight.get(random.nextInt(inFlight.size()));
            int fate = lossy ? random.nextInt(10) : 9;
            if (fate != 0) {
                inFlight.remove(event);
            }
            if (fate > 3 || fate == 0) {
                event.run();
            }
            if (lossy && random.nextInt(20) == 0) {
                CommandAttempt any = attempts.get(random.nextInt(COMMANDS));
                if (!any.reply().toCompletableFuture().isDone()) {
                    caller.retry(any.command());
                }
            }
        }

        private CompletionStage<Void> publish(Message message) {
            Signal signal = (Signal) Envelope.read(message.body());
            published.add(signal);
            CompletableFuture<Void> confirm = new CompletableFuture<>();
            inFlight.add(() -> receive(signal));
            inFlight.add(() -> {
                if (random.nextBoolean()) {
                    confirm.complete(null);
                } else {
                    confirm.completeExceptionally(PublishException.unconfirmed(message, "lost"));
                }
            });
            return confirm;
        }

        /** As a receiver does: carries out once, answers each attempt; now and then it fails, and remembers nothing. */
        private void receive(Signal signal) {
            Optional<SignalOutcome> earlier = Optional.ofNullable(carriedOut.get(signal.idempotencyKey()));
            if (earlier.isEmpty() && random.nextInt(4) == 0 && isSuperseded(signal)) {
                inFlight.add(() -> caller.take(Rig.failed(signal, true)));
                return;
            }
            SignalOutcome outcome = earlier.orElseGet(() -> Rig.done(signal));
            carriedOut.put(signal.idempotencyKey(), outcome);
            inFlight.add(() -> caller.take(outcome.replayedFor(signal.correlationId())));
        }

        /** A failure of the last attempt would be the reply, and no test of anything. */
        private boolean isSuperseded(Signal signal) {
            return published.stream()
                    .filter(it -> it.idempotencyKey().equals(signal.idempotencyKey()))
                    .reduce((first, last) -> last)
                    .filter(last -> !last.equals(signal))
                    .isPresent();
        }

        @Override
        public void sentElsewhere(Command command, CorrelationId attempt) {
            foreign++;
        }
    }
}
