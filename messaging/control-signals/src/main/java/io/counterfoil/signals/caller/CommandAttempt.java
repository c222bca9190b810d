package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One attempt at a command, and those that the caller makes automatically after it. Thread-safe. */
public final class CommandAttempt {

    private final PendingCommand pending;
    private final RetryRound round;
    private final AttemptState state;

    CommandAttempt(PendingCommand pending, RetryRound round, AttemptState state) {
        this.pending = pending;
        this.round = round;
        this.state = state;
    }

    /** {@return the command that it is an attempt at} */
    public Command command() {
        return pending.command();
    }

    /** {@return the correlation ID of this attempt} Attempts that the caller makes after it have other ones, see {@link #attempts}. */
    public CorrelationId correlationId() {
        return state.correlationId();
    }

    /** {@return the history of all attempts of this command, in order; at most the last {@value PendingCommand#MAX_KEPT}} */
    public List<SentAttempt> attempts() {
        return pending.attempts();
    }

    /**
     * Completes when the broker has confirmed this attempt or a later one, or there is an outcome. Fails with a {@link
     * io.counterfoil.messaging.PublishException} when the attempts are used up before; the command may still have arrived.
     *
     * @return a stage that cannot be completed by its users
     */
    public CompletionStage<Void> confirmed() {
        return round.confirmed.minimalCompletionStage();
    }

    /**
     * Completes when there is an outcome, or the caller has stopped trying. Dependents run on the thread that has received the outcome,
     * or on the caller's timer: they must not block.
     *
     * @return a stage that cannot be completed by its users; it fails only when the journal could not keep the command, which was not sent then
     */
    public CompletionStage<CommandReply> reply() {
        return round.reply.minimalCompletionStage();
    }

    /**
     * Waits for the reply.
     *
     * @param atMost for how long; attempts continue afterwards
     * @return the reply; {@link CommandReply.Unanswered} with what is known so far when there is none in time
     * @throws InterruptedException when the thread is interrupted; attempts continue
     */
    public CommandReply await(Duration atMost) throws InterruptedException {
        try {
            return round.reply.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException early) {
            return new CommandReply.Unanswered(
                    command(), attempts(), "no outcome within " + atMost + " yet; attempts continue");
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
