package io.counterfoil.signals.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tells outcomes apart: answers, duplicates, and those of double-submits. */
@Tag("SG-7")
@Timeout(240)
class CallerReconcilingTest {

    private static final Duration AT_ONCE = Duration.ZERO;

    private final Rig rig = new Rig();
    private final Caller caller = rig.caller().build();

    @Test
    void outcomeDeliveredAgain_isIgnored() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        caller.retry(attempt.command());
        SignalOutcome outcome = Rig.done(rig.signal(0));
        caller.take(outcome);
        CommandReply reply = attempt.await(AT_ONCE);

        caller.take(outcome);
        caller.take(outcome.replayedFor(rig.signal(1).correlationId()));
        caller.take(Rig.failed(rig.signal(0), true));

        assertThat(attempt.await(AT_ONCE)).isEqualTo(reply);
        assertThat(rig.heard()).containsExactly("duplicate a1c3", "duplicate a1c3", "duplicate a1c3");
    }

    @Test
    void sameCommandSentTwice_isPublishedOnce_andTold() throws Exception {
        CommandAttempt first = caller.send(Rig.command("a1c3"));
        CommandAttempt second = caller.send(Rig.command("a1c3"));

        assertThat(second.correlationId()).isEqualTo(first.correlationId());
        assertThat(rig.published).hasSize(1);
        assertThat(rig.heard()).containsExactly("twice a1c3");

        caller.take(Rig.done(rig.signal(0)));
        assertThat(second.await(AT_ONCE)).isEqualTo(first.await(AT_ONCE)).isInstanceOf(CommandReply.Answered.class);
        assertThat(caller.send(Rig.command("a1c3")).await(AT_ONCE)).isEqualTo(first.await(AT_ONCE));
        assertThat(rig.published).hasSize(1);
    }

    @Test
    void anotherCommandUnderAUsedKey_isRefused_byTheKeysName() {
        Command command = Rig.command("a1c3");
        caller.send(command);
        Command data = new Command(command.type(), command.scope(), command.idempotencyKey(), Data.EMPTY);
        Command scope = new Command(
                command.type(), new SwarmScope("swarm-42", "worker", "w1"), command.idempotencyKey(), command.data());

        assertThatThrownBy(() -> caller.send(data))
                .isInstanceOf(CommandConflictException.class)
                .hasMessageContaining("the idempotency key a1c3")
                .hasMessageContaining("another data")
                .extracting(conflict -> ((CommandConflictException) conflict).field())
                .isEqualTo("data");
        assertThatThrownBy(() -> caller.retry(data)).isInstanceOf(CommandConflictException.class);
        assertThatThrownBy(() -> caller.send(scope)).hasMessageContaining("another scope");
        assertThat(rig.published).hasSize(1);
        assertThat(rig.heard()).isEmpty();
    }

    @Test
    @Tag("SG-3")
    void startAndStopUnderOneKey_areTwoCommands() throws Exception {
        Command start = Rig.command("a1c3");
        Command stop = new Command("swarm-stop", start.scope(), start.idempotencyKey(), Data.EMPTY);
        CommandAttempt starting = caller.send(start);
        CommandAttempt stopping = caller.send(stop);

        caller.take(Rig.done(rig.signal(1)));

        assertThat(starting.await(AT_ONCE)).isInstanceOf(CommandReply.Unanswered.class);
        assertThat(stopping.await(AT_ONCE)).isInstanceOf(CommandReply.Answered.class);
        assertThat(rig.heard()).isEmpty();
    }

    @Test
    void replayOfAnAttemptNeverSentHere_answers_andIsADoubleSubmit() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        SignalOutcome outcome = Rig.done(sentElsewhere("a1c3")).replayedFor(attempt.correlationId());

        caller.take(outcome);

        assertThat(attempt.await(AT_ONCE)).isEqualTo(new CommandReply.Answered(outcome));
        assertThat(rig.heard()).containsExactly("elsewhere a1c3 other-tab");
    }

    @Test
    void outcomeOfAForeignAttempt_underTheSameKey_isADoubleSubmit() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));

        caller.take(Rig.done(sentElsewhere("a1c3")));
        assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Unanswered.class);
        caller.take(Rig.done(rig.signal(0)));
        caller.take(Rig.done(sentElsewhere("a1c3")));

        assertThat(attempt.await(AT_ONCE)).isEqualTo(new CommandReply.Answered(Rig.done(rig.signal(0))));
        assertThat(rig.heard()).containsExactly("elsewhere a1c3 other-tab", "elsewhere a1c3 other-tab");
    }

    @Test
    void outcomeOfAnotherKeyUnderOneOfOurCorrelationIds_isNoAnswer() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        Signal sent = rig.signal(0);
        Signal forged = new Signal(
                sent.timestamp(),
                sent.type(),
                sent.origin(),
                sent.scope(),
                sent.correlationId(),
                new RequestId("b"),
                sent.data());

        caller.take(Rig.done(forged));

        assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Unanswered.class);
    }

    @Test
    void commandToAll_isAnsweredByTheFirst_andTheOthersAreTold() throws Exception {
        CommandAttempt attempt = caller.send(
                new Command("status", new SwarmScope("ALL", "ALL", "ALL"), new RequestId("a1c3"), Data.EMPTY));
        Signal signal = rig.signal(0);
        SignalOutcome first = SignalOutcome.of(
                signal, signal.timestamp(), "x", new SwarmScope("s1", "r", "i1"), "Up", false, Data.EMPTY);
        SignalOutcome second = SignalOutcome.of(
                signal, signal.timestamp(), "x", new SwarmScope("s2", "r", "i2"), "Up", false, Data.EMPTY);

        caller.take(first);
        caller.take(second);
        caller.take(first);

        assertThat(attempt.await(AT_ONCE)).isEqualTo(new CommandReply.Answered(first));
        assertThat(rig.heard()).containsExactly("another i2", "duplicate a1c3");

        CommandAttempt again = caller.retry(attempt.command());
        caller.take(second);
        assertThat(again.await(AT_ONCE)).as("that was the first attempt's").isInstanceOf(CommandReply.Unanswered.class);
        assertThat(rig.heard()).endsWith("another i2").hasSize(3);
    }

    @Test
    void listenerThatFails_changesNothing() throws Exception {
        Caller careless = rig.caller()
                .listener(new CallerListener() {
                    @Override
                    public void sentElsewhere(Command command, CorrelationId attempt) {
                        throw new IllegalStateException("broken listener");
                    }
                })
                .build();
        CommandAttempt attempt = careless.send(Rig.command("a1c3"));

        careless.take(Rig.done(sentElsewhere("a1c3")).replayedFor(attempt.correlationId()));

        assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Answered.class);
    }

    @Test
    @Tag("SG-1")
    void receiver_rejectsWhatIsNoEnvelope_andAcceptsAllElse() throws Exception {
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        Noted broken = new Noted("{}".getBytes(StandardCharsets.UTF_8));
        Noted signal = new Noted(rig.signal(0).toJson());
        Noted outcome = new Noted(Rig.done(rig.signal(0)).toJson());

        caller.receiver().receive(broken);
        caller.receiver().receive(signal);
        assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Unanswered.class);
        caller.receiver().receive(outcome);

        assertThat(broken.settled).containsExactly("reject version: is missing: text");
        assertThat(signal.settled).containsExactly("accept");
        assertThat(outcome.settled).containsExactly("accept");
        assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Answered.class);
    }

    @Test
    void tooManyOpenCommands_areRefused_untilOneIsAnswered() {
        Caller small = rig.caller()
                .limits(new CallerLimits(2, 10, Duration.ofHours(1)))
                .build();
        small.send(Rig.command("a"));
        small.send(Rig.command("b"));

        assertThatThrownBy(() -> small.send(Rig.command("c")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("2 commands await an outcome");
        assertThat(rig.published).hasSize(2);
        small.take(Rig.done(rig.signal(0)));
        small.send(Rig.command("c"));
        assertThat(rig.published).hasSize(3);
        assertThatThrownBy(() -> small.retry(Rig.command("a")))
                .as("one that was answered")
                .hasMessageStartingWith("2 commands await an outcome");
        assertThat(rig.published).hasSize(3);
    }

    @Test
    void commandsThatAreWaitedForNoMore_makeRoomForOthers() {
        Caller small = rig.caller()
                .limits(new CallerLimits(1, 10, Duration.ofHours(1)))
                .build();
        small.send(Rig.command("unanswered"));
        rig.pass(Duration.ofMinutes(2));

        small.send(Rig.command("given-up"));
        small.giveUp(Rig.command("given-up"));
        CommandAttempt third = small.send(Rig.command("third"));

        assertThat(third.reply().toCompletableFuture()).isNotDone();
    }

    @Test
    void answeredCommands_areRemembered_byNumberAndTime() {
        Caller small = rig.caller()
                .limits(new CallerLimits(10, 2, Duration.ofHours(1)))
                .build();
        for (String key : List.of("a", "b", "c")) {
            small.send(Rig.command(key));
            small.take(Rig.done(rig.signal(rig.published.size() - 1)));
        }

        small.send(Rig.command("c"));
        small.send(Rig.command("b"));
        assertThat(rig.published).hasSize(3);
        small.send(Rig.command("a"));
        assertThat(rig.published).as("a was forgotten").hasSize(4);

        rig.clock.advance(Duration.ofMinutes(59));
        small.send(Rig.command("c"));
        assertThat(rig.published).hasSize(4);
        rig.clock.advance(Duration.ofMinutes(1));
        small.send(Rig.command("c"));
        assertThat(rig.published).as("c was forgotten").hasSize(5);
    }

    private Signal sentElsewhere(String key) {
        return Rig.command(key).attempt(CorrelationId.parse("other-tab"), rig.clock.instant(), "orchestrator-2");
    }

    /** A delivery that writes down how it is settled. */
    private static final class Noted implements Delivery {

        private final Message message;
        private final List<String> settled = new ArrayList<>();

        Noted(byte[] body) {
            message = Message.of("event.outcome.a.b.c.d", body);
        }

        @Override
        public Message message() {
            return message;
        }

        @Override
        public boolean isMaybeRedelivered() {
            return false;
        }

        @Override
        public void accept() {
            settled.add("accept");
        }

        @Override
        public void reject(String reason) {
            settled.add("reject " + reason);
        }

        @Override
        public void giveBack() {
            settled.add("give back");
        }
    }
}
