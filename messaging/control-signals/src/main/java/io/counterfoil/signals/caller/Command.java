package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.signals.caller.Command.Reply.Unanswered;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Envelope.Kind;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * One user action, over all attempts at it. An immutable value.
 *
 * @param type which command, such as {@code swarm-start}
 * @param scope which members are to execute it
 * @param idempotencyKey of the user action; made once, and the same over all retries. Starting and stopping under one key are two
 *     commands
 * @param data the command's parameters
 */
public record Command(String type, SwarmScope scope, RequestId idempotencyKey, Data data) {

    /** @throws io.counterfoil.signals.envelope.Envelope.InvalidEnvelopeException when the type breaks the rules of the envelope */
    public Command {
        Envelope.Topic.of(Kind.SIGNAL, type, scope);
    }

    static Command of(Signal signal) {
        return new Command(signal.type(), signal.scope(), signal.idempotencyKey(), signal.data());
    }

    Signal attempt(CorrelationId correlationId, Instant now, String origin) {
        return new Signal(now, type, origin, scope, correlationId, idempotencyKey, data);
    }

    /** Without the data, which may hold what is not for logs. */
    @Override
    public String toString() {
        return "Command[" + Envelope.Topic.of(Kind.SIGNAL, type, scope) + ", idempotencyKey=" + idempotencyKey + "]";
    }

    /**
     * A command under the swarm, type and idempotency key of another one that differs in something else. Nothing was sent. The message
     * names the key and what differs, not the values.
     */
    public static final class CommandConflictException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        private final String field;

        CommandConflictException(Command command, String field) {
            super("the idempotency key " + command.idempotencyKey() + " was used for another " + command.type()
                    + " of swarm " + command.scope().swarmId() + ", with another " + field
                    + ": another intention needs another key");
            this.field = field;
        }

        /** What differs: {@code scope} or {@code data}. */
        public String field() {
            return field;
        }

        static void requireSame(Command known, Command command) {
            if (!known.scope().equals(command.scope())) {
                throw new CommandConflictException(command, "scope");
            }
            if (!known.data().equals(command.data())) {
                throw new CommandConflictException(command, "data");
            }
        }
    }

    /** One attempt at a command, and those that the caller makes automatically after it. Thread-safe. */
    public static final class CommandAttempt {

        private final PendingCommand pending;
        private final RetryRound round;
        private final AttemptState state;

        CommandAttempt(PendingCommand pending, RetryRound round, AttemptState state) {
            this.pending = pending;
            this.round = round;
            this.state = state;
        }

        /** The command. */
        public Command command() {
            return pending.command();
        }

        /** The correlation ID of this attempt. Those that the caller makes after it have other ones, see {@link #attempts}. */
        public CorrelationId correlationId() {
            return state.correlationId();
        }

        /** The history of all attempts of this command, in order; at most the last {@value PendingCommand#MAX_KEPT}. */
        public List<Caller.SentAttempt> attempts() {
            return pending.attempts();
        }

        /**
         * Completes when the broker has confirmed this attempt or a later one, or there is an outcome. Fails with a {@link
         * io.counterfoil.messaging.PublishException} when the attempts are used up before; the command may still have arrived.
         */
        public CompletionStage<Void> confirmed() {
            return round.confirmed.minimalCompletionStage();
        }

        /**
         * Completes when there is an outcome, or the caller has stopped trying. Dependents run on the thread that has received the outcome,
         * or on the caller's timer: they must not block.
         */
        public CompletionStage<Reply> reply() {
            return round.reply.minimalCompletionStage();
        }

        /**
         * Waits for the reply.
         *
         * @param atMost for how long; attempts continue afterwards
         * @return the reply; {@link Unanswered} with what is known so far when there is none in time
         * @throws InterruptedException when the thread is interrupted; attempts continue
         */
        public Reply await(Duration atMost) throws InterruptedException {
            try {
                return round.reply.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException early) {
                return new Unanswered(command(), attempts(), "no outcome within " + atMost + " yet; attempts continue");
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
            }
        }

        PendingCommand pending() {
            return pending;
        }

        RetryRound round() {
            return round;
        }

        AttemptState state() {
            return state;
        }
    }

    /** The reply to a command. */
    public sealed interface Reply {

        /** One of the two. */
        <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered);

        /**
         * The receiver has answered.
         *
         * @param outcome the outcome, under the correlation ID of the attempt that it answers, which may be an earlier one than the awaited one
         */
        record Answered(SignalOutcome outcome) implements Reply {

            /** Whether the outcome is final: the command was executed, or failed and is not retryable. */
            public boolean isFinal() {
                return outcome.error().isEmpty() || !outcome.isRetryable();
            }

            @Override
            public <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered) {
                return answered.apply(this);
            }
        }

        /**
         * The outcome is unknown: the command may have been executed, and may still be.
         *
         * @param command the command
         * @param attempts the history of the attempts, in order
         * @param why the reason why the wait ended
         */
        record Unanswered(Command command, List<Caller.SentAttempt> attempts, String why) implements Reply {

            /** The list is copied. */
            public Unanswered {
                attempts = List.copyOf(attempts);
            }

            @Override
            public <R> R match(Function<? super Answered, R> answered, Function<? super Unanswered, R> unanswered) {
                return unanswered.apply(this);
            }
        }
    }
}
