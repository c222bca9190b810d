package io.counterfoil.idempotency.directory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What waits in a store, by the store's clock: for an execution to end, for a decision, and for the purge.
 *
 * @param inProgress requests under a lease that has not expired; the age is the time since the original was received
 * @param unknown requests whose outcome is unknown; the age is the time since the original was received
 * @param expired rows that a purge would remove; the age is the time since the expiry, which is how far the purge is behind
 */
public record RecordBacklog(AgedCount inProgress, AgedCount unknown, AgedCount expired) {

    /** The largest limit of a count. */
    public static final int MAX_LIMIT = 10_000;

    /**
     * Checks the limit of a count.
     *
     * @param limit the limit to check
     * @return the limit
     * @throws IllegalArgumentException when the limit is not 1 to {@value #MAX_LIMIT}
     */
    public static int checkedLimit(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", not " + limit);
        }
        return limit;
    }

    /**
     * Counts what waits among these entries, each count up to a limit.
     *
     * @param all all entries of a store, in any order
     * @param now the time by which their ages are measured
     * @param limit the limit of each count, 1 to {@value #MAX_LIMIT}
     * @return the counts; each age is that of the oldest entry, whatever the limit
     * @throws IllegalArgumentException when the limit is not 1 to {@value #MAX_LIMIT}
     */
    public static RecordBacklog of(Stream<RecordEntry> all, Instant now, int limit) {
        checkedLimit(limit);
        List<Duration> inProgress = new ArrayList<>();
        List<Duration> unknown = new ArrayList<>();
        List<Duration> expired = new ArrayList<>();
        all.forEach(entry -> {
            Duration age = Duration.between(entry.firstReceived(), now);
            switch (entry.state()) {
                case AT_WORK -> inProgress.add(age);
                case UNKNOWN -> unknown.add(age);
                case ANSWERED ->
                    entry.expires()
                            .filter(expiry -> !now.isBefore(expiry))
                            .ifPresent(expiry -> expired.add(Duration.between(expiry, now)));
            }
        });
        return new RecordBacklog(count(inProgress, limit), count(unknown, limit), count(expired, limit));
    }

    private static AgedCount count(List<Duration> ages, int limit) {
        return new AgedCount(
                Math.min(ages.size(), limit),
                ages.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO));
    }
}
