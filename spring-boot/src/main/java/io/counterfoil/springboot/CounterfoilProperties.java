package io.counterfoil.springboot;

import io.counterfoil.idempotency.AnswerLimits;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.IdempotencyPolicy.Counting;
import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.LeasePolicy;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code application.yaml} can say under {@code counterfoil}; anything else there is a start-up failure.
 *
 * @param clientHeader the header field that names the client; requests without it share one anonymous scope (RQ-5)
 * @param keyRequired whether every guarded request must carry a key (RQ-2)
 * @param mode how effect and record are kept together (RQ-13)
 * @param lease how leases are held; in lease mode alone
 * @param retention how long records are kept at the least (RQ-4)
 * @param anonymousRetention the same where no client is named (RQ-6)
 * @param waitLimit how long a duplicate waits for its original (RQ-12)
 * @param retryAfter when one who waited in vain is told to come back (RQ-12)
 * @param onMismatch what happens to another body under a used key (RQ-11)
 * @param rememberRefusals whether responses from 400 to 499 are kept for duplicates (RQ-14)
 * @param counting how duplicates are counted (RQ-9)
 * @param maxOpenPerClient how many keyed requests of one client may be at work in this process; no limit where absent (RQ-6)
 * @param conflictRetries how often a unit of work that lost a conflict is run again, where it does not come over HTTP
 * @param maxBody the longest body of a keyed request (RQ-15)
 * @param maxStored the longest response that is kept for duplicates (RQ-15)
 * @param compressFrom the shortest response that is kept compressed
 * @param createTable whether the tables are made at start-up where they are missing; otherwise they are only verified
 * @param purge how expired records are removed (RQ-17)
 * @param ids how typed ids are kept (TI-6)
 */
@ConfigurationProperties(value = "counterfoil", ignoreUnknownFields = false)
public record CounterfoilProperties(
        @DefaultValue("X-Client-Name") String clientHeader,
        @DefaultValue("false") boolean keyRequired,
        @DefaultValue("transactional") Mode mode,
        @Nullable Lease lease,
        @DefaultValue("1d") Duration retention,
        @DefaultValue("1h") Duration anonymousRetention,
        @DefaultValue("5s") Duration waitLimit,
        @DefaultValue("1s") Duration retryAfter,
        @DefaultValue("refuse") OnMismatch onMismatch,
        @DefaultValue("true") boolean rememberRefusals,
        @DefaultValue("batched") Counting counting,
        @Nullable Integer maxOpenPerClient,
        @DefaultValue("8") int conflictRetries,
        @DefaultValue("1MB") DataSize maxBody,
        @DefaultValue("1MB") DataSize maxStored,
        @DefaultValue("4KB") DataSize compressFrom,
        @DefaultValue("true") boolean createTable,
        @DefaultValue Purge purge,
        @DefaultValue Ids ids) {

    /**
     * Checks what only shows in the whole.
     *
     * @throws IllegalArgumentException when a setting is out of its limits, or leases are described and not used
     */
    public CounterfoilProperties {
        if (mode == Mode.TRANSACTIONAL && lease != null) {
            throw new IllegalArgumentException(
                    "counterfoil.lease is set, and counterfoil.mode is transactional, which has no leases: set the mode to"
                            + " lease, or remove counterfoil.lease");
        }
        positive("retention", retention, Retention.LONGEST);
        positive("anonymous-retention", anonymousRetention, Retention.LONGEST);
        positive("retry-after", retryAfter, IdempotencyPolicy.LONGEST_WAIT);
        if (waitLimit.isNegative() || waitLimit.compareTo(IdempotencyPolicy.LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("counterfoil.wait-limit must be from zero to "
                    + IdempotencyPolicy.LONGEST_WAIT + ", not " + waitLimit);
        }
        if (maxOpenPerClient != null) {
            atLeast("max-open-per-client", 1, maxOpenPerClient);
        }
        atLeast("conflict-retries", 0, conflictRetries);
        inMemory("max-body", 1, maxBody);
        inMemory("max-stored", 0, maxStored);
        inMemory("compress-from", 0, compressFrom);
    }

    private static void positive(String property, Duration duration, Duration longest) {
        if (duration.isZero() || duration.isNegative() || duration.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "counterfoil." + property + " must be positive and at most " + longest + ", not " + duration);
        }
    }

    private static void atLeast(String property, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "counterfoil." + property + " must be at least " + least + ", not " + value);
        }
    }

    private static void inMemory(String property, int least, DataSize size) {
        if (size.toBytes() < least || size.toBytes() > AnswerLimits.LARGEST) {
            throw new IllegalArgumentException(
                    "counterfoil." + property + " is held in memory: " + least + "B to 1GB, not " + size);
        }
    }

    /** What the engine is told. */
    IdempotencyPolicy policy() {
        IdempotencyPolicy policy = IdempotencyPolicy.DEFAULT
                .withRetention(Retention.of(retention))
                .withAnonymousRetention(Retention.of(anonymousRetention))
                .withWaitLimit(waitLimit)
                .withRetryAfter(retryAfter)
                .withOnMismatch(onMismatch)
                .withRememberRefusals(rememberRefusals)
                .withCounting(counting)
                .withConflictRetries(conflictRetries)
                .withAnswers(new AnswerLimits((int) maxStored.toBytes(), (int) compressFrom.toBytes()));
        return maxOpenPerClient == null ? policy : policy.withMaxOpenPerClient(maxOpenPerClient);
    }

    /** What the engine is told of leases. */
    LeasePolicy leasePolicy() {
        return lease == null ? LeasePolicy.DEFAULT : new LeasePolicy(lease.duration(), lease.onExpiry());
    }

    /** How effect and record are kept together. */
    public enum Mode {
        /** In one database transaction. */
        TRANSACTIONAL,
        /** Under a lease, for effects that the database's transaction does not reach. */
        LEASE
    }

    /**
     * How leases are held.
     *
     * @param duration how long a lease runs without being renewed
     * @param onExpiry what happens to a request whose lease ran out
     */
    public record Lease(
            @DefaultValue("30s") Duration duration,
            @DefaultValue("unknown") LeasePolicy.OnExpiry onExpiry) {

        /** @throws IllegalArgumentException when the duration is out of its limits */
        public Lease {
            if (duration.compareTo(LeasePolicy.SHORTEST) < 0 || duration.compareTo(LeasePolicy.LONGEST) > 0) {
                throw new IllegalArgumentException("counterfoil.lease.duration must be from " + LeasePolicy.SHORTEST
                        + " to " + LeasePolicy.LONGEST + ", not " + duration);
            }
        }
    }

    /**
     * How expired records are removed.
     *
     * @param interval how long to wait between two rounds
     * @param batch how many records one transaction removes at the most; a round goes on until none is left
     */
    public record Purge(
            @DefaultValue("1m") Duration interval,
            @DefaultValue("1000") int batch) {

        private static final Duration LONGEST_INTERVAL = Duration.ofDays(365);

        /** @throws IllegalArgumentException when the interval is not positive or too long, or the batch not at least 1 */
        public Purge {
            positive("purge.interval", interval, LONGEST_INTERVAL);
            atLeast("purge.batch", 1, batch);
        }
    }

    /**
     * How typed ids are kept.
     *
     * @param column what an entity of Spring Data JDBC keeps a typed id in; either kind is read
     */
    public record Ids(@DefaultValue("uuid") Column column) {

        /** The type of a column that holds typed ids. */
        public enum Column {
            /** The native type: 16 bytes, without the prefix. */
            UUID,
            /** The text with the prefix, for databases without that type, or with other readers. */
            TEXT
        }
    }
}
