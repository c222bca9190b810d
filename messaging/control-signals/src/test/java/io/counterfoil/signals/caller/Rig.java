package io.counterfoil.signals.caller;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.signals.IdempotencyKeyScope;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.MDC;

/** A caller between a broker that does what the test says and a clock that stands still. For one thread. */
final class Rig implements Publisher, CallerListener {

    static final SwarmScope MARSHAL = new SwarmScope("swarm-42", "swarm-controller", "marshal-1");

    /** 3 tries within a minute, each waited for up to 10 s, and next to no pauses between them. */
    static final RetryPolicy POLICY = new RetryPolicy(
            3,
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofNanos(1),
            Duration.ofNanos(1),
            Retention.of(Duration.ofDays(1)));

    final ManualScheduler timer = new ManualScheduler();
    final SettableClock clock = SettableClock.at(Instant.parse("2025-09-12T12:30:08Z"));
    final List<Message> published = new ArrayList<>();
    final List<CompletableFuture<Void>> confirms = new ArrayList<>();

    /** What happened, in order: of the journal, the broker and the listener. */
    final List<String> events = new ArrayList<>();

    @Override
    public CompletionStage<Void> publish(Message message) {
        events.add("publish");
        events.add("mdc " + MDC.get(Correlation.MDC_KEY) + " " + MDC.get(IdempotencyKeyScope.MDC_KEY));
        published.add(message);
        CompletableFuture<Void> confirm = new CompletableFuture<>();
        confirms.add(confirm);
        return confirm;
    }

    Caller.Builder caller() {
        return Caller.builder(this)
                .origin("orchestrator-1")
                .policy(POLICY)
                .timer(timer)
                .clock(clock)
                .random(new Random(42))
                .listener(this);
    }

    /** Lets so much time go by, for the clock and the timer. */
    void pass(Duration time) {
        clock.advance(time);
        timer.advance(time);
    }

    Signal signal(int number) {
        return (Signal) Envelope.read(published.get(number).body());
    }

    static Command command(String key) {
        return new Command("swarm-start", MARSHAL, new RequestId(key), Data.parse("{\"bees\":3}"));
    }

    static SignalOutcome done(Signal signal) {
        return SignalOutcome.of(signal, signal.timestamp(), "marshal-1", MARSHAL, "Running", false, Data.EMPTY);
    }

    static SignalOutcome failed(Signal signal, boolean retryable) {
        return SignalOutcome.failed(
                signal, signal.timestamp(), "marshal-1", MARSHAL, new SignalFailure("no-room", "full"), retryable);
    }

    /** What was told, without the rest. */
    List<String> heard() {
        return events.stream()
                .filter(it -> it.startsWith("heard "))
                .map(it -> it.substring(6))
                .toList();
    }

    @Override
    public void sentTwice(Command command) {
        events.add("heard twice " + command.idempotencyKey());
    }

    @Override
    public void sentElsewhere(Command command, CorrelationId attempt) {
        events.add("heard elsewhere " + command.idempotencyKey() + " " + attempt);
    }

    @Override
    public void lateDuplicate(Command command, SignalOutcome outcome) {
        events.add("heard duplicate " + command.idempotencyKey());
    }

    @Override
    public void answeredLate(Command command, SignalOutcome outcome) {
        events.add("heard late " + outcome.status() + " mdc " + MDC.get(Correlation.MDC_KEY) + " "
                + MDC.get(IdempotencyKeyScope.MDC_KEY));
    }

    @Override
    public void anotherAnswer(Command command, SignalOutcome outcome) {
        events.add("heard another " + outcome.scope().instance());
    }

    @Override
    public void expired(Command command, Instant openedAt) {
        events.add("heard expired " + command.idempotencyKey() + " " + openedAt);
    }

    /** Writes down what a journal is asked for. */
    Journal noted(Journal journal) {
        return new Journal() {
            @Override
            public void open(JournalEntry entry) {
                events.add("open");
                journal.open(entry);
            }

            @Override
            public void settle(RequestId requestId) {
                events.add("settle");
                journal.settle(requestId);
            }

            @Override
            public void release(RequestId requestId) {
                events.add("release");
                journal.release(requestId);
            }

            @Override
            public List<JournalEntry> pending(int limit) {
                return journal.pending(limit);
            }
        };
    }
}
