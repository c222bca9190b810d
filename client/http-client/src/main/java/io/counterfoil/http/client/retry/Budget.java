package io.counterfoil.http.client.retry;

import io.counterfoil.retry.RetentionExpiredException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time that one send has: the policy's budget, and at most what is left of the server's retention since the request was
 * first sent.
 */
final class Budget {

    private final RetrySettings retries;
    private final long start;
    private final Instant openedAt;

    private Budget(RetrySettings retries, Instant openedAt) {
        this.retries = retries;
        this.start = retries.timing().nanoTime().getAsLong();
        this.openedAt = openedAt;
    }

    /** @throws RetentionExpiredException when no time is left */
    static Budget of(RetrySettings retries, RetryableRequest request) {
        Instant now = retries.clock().instant();
        Budget budget = new Budget(retries, request.openedBy(now));
        budget.leftOfTheRetention().filter(left -> !isPositive(left)).ifPresent(over -> {
            throw new RetentionExpiredException(request.requestId(), budget.openedAt, budget.retention());
        });
        return budget;
    }

    Duration left() {
        Duration ofTheBudget = leftOfTheBudget();
        return leftOfTheRetention().filter(it -> it.compareTo(ofTheBudget) < 0).orElse(ofTheBudget);
    }

    /** The limit that applies at the moment, for messages. */
    @Override
    public String toString() {
        Duration ofTheBudget = leftOfTheBudget();
        return leftOfTheRetention().filter(it -> it.compareTo(ofTheBudget) < 0).isPresent()
                ? "the server's retention of " + retention() + " since " + openedAt
                : "the budget of " + retries.policy().budget();
    }

    private Duration leftOfTheBudget() {
        return retries.policy().budget().minusNanos(retries.timing().nanoTime().getAsLong() - start);
    }

    private Optional<Duration> leftOfTheRetention() {
        return retries.policy().retention().duration().map(kept -> {
            Duration age = Duration.between(openedAt, retries.clock().instant());
            // After the clock was set back, the age is negative.
            return age.isNegative() ? kept : kept.minus(age);
        });
    }

    private Duration retention() {
        return retries.policy().retention().duration().orElseThrow();
    }

    static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }
}
