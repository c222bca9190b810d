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
 * What the store holds of the one key, as its own answers have it; and the check that each answer is one that a store may
 * give. Used by one thread at a time.
 */
final class Book {

    /** The smallest step of a store's time: stores keep microseconds. */
    static final Duration TICK = Duration.ofNanos(1000);

    private final Run run;
    private final Map<String, String> saved = new TreeMap<>();

    private int leases;
    private long highest = Long.MIN_VALUE;
    private @Nullable Held held;
    private @Nullable IdempotencyRecord record;

    Book(Run run) {
        this.run = run;
    }

    /** A claim was answered. */
    String claimed(Claimant who, Claim claim, KeyedRequest request, @Nullable Duration duration) {
        return claim.match(
                acquired -> acquired(who, acquired, request, duration),
                replay -> {
                    require(replay.record().equals(record), "a replay of what is not the record");
                    return "replay of " + run.words(replay.record());
                },
                inFlight -> {
                    // A unit of work may still hold what it released.
                    require(duration == null || !left().isZero(), "in flight, though no lease runs");
                    return "in flight";
                },
                mismatch -> payloadMismatch(mismatch, request),
                unknown -> {
                    require(held != null && left().isZero(), "unknown, though no lease has run out");
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
                        ? "taken over without a former owner"
                        : "a lease that ran out is given as a fresh one");
        return given + (former == null || !acquired.takenOver() ? "" : ", taken over from lease " + former.number);
    }

    private String payloadMismatch(Claim.Mismatch mismatch, KeyedRequest request) {
        Held now = held;
        boolean so = mismatch.record().isPresent()
                ? mismatch.record().get().equals(record)
                        && !mismatch.record().get().fingerprint().equals(request.fingerprint())
                : now != null && !now.contents.equals(request.fingerprint());
        require(so, "a mismatch with contents that were not sent");
        return mismatch.record().isPresent() ? "mismatch with the record" : "mismatch with the one at work";
    }

    /** A lease that ran out was taken over by its key, or not. */
    String tookOver(Claimant who, Optional<Lease> lease, Duration duration) {
        Held former = held;
        if (lease.isEmpty()) {
            require(former == null || !left().isZero(), "there is a lease that ran out, and it is not given");
            return "nothing has run out";
        }
        require(former != null, "taken over without a former owner");
        return given(who, lease.get(), former == null ? Run.NOTHING : former.contents, duration);
    }

    private String given(Claimant who, Lease lease, Fingerprint contents, @Nullable Duration duration) {
        Held former = held;
        run.require(record == null, Property.ONE_OWNER, () -> "claimed, though the request has a record");
        run.require(
                former == null || left().isZero(),
                Property.ONE_OWNER,
                () -> "claimed, while lease " + number() + " has not ended");
        run.require(
                lease.token() > highest,
                Property.FENCING,
                () -> "token " + lease.token() + " is given after token " + highest + " was");
        highest = Math.max(highest, lease.token());
        leases++;
        held = new Held(leases, lease.token(), contents, duration == null ? null : now().plus(duration), duration);
        who.lease = leases;
        return "acquired, lease " + leases;
    }

    /** A write under a lease was taken, or refused; the owner's are to be taken, and all others refused. */
    void wrote(String what, Lease lease, boolean taken) {
        Held now = held;
        boolean owner = now != null && now.token == lease.token();
        run.require(!taken || owner, Property.FENCING, () -> "the store took a stale owner's wish to " + what);
        run.require(taken || !owner, Property.FENCING, () -> "the store refused the owner's wish to " + what);
    }

    /** The owner's lease runs for this long from now. */
    void runs(Duration duration) {
        Held now = held;
        if (now != null) {
            now.until = now().plus(duration);
            now.length = duration;
        }
    }

    /** The owner has kept the result of a phase. */
    void saved(String phase, String result) {
        saved.put(phase, result);
    }

    /** The result that is kept of a phase. */
    Optional<String> result(String phase) {
        return Optional.ofNullable(saved.get(phase));
    }

    /** The claim is over. */
    void ended() {
        held = null;
        saved.clear();
    }

    /** A unit of work has ended: with a claim that it still had, that one is over. */
    void unitEnded(Claimant who) {
        Held now = held;
        if (now != null && now.number == who.lease) {
            ended();
        }
    }

    /** The record as it is now, against what it was. */
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

    /** Whether there is a record. */
    boolean hasRecord() {
        return record != null;
    }

    /** How long the lease still runs; zero when it ran out. */
    private Duration left() {
        Held now = held;
        if (now == null) {
            return Duration.ZERO;
        }
        // A claim in a unit of work does not run out.
        Duration left = now.until == null ? TICK.multipliedBy(2) : Duration.between(now(), now.until);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** When the lease that is held runs out; null where none runs. */
    @Nullable
    Instant end() {
        Held now = held;
        return now == null || left().isZero() ? null : now.until;
    }

    /** Whether a renewal under this lease, the how-manieth of the key, would change anything. */
    boolean renewable(int lease) {
        Held now = held;
        return now == null || now.number != lease || now.length == null || left().compareTo(now.length) < 0;
    }

    /** The number of the lease that is held, for words; 0 for none. */
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

    /** For the digest of a state. */
    @Override
    public String toString() {
        Held now = held;
        IdempotencyRecord kept = record;
        return leases
                + (now == null ? " free" : " held " + now.number + " " + now.contents.hashCode() + " left " + left())
                + (kept == null ? "" : " record " + run.words(kept) + " x" + kept.requestCount())
                + " saved " + saved;
    }

    /** A claim that is held. */
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
