package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.ResultLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** Builds an {@link Inbox}. For one thread. */
public final class InboxBuilder {

    /** The largest number of attempts that can be set. */
    public static final int MAX_ATTEMPTS = 1_000;

    final Idempotency engine;
    Optional<AttemptLog> attempts = Optional.empty();
    Optional<ScheduledExecutorService> timer = Optional.empty();
    int maxAttempts = 5;
    Duration holdLimit = Duration.ofMinutes(10);

    InboxBuilder(Idempotency engine) {
        if (!engine.isTransactional()) {
            throw new IllegalArgumentException(
                    "an inbox needs an engine in transactional mode: under a lease, effect and note could come apart");
        }
        this.engine = engine.with(engine.policy().withWaitLimit(Duration.ZERO).withResultLimits(ResultLimits.DEFAULT));
    }

    /**
     * Counts attempts in this log. Without it a process counts only those that it has seen itself, and a message that kills each process
     * which attempts it is redelivered forever.
     */
    public InboxBuilder attempts(AttemptLog attempts) {
        this.attempts = Optional.of(attempts);
        return this;
    }

    /**
     * How many attempts are made at a message before it is rejected; 5 by default.
     *
     * @throws IllegalArgumentException when it is not 1 to {@value #MAX_ATTEMPTS}
     */
    public InboxBuilder maxAttempts(int maxAttempts) {
        if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
            throw new IllegalArgumentException("maxAttempts is 1 to " + MAX_ATTEMPTS + ", not " + maxAttempts);
        }
        this.maxAttempts = maxAttempts;
        return this;
    }

    /**
     * How long a delivery that waits for another one, or for the database, is held before it is given back to the broker; 10 minutes by default.
     *
     * @throws IllegalArgumentException when it is not positive, or more than a day
     */
    public InboxBuilder holdLimit(Duration holdLimit) {
        if (holdLimit.isZero() || holdLimit.isNegative() || holdLimit.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("holdLimit is positive and at most a day, not " + holdLimit);
        }
        this.holdLimit = holdLimit;
        return this;
    }

    /**
     * Runs later attempts, handlers included, on this timer, which the inbox does not shut down. By default the inbox has four threads of its
     * own.
     */
    public InboxBuilder timer(ScheduledExecutorService timer) {
        this.timer = Optional.of(timer);
        return this;
    }

    /** The inbox. */
    public Inbox build() {
        return new Inbox(this);
    }
}
