package io.counterfoil.signals.caller;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes attempts, and makes the next where one has failed, as the policy says. Thread-safe. */
final class Sender {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    private final Publisher publisher;
    private final RetryPolicy policy;
    private final RandomGenerator random;
    private final ScheduledExecutorService timer;
    private final boolean ownTimer;
    private final Consumer<PendingCommand> unanswered;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param unanswered called for a command whose round ended without an answer, before its futures complete */
    Sender(Caller.Builder builder, Consumer<PendingCommand> unanswered) {
        this.publisher = builder.publisher;
        this.policy = builder.policy;
        this.random = builder.random;
        this.timer = builder.timer.orElseGet(Caller.Builder::ownTimer);
        this.ownTimer = builder.timer.isEmpty();
        this.unanswered = unanswered;
    }

    void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("the caller is closed");
        }
    }

    CommandAttempt publish(CommandAttempt attempt) {
        PendingCommand pending = attempt.pending();
        RetryRound round = attempt.round();
        if (attempt.state().isFirstInRound()) {
            after(policy.budget(), pending, round, () -> end(pending, round, "no outcome within " + policy.budget()));
        }
        after(
                policy.attemptTimeout(),
                pending,
                round,
                () -> failed(attempt, "no outcome within " + policy.attemptTimeout()));
        Caller.within(attempt.correlationId(), pending.command().idempotencyKey(), () -> {
            LOG.debug("Sending {}", pending.command());
            Message message = attempt.state().signal().toMessage().mandatory();
            var ignored = handOver(message).whenComplete((confirmed, failure) -> {
                if (failure == null) {
                    pending.confirmed(attempt.state());
                    round.confirmed.complete(null);
                } else {
                    notConfirmed(attempt, message, failure);
                }
            });
        });
        return attempt;
    }

    private CompletionStage<Void> handOver(Message message) {
        try {
            return publisher.publish(message);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private void notConfirmed(CommandAttempt attempt, Message message, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        PublishException known =
                cause instanceof PublishException it ? it : PublishException.unconfirmed(message, cause);
        attempt.pending().unconfirmed(attempt.round(), known);
        failed(attempt, String.valueOf(known.getMessage()));
    }

    private void failed(CommandAttempt attempt, String why) {
        PendingCommand pending = attempt.pending();
        RetryRound round = attempt.round();
        if (!pending.failed(round, attempt.state(), why)) {
            return;
        }
        int begun = pending.begunIn(round);
        Caller.within(attempt.correlationId(), pending.command().idempotencyKey(), () -> {
            if (begun >= policy.maxAttempts()) {
                end(pending, round, "the " + begun + " attempts are exhausted; the last one: " + why);
            } else {
                LOG.debug("An attempt of {} failed; another attempt follows: {}", pending.command(), why);
                after(
                        pauseAfter(begun),
                        pending,
                        round,
                        () -> pending.prepareIn(round).ifPresent(this::publish));
            }
        });
    }

    /** Ends the pending round. */
    void end(PendingCommand pending, String why) {
        end(pending, pending.latest().round(), why);
    }

    private void end(PendingCommand pending, RetryRound round, String why) {
        pending.end(round, why).ifPresent(reply -> {
            CommandAttempt latest = pending.latest();
            Caller.within(latest.correlationId(), pending.command().idempotencyKey(), () -> {
                LOG.warn("{} was not answered: {}", pending.command(), why);
                unanswered.accept(pending);
                round.confirmed.completeExceptionally(pending.unconfirmed(round)
                        .orElseGet(() -> PublishException.unconfirmed(
                                latest.state().signal().toMessage(), why)));
                round.reply.complete(reply);
            });
        });
    }

    /** Fails the pending futures: nothing was sent. */
    void fail(PendingCommand pending, RuntimeException why) {
        RetryRound round = pending.latest().round();
        pending.end(round, why.toString());
        round.confirmed.completeExceptionally(why);
        round.reply.completeExceptionally(why);
    }

    static void complete(RetryRound round, CommandReply reply) {
        round.confirmed.complete(null);
        round.reply.complete(reply);
    }

    private void after(Duration pause, PendingCommand pending, RetryRound round, Runnable task) {
        try {
            pending.waitsFor(round, timer.schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException closing) {
            end(pending, round, "the caller's timer has stopped");
        }
    }

    /** Between zero and the longest ("full jitter"), so that callers that failed together do not retry together. */
    private Duration pauseAfter(int attempts) {
        long longest = policy.baseBackoff().toNanos();
        long most = policy.maxBackoff().toNanos();
        for (int doubled = 1; doubled < attempts && longest < most; doubled++) {
            longest = Math.min(most, 2 * longest);
        }
        return Duration.ofNanos(random.nextLong(Math.min(longest, most) + 1));
    }

    void close(List<PendingCommand> open) {
        if (closed.compareAndSet(false, true)) {
            open.forEach(pending -> end(pending, "the caller was closed"));
            if (ownTimer) {
                timer.shutdownNow();
            }
        }
    }
}
