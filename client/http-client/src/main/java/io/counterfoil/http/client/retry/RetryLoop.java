package io.counterfoil.http.client.retry;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.request.KeyField;
import io.counterfoil.idempotency.key.AttemptId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what to do between the attempts of one send, for a transport to execute. It does no I/O and starts no thread.
 *
 * <pre>{@code
 * RetryLoop loop = settings.begin(request);
 * PendingAttempt attempt = loop.next();               // send the request with attempt.headers(), within attempt.timeout()
 * RetryDecision decision = loop.answered(response);   // or loop.failed(ioException)
 * }</pre>
 *
 * <p>After a {@link RetryDecision.Retry} the transport waits, and calls {@link #next} again. A blocking transport calls {@link
 * #untilAnswered} instead.
 *
 * <p><b>Threads.</b> Calls follow one another, from any thread; only {@link #cancelled} may be called at any time and from any
 * thread. One atomic exchange decides which call ends an attempt: an attempt that is cancelled while its response arrives is
 * counted once, and what is reported for it afterwards results in {@link RetryDecision.GiveUp}.
 */
public final class RetryLoop {

    private static final Logger LOG = LoggerFactory.getLogger(RetryLoop.class);

    private final RetrySettings retries;
    private final RetryableRequest request;
    private final AttemptCorrelation lineage;
    private final Budget budget;
    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Running> running = new AtomicReference<>();
    private volatile boolean cancelled;

    RetryLoop(RetrySettings retries, RetryableRequest request) {
        request.refuseFields(retries.headerNames());
        this.retries = retries;
        this.request = request;
        this.budget = Budget.of(retries, request);
        this.lineage = AttemptCorrelation.ofCurrent(request.history().longestId());
    }

    /**
     * Begins an attempt, and calls the listener.
     *
     * @return the attempt to execute now
     * @throws RetriesExhaustedException when the budget is used up, or the send was cancelled
     * @throws IllegalStateException when the previous attempt has not ended
     */
    public PendingAttempt next() throws RetriesExhaustedException {
        if (cancelled) {
            throw givingUp("it was cancelled", Optional.empty());
        }
        Duration left = budget.left();
        if (!Budget.isPositive(left)) {
            throw givingUp(budget + " is used up", Optional.empty());
        }
        int number = request.history().begin();
        AttemptId id = request.history().id(number);
        CorrelationId correlationId = lineage.of(id);
        Running now = new Running(
                number, id, correlationId, retries.timing().nanoTime().getAsLong());
        if (!running.compareAndSet(null, now)) {
            throw new IllegalStateException("the previous attempt has not ended, of " + request);
        }
        if (cancelled) {
            endAsCancelled();
            throw givingUp("it was cancelled", Optional.empty());
        }
        under(correlationId, () -> {
            LOG.debug("Attempt begins: {} [request_id={}] [attempt={}]", request.target(), request.requestId(), id);
            tell(listener -> listener.started(request, number, id, correlationId));
        });
        Duration limit = retries.policy().attemptTimeout();
        return new PendingAttempt(
                number, id, correlationId, left.compareTo(limit) < 0 ? left : limit, fieldsOf(id, correlationId));
    }

    /**
     * Ends the attempt with a response, and decides what follows.
     *
     * @param received the complete response
     * @return whether to return the answer, to wait and go on with {@link #next}, or to give up
     * @throws UnexpectedDuplicateException when the response belongs to another request, and the settings say to throw then
     * @throws IllegalStateException when there is no current attempt
     */
    public RetryDecision answered(ReceivedResponse received) {
        Optional<Running> ended = end();
        if (ended.isEmpty()) {
            return new RetryDecision.GiveUp(givingUp("it was cancelled", Optional.empty()));
        }
        Running done = ended.get();
        boolean replayed = isReplayed(received);
        Attempt attempt = done.over(new AttemptResult.Answered(received.status(), replayed), durationOf(done));
        finish(attempt);
        Optional<UnexpectedDuplicate> unexpected = replayed ? unexplained(attempt, received) : Optional.empty();
        Answer answer = new Answer(received, attempts, replayed, unexpected);
        if (RetryRules.isRetryable(answer)) {
            return afterwards(Optional.of(answer));
        }
        if (unexpected.isPresent() && retries.failOnUnexpectedDuplicates()) {
            throw new UnexpectedDuplicateException(unexpected.get(), answer);
        }
        return new RetryDecision.Done(answer);
    }

    /**
     * Ends the attempt without a complete response, and decides what follows.
     *
     * @param failure the cause; {@link Transport#exchange} says which ones mean that nothing has reached the server
     * @return whether to wait and go on with {@link #next}, or to give up
     * @throws IllegalStateException when there is no current attempt
     */
    public RetryDecision failed(IOException failure) {
        Optional<Running> ended = end();
        if (ended.isEmpty()) {
            return new RetryDecision.GiveUp(givingUp("it was cancelled", Optional.empty()));
        }
        finish(ended.get().over(new AttemptResult.Failed(failure), durationOf(ended.get())));
        return FailureRules.permanent(failure)
                .<RetryDecision>map(why -> new RetryDecision.GiveUp(givingUp(why, Optional.empty())))
                .orElseGet(() -> afterwards(Optional.empty()));
    }

    /**
     * Ends the send: the current attempt, if there is one, counts as {@link AttemptResult.Cancelled}, and there are no further ones.
     * {@link RetryableRequest#effectPossible} says what is known then.
     */
    public void cancelled() {
        cancelled = true;
        endAsCancelled();
    }

    /**
     * Executes attempts over this transport, on this thread, until one is answered.
     *
     * @param transport called once for each attempt
     * @return the answer, whatever its status
     * @throws RetriesExhaustedException when the attempts or the budget are used up, the response body is too large, or the TLS handshake
     *     failed
     * @throws InterruptedException when the thread was interrupted in an attempt or in a pause; the send is cancelled then
     * @throws UnexpectedDuplicateException when the response belongs to another request, and the settings say to throw then
     */
    public Answer untilAnswered(Transport transport) throws RetriesExhaustedException, InterruptedException {
        Correlation.Scope scope = Correlation.open(lineage.base());
        try (scope) {
            while (true) {
                RetryDecision decision = attemptOnce(transport);
                if (decision instanceof RetryDecision.Done done) {
                    return done.answer();
                } else if (decision instanceof RetryDecision.GiveUp gaveUp) {
                    throw gaveUp.why();
                } else if (decision instanceof RetryDecision.Retry again) {
                    pause(again.pause());
                }
            }
        }
    }

    private RetryDecision attemptOnce(Transport transport) throws RetriesExhaustedException, InterruptedException {
        PendingAttempt attempt = next();
        ReceivedResponse received;
        Correlation.Scope scope = Correlation.open(attempt.correlationId());
        try (scope) {
            received = transport.exchange(attempt);
        } catch (IOException failure) {
            return failed(failure);
        } catch (InterruptedException | RuntimeException | Error broken) {
            cancelled();
            throw broken;
        }
        return answered(received);
    }

    private void pause(Duration pause) throws InterruptedException {
        try {
            // Only time ends this pause.
            retries.timing().pause().until(pause, new CountDownLatch(1));
        } catch (InterruptedException interrupted) {
            cancelled();
            throw interrupted;
        }
    }

    private RetryDecision afterwards(Optional<Answer> answer) {
        int made = attempts.size();
        if (made >= retries.policy().maxAttempts()) {
            return new RetryDecision.GiveUp(givingUp("after " + made + " attempts", answer));
        }
        Optional<Duration> asked = answer.flatMap(
                it -> RetryAfter.read(it.headers(), retries.clock().instant()));
        Duration pause = jitteredAfter(made).plus(asked.orElse(Duration.ZERO));
        if (pause.compareTo(budget.left()) >= 0) {
            return new RetryDecision.GiveUp(givingUp(
                    "the next attempt would exceed " + budget
                            + asked.map(it -> ": the server asks for a pause of " + it)
                                    .orElse(""),
                    answer));
        }
        under(
                lineage.base(),
                () -> LOG.debug("Request {} is tried again in {} ms", request.requestId(), pause.toMillis()));
        return new RetryDecision.Retry(pause);
    }

    private Duration jitteredAfter(int made) {
        long longest = retries.policy().longestPauseAfter(made).toNanos();
        return Duration.ofNanos(retries.timing().random().nextLong(longest + 1));
    }

    private List<HeaderField> fieldsOf(AttemptId id, CorrelationId correlationId) {
        HeaderNames names = retries.headerNames();
        List<HeaderField> fields = new ArrayList<>();
        if (request.keyInHeader()) {
            fields.add(new HeaderField(names.idempotencyKey(), KeyField.format(request.requestId())));
        }
        fields.add(new HeaderField(names.attempt(), id.value()));
        fields.add(new HeaderField(names.correlationId(), correlationId.value()));
        return fields;
    }

    private boolean isReplayed(ReceivedResponse received) {
        return received.headers()
                .firstValue(retries.headerNames().replayed())
                .filter(value -> value.strip().equalsIgnoreCase("true"))
                .isPresent();
    }

    /** The current attempt, which no other call can end any more; empty when it was cancelled. */
    private Optional<Running> end() {
        Running ended = running.getAndSet(null);
        if (ended == null && !cancelled) {
            throw new IllegalStateException("there is no current attempt, of " + request);
        }
        return Optional.ofNullable(ended);
    }

    private void endAsCancelled() {
        Running ended = running.getAndSet(null);
        if (ended != null) {
            finish(ended.over(new AttemptResult.Cancelled(), durationOf(ended)));
        }
    }

    private void finish(Attempt attempt) {
        attempts.add(attempt);
        request.history().end(attempt.result());
        under(attempt.correlationId(), () -> {
            LOG.info(
                    "Attempt ended: {} after {} ms [request_id={}] [attempt={}]",
                    attempt.result(),
                    attempt.duration().toMillis(),
                    request.requestId(),
                    attempt.id());
            tell(listener -> listener.finished(request, attempt));
        });
    }

    private Optional<UnexpectedDuplicate> unexplained(Attempt attempt, ReceivedResponse received) {
        Optional<UnexpectedDuplicate> unexpected =
                UnexpectedDuplicate.in(received.headers(), retries.headerNames(), request, attempt);
        unexpected.ifPresent(duplicate -> under(attempt.correlationId(), () -> {
            LOG.warn(
                    "Attempt {} was answered as a duplicate of a request that this client never sent: {}",
                    attempt.id(),
                    duplicate);
            tell(listener -> listener.unexpectedDuplicate(request, duplicate));
        }));
        return unexpected;
    }

    private RetriesExhaustedException givingUp(String why, Optional<Answer> answer) {
        return new RetriesExhaustedException(request.requestId(), why, attempts, answer, request.effectPossible());
    }

    private Duration durationOf(Running attempt) {
        return Duration.ofNanos(retries.timing().nanoTime().getAsLong() - attempt.began());
    }

    private void tell(Consumer<AttemptListener> what) {
        try {
            what.accept(retries.listener());
        } catch (RuntimeException broken) {
            LOG.error("The attempt listener failed; the send continues", broken);
        }
    }

    private static void under(CorrelationId id, Runnable task) {
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            task.run();
        }
    }

    private record Running(int number, AttemptId id, CorrelationId correlationId, long began) {

        Attempt over(AttemptResult result, Duration duration) {
            return new Attempt(number, id, correlationId, result, duration);
        }
    }
}
