package io.counterfoil.idempotency.policy;

import java.time.Duration;
import java.util.Set;

/**
 * How leases are held, and what happens to a request whose lease has expired. An immutable value; start from {@link #DEFAULT}.
 *
 * @param duration how long a lease runs without being renewed; it is renewed three times as often, while its work runs
 * @param onExpiry what happens to a request whose lease has expired, where no {@code OutcomeResolver} decides
 * @param noEffectOn exception types that guarantee that there was no external effect: an action that throws one of these types, itself or
 *     as a cause, releases its lease, and the next attempt executes the request. Any other failure leaves the outcome unknown, and so does
 *     any after a phase ({@code Execution.phase}) was completed, and any of an action that has taken the request over. Name only types that
 *     are thrown in no other case
 * @param firstClaim what happens at the first claim of a key, which may be a later one where the store has lost an earlier claim
 */
public record LeasePolicy(
        Duration duration, OnExpiry onExpiry, Set<Class<? extends Throwable>> noEffectOn, FirstClaim firstClaim) {

    /** The shortest lease: less than that, and a pause of the garbage collector costs it. */
    public static final Duration SHORTEST = Duration.ofMillis(100);

    /** The longest lease. */
    public static final Duration LONGEST = Duration.ofDays(7);

    /** Deeper than any chain of causes that is not a ring. */
    private static final int DEEPEST_CAUSE = 50;

    /** Thirty seconds; outcome unknown. */
    public static final LeasePolicy DEFAULT = new LeasePolicy(Duration.ofSeconds(30), OnExpiry.UNKNOWN);

    /**
     * Checks the duration, and copies the types.
     *
     * @param duration {@link #SHORTEST} to {@link #LONGEST}
     * @param onExpiry what happens after a lease has expired
     * @param noEffectOn exception types without an effect; copied
     * @param firstClaim what happens at the first claim of a key
     * @throws IllegalArgumentException when the duration is out of range
     */
    public LeasePolicy {
        noEffectOn = Set.copyOf(noEffectOn);
        if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "lease.duration must be from " + SHORTEST + " to " + LONGEST + ", not " + duration);
        }
    }

    /**
     * Makes a policy with exception types that guarantee that there was no external effect, under {@link FirstClaim#CHECK_STORE}.
     *
     * @param duration how long a lease runs without being renewed, {@link #SHORTEST} to {@link #LONGEST}
     * @param onExpiry what happens to a request whose lease has expired, where no {@code OutcomeResolver} decides
     * @param noEffectOn the exception types; copied
     * @throws IllegalArgumentException when the duration is out of range
     */
    public LeasePolicy(Duration duration, OnExpiry onExpiry, Set<Class<? extends Throwable>> noEffectOn) {
        this(duration, onExpiry, noEffectOn, FirstClaim.CHECK_STORE);
    }

    /**
     * Makes a policy under which every failure leaves the outcome unknown, and {@link FirstClaim#CHECK_STORE}.
     *
     * @param duration how long a lease runs without being renewed, {@link #SHORTEST} to {@link #LONGEST}
     * @param onExpiry what happens to a request whose lease has expired, where no {@code OutcomeResolver} decides
     * @throws IllegalArgumentException when the duration is out of range
     */
    public LeasePolicy(Duration duration, OnExpiry onExpiry) {
        this(duration, onExpiry, Set.of());
    }

    /**
     * {@return a copy with another {@link #duration()}}
     *
     * @param duration {@link #SHORTEST} to {@link #LONGEST}
     * @throws IllegalArgumentException when the duration is out of range
     */
    public LeasePolicy withDuration(Duration duration) {
        return new LeasePolicy(duration, onExpiry, noEffectOn, firstClaim);
    }

    /**
     * {@return a copy with another {@link #onExpiry()}}
     *
     * @param onExpiry what happens to a request whose lease has expired
     */
    public LeasePolicy withOnExpiry(OnExpiry onExpiry) {
        return new LeasePolicy(duration, onExpiry, noEffectOn, firstClaim);
    }

    /**
     * {@return a copy with another {@link #firstClaim()}}
     *
     * @param firstClaim what happens at the first claim of a key
     */
    public LeasePolicy withFirstClaim(FirstClaim firstClaim) {
        return new LeasePolicy(duration, onExpiry, noEffectOn, firstClaim);
    }

    /**
     * {@return a copy with other {@link #noEffectOn()}}
     *
     * @param types exception types that guarantee that there was no external effect, in place of the present ones; copied
     */
    public LeasePolicy withNoEffectOn(Set<Class<? extends Throwable>> types) {
        return new LeasePolicy(duration, onExpiry, types, firstClaim);
    }

    /**
     * {@return whether a failure guarantees that there was no external effect: it, or one of its causes, is of a type of {@link
     * #noEffectOn()}}
     *
     * @param failure what an action threw
     */
    public boolean hasNoEffect(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (isNamed(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private boolean isNamed(Throwable failure) {
        return noEffectOn.stream().anyMatch(type -> type.isInstance(failure));
    }
}
