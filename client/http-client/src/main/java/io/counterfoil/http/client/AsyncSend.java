package io.counterfoil.http.client;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.PendingAttempt;
import io.counterfoil.http.client.retry.RetryDecision;
import io.counterfoil.http.client.retry.RetryLoop;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicateException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous send of a request: an attempt ends on the executor, a pause on the timer, and no thread waits.
 *
 * <p>Completing the promise, by the caller too, ends the send and cancels the current future, which is the HTTP client's or the
 * timer's. A new current future is stored first, and the promise is checked afterwards, so that a cancellation in between is
 * not lost.
 */
final class AsyncSend {

    private final RetryableRequest request;
    private final ClientJournal journal;
    private final RetryLoop loop;
    private final JdkTransport transport;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Answer> promise = new CompletableFuture<>();
    private final AtomicReference<@Nullable Future<?>> current = new AtomicReference<>();

    /** Whether the journal has the request as being sent. */
    private final AtomicBoolean inJournal = new AtomicBoolean();

    AsyncSend(
            RetryableRequest request, ClientJournal journal, RetryLoop loop, JdkTransport transport, Workers workers) {
        this.request = request;
        this.journal = journal;
        this.loop = loop;
        this.transport = transport;
        this.executor = workers.executor();
        this.timer = workers.timer();
    }

    /** Starts the send; called once. */
    CompletableFuture<Answer> begin() {
        CompletableFuture<?> unused = promise.whenComplete((answer, failure) -> {
            loop.cancelled();
            stop(current.get());
            if (failure instanceof UnexpectedDuplicateException) {
                journal.settle(request);
            } else if (failure != null) {
                release();
            }
        });
        orFail(() -> executor.execute(() -> orFail(this::open)));
        return promise;
    }

    private void open() throws IOException {
        if (promise.isDone()) {
            return;
        }
        journal.open(request);
        inJournal.set(true);
        if (promise.isDone()) {
            release();
        }
        attemptOnce();
    }

    /** Once: afterwards the request may be another sender's. */
    private void release() {
        if (!inJournal.getAndSet(false)) {
            return;
        }
        try {
            executor.execute(() -> journal.release(request));
        } catch (RejectedExecutionException ended) {
            journal.release(request);
        }
    }

    private void attemptOnce() throws IOException {
        if (promise.isDone()) {
            return;
        }
        PendingAttempt attempt = loop.next();
        CompletableFuture<HttpResponse<byte[]>> exchange = begin(attempt);
        current(exchange);
        AtomicBoolean late = new AtomicBoolean();
        Future<?> alarm = timer.schedule(
                () -> {
                    late.set(true);
                    exchange.cancel(true);
                },
                attempt.timeout().toNanos(),
                TimeUnit.NANOSECONDS);
        CompletableFuture<?> unused = exchange.handleAsync(
                        (response, failure) -> {
                            alarm.cancel(false);
                            orFail(() -> act(verdictOn(attempt, response, failure, late.get())));
                            return true;
                        },
                        executor)
                .exceptionally(promise::completeExceptionally);
    }

    /** Under the attempt's correlation ID, as a blocking attempt is: the HTTP client below may be instrumented. */
    private CompletableFuture<HttpResponse<byte[]>> begin(PendingAttempt attempt) {
        Correlation.Scope scope = Correlation.open(attempt.correlationId());
        try (scope) {
            return transport.begin(attempt);
        }
    }

    private RetryDecision verdictOn(
            PendingAttempt attempt,
            @Nullable HttpResponse<byte[]> response,
            @Nullable Throwable failure,
            boolean late) {
        if (response != null) {
            return loop.answered(JdkTransport.received(response));
        }
        if (late) {
            return loop.failed(JdkTransport.timedOut(attempt.timeout()));
        }
        Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
        return loop.failed(JdkTransport.failureOf(cause));
    }

    private void act(RetryDecision verdict) {
        if (verdict instanceof RetryDecision.Done done) {
            answered(done.answer());
        } else if (verdict instanceof RetryDecision.GiveUp gaveUp) {
            promise.completeExceptionally(gaveUp.why());
        } else if (verdict instanceof RetryDecision.Retry again) {
            current(timer.schedule(
                    () -> orFail(() -> executor.execute(() -> orFail(this::attemptOnce))),
                    again.pause().toNanos(),
                    TimeUnit.NANOSECONDS));
        }
    }

    /** Actions that depend on the promise have run when the journal removes the request. */
    private void answered(Answer answer) {
        if (promise.complete(answer)) {
            journal.settle(request);
        }
    }

    private void current(Future<?> next) {
        current.set(next);
        if (promise.isDone()) {
            stop(next);
        }
    }

    private static void stop(@Nullable Future<?> future) {
        if (future != null) {
            future.cancel(true);
        }
    }

    private void orFail(Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException | Error broken) {
            promise.completeExceptionally(broken);
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
