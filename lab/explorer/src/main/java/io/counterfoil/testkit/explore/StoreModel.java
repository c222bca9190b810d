package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The expected contents of the store for the one key, derived from its responses, and the check that each response is
 * permitted. Not thread-safe.
 */
final class StoreModel {

    /** The resolution of a store's time: microseconds. */
    static final Duration TICK = Duration.ofNanos(1000);

    private final Run run;
    private final Map<String, String> saved = new TreeMap<>();

    private int leases;
    private long highest = Long.MIN_VALUE;
    private @Nullable Held held;
    private @Nullable IdempotencyRecord record;

    StoreModel(Run run) {
        this.run = run;
    }

    /** The store has responded to a claim. */
    String claimed(Claimant who, Claim claim, KeyedRequest request, @Nullable Duration duration) {
        return claim.match(
                acquired -> acquired(who, acquired, request, duration),
                replay -> {
                    require(replay.record().equals(record), "a replay of something other than the record");
                    return "replay of " + run.words(replay.record());
                },
                inFlight -> {
                    // A unit of work may still hold a claim that it has released.
                    require(duration == null || !left().isZero(), "in progress, although no lease is running");
                    return "in progress";
                },
                mismatch -> payloadMismatch(mismatch, request),
                unknown -> {
                    require(held != null && left().isZero(), "unknown, although no lease has expired");
                    return "outcome unknown";
                });
    }

    private String acquired(Claimant who, Claim.Acquired acquired, KeyedRequest request, @Nullable Duration duration) {
        Held former = held;
        Fingerprint contents = former == null ? request.fingerprint() : former.contents;
        String given = given(who, acquired.lease(), contents, duration);
        require(
                acquired.takenOver() == (former != null),
                acquired.takenOver()
                        ? "taken over without a previous owner"
                        : "an expired lease is returned as a new one");
        return given + (former == null || !acquired.takenOver() ? "" : ", taken over from lease " + former.number);
    }

    private String payloadMismatch(Claim.Mismatch mismatch, KeyedRequest request) {
        Held now = held;
        boolean so = mismatch.record().isPresent()
                ? mismatch.record().get().equals(record)
                        && !mismatch.record().get().fingerprint().equals(request.fingerprint())
                : now != null && !now.contents.equals(request.fingerprint());
        require(so, "a mismatch with unknown contents");
        return mismatch.record().isPresent() ? "mismatch with the record" : "mismatch with the request in progress";
    }

    /** The store has responded to a takeover by key. */
    String tookOver(Claimant who, Optional<Lease> lease, Duration duration) {
        Held former = held;
        if (lease.isEmpty()) {
            require(former == null || !left().isZero(), "there is an expired lease, and it was not returned");
            return "no lease has expired";
        }
        require(former != null, "taken over without a previous owner");
        return given(who, lease.get(), former == null ? Run.NOTHING : former.contents, duration);
    }

    private String given(Claimant who, Lease lease, Fingerprint contents, @Nullable Duration duration) {
        Held former = held;
        run.require(record == null, Property.ONE_OWNER, () -> "claimed, although the request has a record");
        run.require(
                former == null || left().isZero(),
                Property.ONE_OWNER,
                () -> "claimed, while lease " + number() + " has not ended");
        run.require(
                lease.token() > highest,
                Property.FENCING,
                () -> "token " + lease.token() + " was issued after token " + highest);
        highest = Math.max(highest, lease.token());
        leases++;
        held = new Held(leases, lease.token(), contents, duration == null ? null : now().plus(duration), duration);
        who.lease = leases;
        return "acquired, lease " + leases;
    }

    /** A write under a lease was accepted or rejected. Writes of the owner must be accepted, all others rejected. */
    void wrote(String what, Lease lease, boolean taken) {
        Held now = held;
        boolean owner = now != null && now.token == lease.token();
        run.require(!taken || owner, Property.FENCING, () -> "the store let a stale owner " + what);
        run.require(taken || !owner, Property.FENCING, () -> "the store did not let the owner " + what);
    }

    /** The owner's lease expires after this duration. */
    void runs(Duration duration) {
        Held now = held;
        if (now != null) {
            now.until = now().plus(duration);
            now.length = duration;
        }
    }

    /** The owner has saved the result of a phase. */
    void saved(String phase, String result) {
        saved.put(phase, result);
    }

    /** The saved result of a phase. */
    Optional<String> result(String phase) {
        return Optional.ofNullable(saved.get(phase));
    }

    /** The claim has ended. */
    void ended() {
        held = null;
        saved.clear();
    }

    /** A unit of work has ended, and with it the claim that it still had. */
    void unitEnded(Claimant who) {
        Held now = held;
        if (now != null && now.number == who.lease) {
            ended();
        }
    }

    /** Compares the record with its earlier state. */
    void see(@Nullable IdempotencyRecord seen) {
        IdempotencyRecord before = record;
        if (before != null) {
            run.require(
                    seen != null
                            && seen.requestCount() >= before.requestCount()
                            && seen.withRequestCount(before.requestCount()).equals(before),
                    Property.STABLE_RECORD,
                    () -> "the record of " + run.words(before) + " has become "
                            + (seen == null ? "none" : "that of " + run.words(seen)));
        }
        record = seen;
    }

    /** Whether a record exists. */
    boolean hasRecord() {
        return record != null;
    }

    /** The remaining time of the lease; zero if it has expired. */
    private Duration left() {
        Held now = held;
        if (now == null) {
            return Duration.ZERO;
        }
        // A claim in a unit of work does not expire.
        Duration left = now.until == null ? TICK.multipliedBy(2) : Duration.between(now(), now.until);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The expiry of the current lease; null without a running lease. */
    @Nullable
    Instant end() {
        Held now = held;
        return now == null || left().isZero() ? null : now.until;
    }

    /** Whether a renewal under the lease with this number would have an effect. */
    boolean renewable(int lease) {
        Held now = held;
        return now == null || now.number != lease || now.length == null || left().compareTo(now.length) < 0;
    }

    /** The number of the current lease; 0 without a lease. */
    int number() {
        Held now = held;
        return now == null ? 0 : now.number;
    }

    private Instant now() {
        return run.clock().instant();
    }

    private void require(boolean met, String fault) {
        run.require(met, Property.TRUE_CLAIMS, () -> fault);
    }

    /** Part of the digest of a state. */
    @Override
    public String toString() {
        Held now = held;
        IdempotencyRecord kept = record;
        return leases
                + (now == null ? " free" : " held " + now.number + " " + now.contents.hashCode() + " left " + left())
                + (kept == null ? "" : " record " + run.words(kept) + " x" + kept.requestCount())
                + " saved " + saved;
    }

    /** The current claim. */
    private static final class Held {

        private final int number;
        private final long token;
        private final Fingerprint contents;
        private @Nullable Instant until;
        private @Nullable Duration length;

        Held(int number, long token, Fingerprint contents, @Nullable Instant until, @Nullable Duration length) {
            this.number = number;
            this.token = token;
            this.contents = contents;
            this.until = until;
            this.length = length;
        }
    }
}
