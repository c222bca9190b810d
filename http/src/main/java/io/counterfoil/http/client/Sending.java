package io.counterfoil.http.client;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.HeaderNames;
import io.counterfoil.http.KeyField;
import io.counterfoil.idempotency.key.AttemptId;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One send of an intention: the loop over its tries. Used by one thread.
 *
 * <p>A try's time-out is kept here and not by {@link HttpRequest#timeout}, which on older JDKs is over when the response's header
 * has come, so that a body that stops half-way hangs for ever. Cancelling the HTTP client's future ends its connection.
 */
final class Sending {

    private static final Logger LOG = LoggerFactory.getLogger(RetryingClient.class);

    private final Settings settings;
    private final RetryPolicy policy;
    private final Intention intention;
    private final Lineage lineage = Lineage.ofCurrent();
    private final long start;
    private final List<Attempt> attempts = new ArrayList<>();

    Sending(Settings settings, Intention intention) {
        this.settings = settings;
        this.policy = settings.policy();
        this.intention = intention;
        this.start = settings.nanoTime().getAsLong();
    }

    Answer untilAnswered() throws RetriesExhaustedException, InterruptedException {
        Correlation.Scope scope = Correlation.open(lineage.base());
        try (scope) {
            while (true) {
                Optional<Answer> answer = tryOnce();
                if (answer.isPresent() && !RetryRules.isWorthAnotherTry(answer.get())) {
                    return answer.get();
                }
                pauseBeforeTheNext(answer);
            }
        }
    }

    private Optional<Answer> tryOnce() throws InterruptedException {
        int number = intention.tries().begin();
        AttemptId id = intention.tries().id(number);
        CorrelationId correlationId = lineage.of(id);
        Correlation.Scope scope = Correlation.open(correlationId);
        try (scope) {
            LOG.debug(
                    "Attempt {} of request {}: {} {}{}",
                    id,
                    intention.requestId(),
                    intention.method(),
                    intention.uri().getHost(),
                    intention.uri().getRawPath());
            tell(listener -> listener.started(intention, number, id, correlationId));
            long began = settings.nanoTime().getAsLong();
            try {
                HttpResponse<byte[]> response = exchange(requestOf(id, correlationId));
                boolean replayed = isReplayed(response);
                Attempt attempt = new Attempt(
                        number, id, correlationId, new Attempt.Answered(response.statusCode(), replayed), since(began));
                finish(attempt);
                Optional<UnexpectedDuplicate> unexpected = replayed ? unexplained(attempt, response) : Optional.empty();
                return Optional.of(new Answer(response, attempts, replayed, unexpected));
            } catch (IOException failure) {
                finish(new Attempt(number, id, correlationId, new Attempt.Failed(failure), since(began)));
                return Optional.empty();
            } catch (InterruptedException interrupted) {
                finish(new Attempt(number, id, correlationId, new Attempt.Interrupted(), since(began)));
                throw interrupted;
            }
        }
    }

    private HttpResponse<byte[]> exchange(HttpRequest request) throws IOException, InterruptedException {
        Duration left = left();
        Duration limit = left.compareTo(policy.attemptTimeout()) < 0 ? left : policy.attemptTimeout();
        CompletableFuture<HttpResponse<byte[]>> future =
                settings.http().sendAsync(request, header -> new BoundedBody(settings.bodyLimit()));
        try {
            return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            future.cancel(true);
            HttpTimeoutException timeout = new HttpTimeoutException("no whole answer within " + limit);
            timeout.initCause(late);
            throw timeout;
        } catch (InterruptedException interrupted) {
            future.cancel(true);
            throw interrupted;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("the HTTP client failed at " + intention, failed.getCause());
        }
    }

    private HttpRequest requestOf(AttemptId id, CorrelationId correlationId) {
        HeaderNames names = settings.names();
        HttpRequest.Builder request = HttpRequest.newBuilder(intention.request(), (name, value) -> true)
                .header(names.attempt(), id.value())
                .header(names.correlationId(), correlationId.value());
        if (intention.keyInHeader()) {
            request.header(names.idempotencyKey(), KeyField.format(intention.requestId()));
        }
        return request.build();
    }

    private boolean isReplayed(HttpResponse<?> response) {
        return response.headers()
                .firstValue(settings.names().replayed())
                .filter(value -> value.strip().equalsIgnoreCase("true"))
                .isPresent();
    }

    private void finish(Attempt attempt) {
        attempts.add(attempt);
        intention.tries().end(attempt.result());
        LOG.info(
                "Attempt {} of request {}: {} after {} ms",
                attempt.id(),
                intention.requestId(),
                attempt.result(),
                attempt.duration().toMillis());
        tell(listener -> listener.finished(intention, attempt));
    }

    private Optional<UnexpectedDuplicate> unexplained(Attempt attempt, HttpResponse<?> response) {
        HeaderNames names = settings.names();
        Optional<String> firstAttempt =
                response.headers().firstValue(names.firstAttempt()).map(String::strip);
        if (intention.tries().explain(firstAttempt)) {
            return Optional.empty();
        }
        UnexpectedDuplicate duplicate = new UnexpectedDuplicate(
                intention.requestId(),
                attempt.id(),
                firstAttempt.map(Sending::shortened),
                response.headers().firstValue(names.firstReceived()).map(Sending::shortened));
        LOG.warn(
                "Attempt {} was taken for a duplicate of a request that this intention never sent: {}",
                attempt.id(),
                duplicate);
        tell(listener -> listener.unexpectedDuplicate(intention, duplicate));
        return Optional.of(duplicate);
    }

    private static String shortened(String fromTheServer) {
        String text = fromTheServer.strip();
        return text.substring(0, Math.min(text.length(), AttemptId.MAX_LENGTH));
    }

    private void pauseBeforeTheNext(Optional<Answer> answer) throws RetriesExhaustedException, InterruptedException {
        if (attempts.get(attempts.size() - 1).result() instanceof Attempt.Failed failed
                && failed.cause() instanceof BoundedBody.BodyTooLargeException) {
            throw givingUp("its answer is too large", answer);
        }
        if (attempts.size() >= policy.maxAttempts()) {
            throw givingUp("tried " + attempts.size() + " times", answer);
        }
        Optional<Duration> asked = answer.flatMap(
                it -> RetryAfter.read(it.headers(), settings.clock().instant()));
        Duration pause = jittered().plus(asked.orElse(Duration.ZERO));
        if (pause.compareTo(left()) >= 0) {
            throw givingUp(
                    "the next try would be past the budget of " + policy.budget()
                            + asked.map(it -> ": the server asks to wait " + it).orElse(""),
                    answer);
        }
        LOG.debug("Request {} is tried again in {} ms", intention.requestId(), pause.toMillis());
        // Nothing but time ends this pause.
        settings.pause().until(pause, new CountDownLatch(1));
        if (left().isNegative() || left().isZero()) {
            throw givingUp("the budget of " + policy.budget() + " is used up", answer);
        }
    }

    private Duration jittered() {
        long longest = policy.longestPauseAfter(attempts.size()).toNanos();
        return Duration.ofNanos(settings.random().nextLong(longest + 1));
    }

    private RetriesExhaustedException givingUp(String why, Optional<Answer> answer) {
        return new RetriesExhaustedException(
                intention.requestId(), why, attempts, answer, intention.tries().effectPossible());
    }

    private Duration left() {
        return policy.budget().minus(since(start));
    }

    private Duration since(long nanos) {
        return Duration.ofNanos(settings.nanoTime().getAsLong() - nanos);
    }

    private void tell(Consumer<AttemptListener> what) {
        try {
            what.accept(settings.listener());
        } catch (RuntimeException broken) {
            LOG.error("The attempt listener failed; the request goes on", broken);
        }
    }
}
