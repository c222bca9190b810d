package io.counterfoil.signals.caller;

import io.counterfoil.http.client.RetryPolicy;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.messaging.Publisher;
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
    private final Consumer<Conversation> unanswered;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param unanswered is told of a conversation whose round ended without an answer, before those who wait for it */
    Sender(CallerBuilder builder, Consumer<Conversation> unanswered) {
        this.publisher = builder.publisher;
        this.policy = builder.policy;
        this.random = builder.random;
        this.timer = builder.timer.orElseGet(CallerBuilder::ownTimer);
        this.ownTimer = builder.timer.isEmpty();
        this.unanswered = unanswered;
    }

    void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("the caller is closed");
        }
    }

    Attempt publish(Attempt attempt) {
        Conversation conversation = attempt.conversation();
        Round round = attempt.round();
        if (attempt.sending().isFirstInRound()) {
            after(
                    policy.budget(),
                    conversation,
                    round,
                    () -> end(conversation, round, "no outcome within " + policy.budget()));
        }
        after(
                policy.attemptTimeout(),
                conversation,
                round,
                () -> failed(attempt, "no outcome within " + policy.attemptTimeout()));
        Caller.within(attempt.correlationId(), conversation.command().idempotencyKey(), () -> {
            LOG.debug("Sending {}", conversation.command());
            Message message = attempt.sending().signal().toMessage().mandatory();
            var ignored = handOver(message).whenComplete((confirmed, failure) -> {
                if (failure == null) {
                    conversation.confirmed(attempt.sending());
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

    private void notConfirmed(Attempt attempt, Message message, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        PublishException known =
                cause instanceof PublishException it ? it : PublishException.unconfirmed(message, cause);
        attempt.conversation().unconfirmed(attempt.round(), known);
        failed(attempt, String.valueOf(known.getMessage()));
    }

    private void failed(Attempt attempt, String why) {
        Conversation conversation = attempt.conversation();
        Round round = attempt.round();
        if (!conversation.failed(round, attempt.sending(), why)) {
            return;
        }
        int begun = conversation.begunIn(round);
        Caller.within(attempt.correlationId(), conversation.command().idempotencyKey(), () -> {
            if (begun >= policy.maxAttempts()) {
                end(conversation, round, "the " + begun + " tries are used up, the last one: " + why);
            } else {
                LOG.debug("An attempt at {} failed, and is followed by another: {}", conversation.command(), why);
                after(
                        pauseAfter(begun),
                        conversation,
                        round,
                        () -> conversation.prepareIn(round).ifPresent(this::publish));
            }
        });
    }

    /** Ends what is under way. */
    void end(Conversation conversation, String why) {
        end(conversation, conversation.latest().round(), why);
    }

    private void end(Conversation conversation, Round round, String why) {
        conversation.end(round, why).ifPresent(reply -> {
            Attempt latest = conversation.latest();
            Caller.within(latest.correlationId(), conversation.command().idempotencyKey(), () -> {
                LOG.warn("{} was not answered: {}", conversation.command(), why);
                unanswered.accept(conversation);
                round.confirmed.completeExceptionally(conversation
                        .unconfirmed(round)
                        .orElseGet(() -> PublishException.unconfirmed(
                                latest.sending().signal().toMessage(), why)));
                round.reply.complete(reply);
            });
        });
    }

    /** Nothing was sent, because of this. */
    void fail(Conversation conversation, RuntimeException why) {
        Round round = conversation.latest().round();
        conversation.end(round, why.toString());
        round.confirmed.completeExceptionally(why);
        round.reply.completeExceptionally(why);
    }

    static void complete(Round round, Reply reply) {
        round.confirmed.complete(null);
        round.reply.complete(reply);
    }

    private void after(Duration pause, Conversation conversation, Round round, Runnable task) {
        try {
            conversation.waitsFor(round, timer.schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException closing) {
            end(conversation, round, "the caller's timer has stopped");
        }
    }

    /** Between nothing and the longest ("full jitter"): callers that failed together do not come back together. */
    private Duration pauseAfter(int attempts) {
        long longest = policy.baseBackoff().toNanos();
        long most = policy.maxBackoff().toNanos();
        for (int doubled = 1; doubled < attempts && longest < most; doubled++) {
            longest = Math.min(most, 2 * longest);
        }
        return Duration.ofNanos(random.nextLong(Math.min(longest, most) + 1));
    }

    void close(List<Conversation> open) {
        if (closed.compareAndSet(false, true)) {
            open.forEach(conversation -> end(conversation, "the caller was closed"));
            if (ownTimer) {
                timer.shutdownNow();
            }
        }
    }
}
