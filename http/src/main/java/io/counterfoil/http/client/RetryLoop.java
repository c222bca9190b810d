package io.counterfoil.http.client;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.HeaderField;
import io.counterfoil.http.HeaderNames;
import io.counterfoil.http.KeyField;
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
 * One send of an intention: all that is decided between its tries, for a transport to act on. It does no I/O and starts no thread.
 *
 * <pre>{@code
 * RetryLoop loop = retries.begin(intention);
 * Try attempt = loop.next();                    // send the request with attempt.headers(), within attempt.timeout()
 * RetryDecision verdict = loop.answered(received);    // or loop.failed(ioException)
 * }</pre>
 *
 * <p>After a {@link RetryDecision.TryAgain} the transport waits, and asks for the next try. A transport that blocks leaves all of it to {@link
 * #untilAnswered}.
 *
 * <p><b>Threads.</b> One call comes after the other, from whatever thread; {@link #cancelled} alone may come at any time and from any
 * thread. Who ends a try is decided by one atomic exchange: so a try that was cancelled while its answer came in is counted
 * once, and what is reported of it afterwards is answered by giving up.
 */
public final class RetryLoop {

    private static final Logger LOG = LoggerFactory.getLogger(RetryLoop.class);

    private final RetrySettings retries;
    private final RetryableRequest intention;
    private final Lineage lineage;
    private final Budget budget;
    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Running> running = new AtomicReference<>();
    private volatile boolean cancelled;

    RetryLoop(RetrySettings retries, RetryableRequest intention) {
        intention.refuseFields(retries.headerNames());
        this.retries = retries;
        this.intention = intention;
        this.budget = Budget.of(retries, intention);
        this.lineage = Lineage.ofCurrent(intention.tries().longestId());
    }

    /**
     * Begins a try, and tells the listener.
     *
     * @throws RetriesExhaustedException when the time is up, or the send was cancelled
     * @throws IllegalStateException when the try before is not over
     */
    public Try next() throws RetriesExhaustedException {
        if (cancelled) {
            throw givingUp("it was cancelled", Optional.empty());
        }
        Duration left = budget.left();
        if (!Budget.isPositive(left)) {
            throw givingUp(budget + " is used up", Optional.empty());
        }
        int number = intention.tries().begin();
        AttemptId id = intention.tries().id(number);
        CorrelationId correlationId = lineage.of(id);
        Running now = new Running(
                number, id, correlationId, retries.timing().nanoTime().getAsLong());
        if (!running.compareAndSet(null, now)) {
            throw new IllegalStateException("the try before is not over, of " + intention);
        }
        if (cancelled) {
            endAsCancelled();
            throw givingUp("it was cancelled", Optional.empty());
        }
        under(correlationId, () -> {
            LOG.debug("Attempt begins: {} [request_id={}] [attempt={}]", intention.target(), intention.requestId(), id);
            tell(listener -> listener.started(intention, number, id, correlationId));
        });
        Duration limit = retries.policy().attemptTimeout();
        return new Try(
                number, id, correlationId, left.compareTo(limit) < 0 ? left : limit, fieldsOf(id, correlationId));
    }

    /**
     * The try was answered, and this is to be done.
     *
     * @throws UnexpectedDuplicateException when the answer belongs to somebody else's request, and that is to be thrown
     * @throws IllegalStateException when no try is being made
     */
    public RetryDecision answered(Received received) {
        Optional<Running> ended = end();
        if (ended.isEmpty()) {
            return new RetryDecision.GiveUp(givingUp("it was cancelled", Optional.empty()));
        }
        Running done = ended.get();
        boolean replayed = isReplayed(received);
        Attempt attempt = done.over(new Attempt.Answered(received.status(), replayed), durationOf(done));
        finish(attempt);
        Optional<UnexpectedDuplicate> unexpected = replayed ? unexplained(attempt, received) : Optional.empty();
        Answer answer = new Answer(received, attempts, replayed, unexpected);
        if (RetryRules.isWorthAnotherTry(answer)) {
            return afterwards(Optional.of(answer));
        }
        if (unexpected.isPresent() && retries.failingOnUnexpectedDuplicates()) {
            throw new UnexpectedDuplicateException(unexpected.get(), answer);
        }
        return new RetryDecision.Done(answer);
    }

    /**
     * The try brought no whole answer, and this is to be done.
     *
     * @param failure why not; what counts as never arrived is said at {@link Transport#exchange}
     * @throws IllegalStateException when no try is being made
     */
    public RetryDecision failed(IOException failure) {
        Optional<Running> ended = end();
        if (ended.isEmpty()) {
            return new RetryDecision.GiveUp(givingUp("it was cancelled", Optional.empty()));
        }
        finish(ended.get().over(new Attempt.Failed(failure), durationOf(ended.get())));
        return failure instanceof BodyTooLargeException
                ? new RetryDecision.GiveUp(givingUp("its answer is too large", Optional.empty()))
                : afterwards(Optional.empty());
    }

    /**
     * The caller does not want the answer any more: the try that is being made, if there is one, counts as {@link
     * Attempt.Cancelled}, and no other will be. What is known then says {@link RetryableRequest#effectPossible}.
     */
    public void cancelled() {
        cancelled = true;
        endAsCancelled();
    }

    /**
     * Makes tries over this transport until one is answered, on this thread.
     *
     * @throws RetriesExhaustedException when the tries or the time are used up, or the answer is too large
     * @throws InterruptedException when the thread was interrupted in a try or in a pause; the send is cancelled then
     * @throws UnexpectedDuplicateException when the answer belongs to somebody else's request, and that is to be thrown
     */
    public Answer untilAnswered(Transport transport) throws RetriesExhaustedException, InterruptedException {
        Correlation.Scope scope = Correlation.open(lineage.base());
        try (scope) {
            while (true) {
                RetryDecision verdict = tryOnce(transport);
                if (verdict instanceof RetryDecision.Done done) {
                    return done.answer();
                } else if (verdict instanceof RetryDecision.GiveUp gaveUp) {
                    throw gaveUp.why();
                } else if (verdict instanceof RetryDecision.TryAgain again) {
                    pause(again.pause());
                }
            }
        }
    }

    private RetryDecision tryOnce(Transport transport) throws RetriesExhaustedException, InterruptedException {
        Try attempt = next();
        Received received;
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
            // Nothing but time ends this pause.
            retries.timing().pause().until(pause, new CountDownLatch(1));
        } catch (InterruptedException interrupted) {
            cancelled();
            throw interrupted;
        }
    }

    private RetryDecision afterwards(Optional<Answer> answer) {
        int made = attempts.size();
        if (made >= retries.policy().maxAttempts()) {
            return new RetryDecision.GiveUp(givingUp("tried " + made + " times", answer));
        }
        Optional<Duration> asked = answer.flatMap(
                it -> RetryAfter.read(it.headers(), retries.timing().clock().instant()));
        Duration pause = jitteredAfter(made).plus(asked.orElse(Duration.ZERO));
        if (pause.compareTo(budget.left()) >= 0) {
            return new RetryDecision.GiveUp(givingUp(
                    "the next try would be past " + budget
                            + asked.map(it -> ": the server asks to wait " + it).orElse(""),
                    answer));
        }
        under(
                lineage.base(),
                () -> LOG.debug("Request {} is tried again in {} ms", intention.requestId(), pause.toMillis()));
        return new RetryDecision.TryAgain(pause);
    }

    private Duration jitteredAfter(int made) {
        long longest = retries.policy().longestPauseAfter(made).toNanos();
        return Duration.ofNanos(retries.timing().random().nextLong(longest + 1));
    }

    private List<HeaderField> fieldsOf(AttemptId id, CorrelationId correlationId) {
        HeaderNames names = retries.headerNames();
        List<HeaderField> fields = new ArrayList<>();
        if (intention.keyInHeader()) {
            fields.add(new HeaderField(names.idempotencyKey(), KeyField.format(intention.requestId())));
        }
        fields.add(new HeaderField(names.attempt(), id.value()));
        fields.add(new HeaderField(names.correlationId(), correlationId.value()));
        return fields;
    }

    private boolean isReplayed(Received received) {
        return received.headers()
                .firstValue(retries.headerNames().replayed())
                .filter(value -> value.strip().equalsIgnoreCase("true"))
                .isPresent();
    }

    /** The try that is being made, taken away from everybody else; empty when it was cancelled. */
    private Optional<Running> end() {
        Running ended = running.getAndSet(null);
        if (ended == null && !cancelled) {
            throw new IllegalStateException("no try is being made, of " + intention);
        }
        return Optional.ofNullable(ended);
    }

    private void endAsCancelled() {
        Running ended = running.getAndSet(null);
        if (ended != null) {
            finish(ended.over(new Attempt.Cancelled(), durationOf(ended)));
        }
    }

    private void finish(Attempt attempt) {
        attempts.add(attempt);
        intention.tries().end(attempt.result());
        under(attempt.correlationId(), () -> {
            LOG.info(
                    "Attempt ended: {} after {} ms [request_id={}] [attempt={}]",
                    attempt.result(),
                    attempt.duration().toMillis(),
                    intention.requestId(),
                    attempt.id());
            tell(listener -> listener.finished(intention, attempt));
        });
    }

    private Optional<UnexpectedDuplicate> unexplained(Attempt attempt, Received received) {
        Optional<UnexpectedDuplicate> unexpected =
                UnexpectedDuplicate.in(received.headers(), retries.headerNames(), intention, attempt);
        unexpected.ifPresent(duplicate -> under(attempt.correlationId(), () -> {
            LOG.warn(
                    "Attempt {} was taken for a duplicate of a request that this intention never sent: {}",
                    attempt.id(),
                    duplicate);
            tell(listener -> listener.unexpectedDuplicate(intention, duplicate));
        }));
        return unexpected;
    }

    private RetriesExhaustedException givingUp(String why, Optional<Answer> answer) {
        return new RetriesExhaustedException(intention.requestId(), why, attempts, answer, intention.effectPossible());
    }

    private Duration durationOf(Running attempt) {
        return Duration.ofNanos(retries.timing().nanoTime().getAsLong() - attempt.began());
    }

    private void tell(Consumer<AttemptListener> what) {
        try {
            what.accept(retries.listener());
        } catch (RuntimeException broken) {
            LOG.error("The attempt listener failed; the request goes on", broken);
        }
    }

    private static void under(CorrelationId id, Runnable task) {
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            task.run();
        }
    }

    private record Running(int number, AttemptId id, CorrelationId correlationId, long began) {

        Attempt over(Attempt.Result result, Duration duration) {
            return new Attempt(number, id, correlationId, result, duration);
        }
    }
}
