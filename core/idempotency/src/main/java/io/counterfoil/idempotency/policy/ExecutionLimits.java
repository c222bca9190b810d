package io.counterfoil.idempotency.policy;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.store.LimitingClaimStore;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How long requests may wait and run, and how many at a time. An immutable value.
 *
 * @param waitTime how long a duplicate waits for the original before it is rejected as in progress; zero for not at all
 * @param executionTime how long an execution may own its key in transactional mode; empty for no limit. The store ends an execution that lasts
 *     longer, also where its process was stopped and cannot: the execution is rolled back, and the next duplicate executes the request. Needs a
 *     {@link LimitingClaimStore}. Without meaning in lease mode, where the lease is the limit
 * @param inProgressPerClient how many requests of one named client may be in progress at a time, in one process; empty for no limit. As many of
 *     its duplicates may wait for a call of this process, since each holds a thread; a duplicate whose original is recorded does not wait, and is
 *     replayed whatever the number. Requests without a client share one scope and have no such limit, since a single client could lock out all
 *     others with it
 * @param conflictRetries how often a unit that lost a conflict (a serialization failure, a deadlock) is run again, within ten seconds from its
 *     first conflict
 */
public record ExecutionLimits(
        Duration waitTime, Optional<Duration> executionTime, OptionalInt inProgressPerClient, int conflictRetries) {

    /** The longest {@link #waitTime()}, {@link #executionTime()} and {@link DuplicatePolicy#retryAfter()}. */
    public static final Duration LONGEST_TIME = Duration.ofDays(1);

    /** Duplicates wait for five seconds; lost conflicts are run again eight times; the rest is not limited. */
    public static final ExecutionLimits DEFAULT =
            new ExecutionLimits(Duration.ofSeconds(5), Optional.empty(), OptionalInt.empty(), 8);

    /**
     * Checks the limits.
     *
     * @param waitTime zero to {@link #LONGEST_TIME}
     * @param executionTime one millisecond to {@link #LONGEST_TIME}; empty for no limit
     * @param inProgressPerClient at least 1; empty for no limit
     * @param conflictRetries zero or more
     * @throws IllegalArgumentException when a limit is out of range; the message names it
     */
    public ExecutionLimits {
        require(
                !waitTime.isNegative() && waitTime.compareTo(LONGEST_TIME) <= 0,
                "limits.waitTime must be zero to " + LONGEST_TIME + ", not " + waitTime);
        executionTime.ifPresent(limit -> require(
                limit.toMillis() > 0 && limit.compareTo(LONGEST_TIME) <= 0,
                "limits.executionTime must be one millisecond to " + LONGEST_TIME + ", not " + limit));
        inProgressPerClient.ifPresent(
                number -> require(number > 0, "limits.inProgressPerClient must be positive, not " + number));
        require(conflictRetries >= 0, "limits.conflictRetries must not be negative, and is " + conflictRetries);
    }

    private static void require(boolean met, String message) {
        if (!met) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * {@return a copy with another {@link #waitTime()}}
     *
     * @param time zero to {@link #LONGEST_TIME}
     * @throws IllegalArgumentException when the time is out of range
     */
    public ExecutionLimits withWaitTime(Duration time) {
        return new ExecutionLimits(time, executionTime, inProgressPerClient, conflictRetries);
    }

    /**
     * {@return a copy with another {@link #executionTime()}}
     *
     * @param time one millisecond to {@link #LONGEST_TIME}
     * @throws IllegalArgumentException when the time is out of range
     */
    public ExecutionLimits withExecutionTime(Duration time) {
        return new ExecutionLimits(waitTime, Optional.of(time), inProgressPerClient, conflictRetries);
    }

    /**
     * {@return a copy with another {@link #inProgressPerClient()}}
     *
     * @param number at least 1
     * @throws IllegalArgumentException when the number is less than 1
     */
    public ExecutionLimits withInProgressPerClient(int number) {
        return new ExecutionLimits(waitTime, executionTime, OptionalInt.of(number), conflictRetries);
    }

    /**
     * {@return a copy with other {@link #conflictRetries()}}
     *
     * @param number zero or more
     * @throws IllegalArgumentException when the number is negative
     */
    public ExecutionLimits withConflictRetries(int number) {
        return new ExecutionLimits(waitTime, executionTime, inProgressPerClient, number);
    }

    /**
     * {@return how many requests of a client may be in progress at a time; empty for no limit, as always for {@link ClientId#ANONYMOUS}}
     *
     * @param client the client
     */
    public OptionalInt inProgressOf(ClientId client) {
        return client.isAnonymous() ? OptionalInt.empty() : inProgressPerClient;
    }
}
