package io.counterfoil.idempotency.policy;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an engine: retention, waiting, results, limits. An immutable value; start from {@link #DEFAULT}. A setting
 * out of its limits is rejected at once, by an {@link IllegalArgumentException} that names it.
 */
public final class IdempotencyPolicy {

    /** The longest {@link #waitLimit()}, {@link #executionLimit()} and {@link #retryAfter()}. */
    public static final Duration LONGEST_WAIT = Duration.ofDays(1);

    /** The default policy; each setting documents its default. */
    public static final IdempotencyPolicy DEFAULT = new IdempotencyPolicy(new Draft());

    private final Draft settings;

    private IdempotencyPolicy(Draft settings) {
        settings.check();
        this.settings = settings;
    }

    private IdempotencyPolicy with(Consumer<Draft> change) {
        Draft draft = new Draft(settings);
        change.accept(draft);
        return new IdempotencyPolicy(draft);
    }

    /** Minimum retention of the records of named clients; one day by default. */
    public Retention retention() {
        return settings.retention;
    }

    /** The same with another {@link #retention()}. */
    public IdempotencyPolicy withRetention(Retention retention) {
        return with(draft -> draft.retention = retention);
    }

    /** Minimum retention of records without a client; one hour by default, short because any client can guess keys there. */
    public Retention anonymousRetention() {
        return settings.anonymousRetention;
    }

    /** The same with another {@link #anonymousRetention()}. */
    public IdempotencyPolicy withAnonymousRetention(Retention anonymousRetention) {
        return with(draft -> draft.anonymousRetention = anonymousRetention);
    }

    /** How long a duplicate waits for the original before it is rejected as in progress; zero for not at all; five seconds by default. */
    public Duration waitLimit() {
        return settings.waitLimit;
    }

    /** The same with another {@link #waitLimit()}. */
    public IdempotencyPolicy withWaitLimit(Duration waitLimit) {
        return with(draft -> draft.waitLimit = waitLimit);
    }

    /**
     * How long an execution may own its key in transactional mode; empty for no limit, the default. The store ends an execution that lasts
     * longer, also where its process was stopped and cannot: the execution is undone, and the next duplicate executes the request.
     * Needs a {@link io.counterfoil.idempotency.store.LimitingClaimStore}. Without meaning in lease mode, where the lease is the limit.
     */
    public Optional<Duration> executionLimit() {
        return Optional.ofNullable(settings.executionLimit);
    }

    /** The same with another {@link #executionLimit()}, from one millisecond. */
    public IdempotencyPolicy withExecutionLimit(Duration executionLimit) {
        return with(draft -> draft.executionLimit = executionLimit);
    }

    /** The delay before the next attempt of a rejected request, where the store knows no better one; one second by default. */
    public Duration retryAfter() {
        return settings.retryAfter;
    }

    /** The same with another {@link #retryAfter()}. */
    public IdempotencyPolicy withRetryAfter(Duration retryAfter) {
        return with(draft -> draft.retryAfter = retryAfter);
    }

    /** What happens to a request under a key that was used with other contents; it is refused. */
    public OnMismatch onMismatch() {
        return settings.onMismatch;
    }

    /** The same with another {@link #onMismatch()}. */
    public IdempotencyPolicy withOnMismatch(OnMismatch onMismatch) {
        return with(draft -> draft.onMismatch = onMismatch);
    }

    /** Whether a refusal ({@code Completion.refuse}) is recorded like a result; true by default. */
    public boolean rememberRefusals() {
        return settings.rememberRefusals;
    }

    /** The same with another {@link #rememberRefusals()}. */
    public IdempotencyPolicy withRememberRefusals(boolean rememberRefusals) {
        return with(draft -> draft.rememberRefusals = rememberRefusals);
    }

    /** The size of stored results; {@link ResultLimits#DEFAULT}. */
    public ResultLimits resultLimits() {
        return settings.answers;
    }

    /** The same with another {@link #resultLimits()}. */
    public IdempotencyPolicy withResultLimits(ResultLimits answers) {
        return with(draft -> draft.answers = answers);
    }

    /** How duplicates are counted; in batches. */
    public Counting counting() {
        return settings.counting;
    }

    /** The same with another {@link #counting()}. */
    public IdempotencyPolicy withCounting(Counting counting) {
        return with(draft -> draft.counting = counting);
    }

    /**
     * How many requests of one named client may be in progress at a time, in one process; empty for no limit, the default. As many of its
     * duplicates may wait for a call of this process, since each holds a thread; a duplicate whose original is recorded does not wait, and is
     * replayed whatever the number. Requests without a client share one scope and have no such limit, since a single client could lock out
     * all others with it.
     */
    public OptionalInt maxOpenPerClient() {
        return settings.maxOpenPerClient;
    }

    /** The same with another {@link #maxOpenPerClient()}. */
    public IdempotencyPolicy withMaxOpenPerClient(int maxOpenPerClient) {
        return with(draft -> draft.maxOpenPerClient = OptionalInt.of(maxOpenPerClient));
    }

    /**
     * How often a unit that lost a conflict (a serialization failure, a deadlock) is run again; eight times. Not after ten seconds from its
     * first conflict.
     */
    public int conflictRetries() {
        return settings.conflictRetries;
    }

    /** The same with another {@link #conflictRetries()}. */
    public IdempotencyPolicy withConflictRetries(int conflictRetries) {
        return with(draft -> draft.conflictRetries = conflictRetries);
    }

    /** How long a record of this client is kept. */
    public Retention retentionFor(ClientId client) {
        return client.isAnonymous() ? anonymousRetention() : retention();
    }

    /** How many requests of this client may be in progress at a time. */
    public OptionalInt maxOpenFor(ClientId client) {
        return client.isAnonymous() ? OptionalInt.empty() : maxOpenPerClient();
    }

    /** What happens to a request under a key that was used with other contents. */
    public enum OnMismatch {
        /** It is refused, because silence hides bugs. */
        REFUSE,
        /** It is replayed like a duplicate. */
        REPLAY
    }

    /** How duplicates are counted. */
    public enum Counting {
        /**
         * In memory, and written in batches: one a second, of at most 500 keys, so that a replay writes nothing, and any number of replays
         * costs the store 500 rows a second at most; only while more than 10,000 keys wait, more. The count that a duplicate gets lacks what
         * other processes have not written yet, and what this one was writing just then, so of two duplicates both may get the same one; the
         * record ends with the right one. Counts that a process had not written when it ended are lost, unless it called
         * {@link io.counterfoil.idempotency.Idempotency#flush}.
         */
        BATCHED,
        /** Written before each replay: the count is exact, and every replay is a write. */
        EXACT
    }

    /** The settings while they are being put together; not changed once a policy has them. */
    private static final class Draft {

        private Retention retention = Retention.of(Duration.ofDays(1));
        private Retention anonymousRetention = Retention.of(Duration.ofHours(1));
        private Duration waitLimit = Duration.ofSeconds(5);
        private @Nullable Duration executionLimit;
        private Duration retryAfter = Duration.ofSeconds(1);
        private OnMismatch onMismatch = OnMismatch.REFUSE;
        private boolean rememberRefusals = true;
        private ResultLimits answers = ResultLimits.DEFAULT;
        private Counting counting = Counting.BATCHED;
        private OptionalInt maxOpenPerClient = OptionalInt.empty();
        private int conflictRetries = 8;

        Draft() {}

        Draft(Draft other) {
            retention = other.retention;
            anonymousRetention = other.anonymousRetention;
            waitLimit = other.waitLimit;
            executionLimit = other.executionLimit;
            retryAfter = other.retryAfter;
            onMismatch = other.onMismatch;
            rememberRefusals = other.rememberRefusals;
            answers = other.answers;
            counting = other.counting;
            maxOpenPerClient = other.maxOpenPerClient;
            conflictRetries = other.conflictRetries;
        }

        void check() {
            require(
                    !waitLimit.isNegative() && waitLimit.compareTo(LONGEST_WAIT) <= 0,
                    "waitLimit must be zero to " + LONGEST_WAIT + ", not " + waitLimit);
            require(
                    executionLimit == null
                            || (executionLimit.toMillis() > 0 && executionLimit.compareTo(LONGEST_WAIT) <= 0),
                    "executionLimit must be one millisecond to " + LONGEST_WAIT + ", not " + executionLimit);
            require(
                    !retryAfter.isNegative() && !retryAfter.isZero() && retryAfter.compareTo(LONGEST_WAIT) <= 0,
                    "retryAfter must be positive and at most " + LONGEST_WAIT + ", not " + retryAfter);
            require(maxOpenPerClient.orElse(1) > 0, "maxOpenPerClient must be positive, but is " + maxOpenPerClient);
            require(conflictRetries >= 0, "conflictRetries must not be negative, but is " + conflictRetries);
        }

        private static void require(boolean met, String message) {
            if (!met) {
                throw new IllegalArgumentException(message);
            }
        }
    }

    /**
     * The size of stored results. An immutable value.
     *
     * @param maxBytes the longest encoded result that is stored, before compression; of a longer one only the execution is recorded
     * @param compressFrom the shortest encoded result that is compressed; stored compressed only where that makes it shorter
     */
    public record ResultLimits(int maxBytes, int compressFrom) {

        /** Up to 1 MiB, compressed from 4 KiB on. */
        public static final ResultLimits DEFAULT = new ResultLimits(1 << 20, 4096);

        /** The largest {@link #maxBytes}: a result is held in memory. */
        public static final int LARGEST = 1 << 30;

        /** @throws IllegalArgumentException when a size is out of its limits */
        public ResultLimits {
            if (maxBytes < 0 || maxBytes > LARGEST) {
                throw new IllegalArgumentException("maxBytes must be 0 to " + LARGEST + ", not " + maxBytes);
            }
            if (compressFrom < 0) {
                throw new IllegalArgumentException("compressFrom must not be negative, but is " + compressFrom);
            }
        }

        /** The same with this maximum. */
        public ResultLimits withMaxBytes(int maxBytes) {
            return new ResultLimits(maxBytes, compressFrom);
        }

        /** The same, compressing from this size on; {@link Integer#MAX_VALUE} for never. */
        public ResultLimits withCompressFrom(int compressFrom) {
            return new ResultLimits(maxBytes, compressFrom);
        }
    }
}
