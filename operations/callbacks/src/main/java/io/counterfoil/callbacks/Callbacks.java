package io.counterfoil.callbacks;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptResult;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.Transport;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.retry.RetryPolicy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Delivers callbacks: signed, each under one request ID, and only to targets that the {@link TargetPolicy} permits.
 *
 * <pre>{@code
 * try (Callbacks callbacks = Callbacks.under(TargetPolicy.publicTargets())) {
 *     CallbackDelivery delivery = callbacks.deliver(new Callback(id, target, json, secrets));
 * }
 * }</pre>
 *
 * <p>A delivery is a few attempts in quick succession, by the rules of {@link RetrySettings}, for short outages. After a longer one the
 * caller may deliver the same callback again, minutes or days later. Every attempt carries the callback's ID as {@code Idempotency-Key}
 * and {@code webhook-id}, a correlation ID that extends the current one, and a fresh time and signature.
 *
 * <p>Immutable but for its connections; thread-safe.
 */
public final class Callbacks implements AutoCloseable {

    /** 3 attempts within 45 s, each up to 15 s; pauses up to 1 s and 2 s. Receivers decide how long they remember. */
    public static final RetryPolicy DEFAULT_POLICY = new RetryPolicy(
            3,
            Duration.ofSeconds(45),
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Retention.FOREVER);

    private static final int GONE = 410;
    private static final int LONGEST_RETRY_AFTER_DIGITS = 7;

    private final GuardedTransports transports;
    private final RetrySettings retries;

    private Callbacks(GuardedTransports transports, RetrySettings retries) {
        this.transports = transports;
        this.retries = retries;
    }

    /**
     * {@return callbacks to permitted targets, with the {@link #DEFAULT_POLICY}}
     *
     * @param policy permits the targets
     */
    public static Callbacks under(TargetPolicy policy) {
        return new Callbacks(GuardedTransports.under(policy), RetrySettings.DEFAULT.withPolicy(DEFAULT_POLICY));
    }

    /**
     * {@return callbacks over the same connections, with other retry settings}
     *
     * @param rules number, time limit and pauses of attempts; their clock gives the time of signatures
     */
    public Callbacks withRetrySettings(RetrySettings rules) {
        return new Callbacks(transports, rules);
    }

    /** {@return the retry settings of its deliveries} */
    public RetrySettings retries() {
        return retries;
    }

    /**
     * {@return why a target is not permitted, or empty when it is: see {@link TargetPolicy#check}}
     *
     * @param target to which nothing is sent by this call
     */
    public Optional<String> check(URI target) {
        return transports.policy().check(target);
    }

    /**
     * Sends a callback to its target and waits for the response. Throws nothing for what the network or the target
     * does.
     *
     * @param callback one that may have been sent before
     * @return what is known of the delivery
     * @throws InterruptedException when the thread was interrupted between two attempts; the target may have the callback
     */
    public CallbackDelivery deliver(Callback callback) throws InterruptedException {
        byte[] body = callback.json().getBytes(StandardCharsets.UTF_8);
        // Resumed always: an earlier delivery, or an earlier process, may have sent it.
        RetryableRequest intention = RetryableRequest.post(callback.target())
                .body(body, "application/json")
                .resume(callback.id())
                .build();
        Transport transport = transports.carrying(
                intention,
                () -> CallbackSignature.of(callback.id().value(), now(), body, callback.secrets())
                        .fields());
        try {
            return judged(retries.begin(intention).untilAnswered(transport));
        } catch (RetriesExhaustedException exhausted) {
            return refusal(exhausted.attempts())
                    .or(() -> exhausted.lastAnswer().map(this::judged))
                    .orElseGet(() -> new CallbackDelivery.Failed(reason(exhausted.attempts()), Optional.empty()));
        }
    }

    /** Ends all connections; of those with other {@link #withRetrySettings rules} too. */
    @Override
    public void close() {
        transports.close();
    }

    private Instant now() {
        return retries.clock().instant();
    }

    private CallbackDelivery judged(Answer answer) {
        int status = answer.status();
        if (status >= 200 && status < 300) {
            return new CallbackDelivery.Delivered(status);
        }
        return status == GONE
                ? new CallbackDelivery.Unwanted()
                : new CallbackDelivery.Failed("the target answered with status " + status, retryAfter(answer));
    }

    /** In seconds alone: a date would be by the target's clock. */
    private static Optional<Duration> retryAfter(Answer answer) {
        return answer.header("Retry-After")
                .map(String::strip)
                .filter(text -> text.matches("[0-9]{1," + LONGEST_RETRY_AFTER_DIGITS + "}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    private static Optional<CallbackDelivery> refusal(List<Attempt> attempts) {
        return last(attempts)
                .filter(RefusedTargetException.class::isInstance)
                .map(refused -> new CallbackDelivery.Refused(String.valueOf(refused.getMessage())));
    }

    private static String reason(List<Attempt> attempts) {
        return last(attempts).map(Throwable::toString).orElse("no attempt was made");
    }

    private static Optional<Exception> last(List<Attempt> attempts) {
        if (attempts.isEmpty()) {
            return Optional.empty();
        }
        return attempts.get(attempts.size() - 1).result() instanceof AttemptResult.Failed failed
                ? Optional.of(failed.cause())
                : Optional.empty();
    }
}
