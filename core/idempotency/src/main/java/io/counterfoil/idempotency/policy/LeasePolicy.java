package io.counterfoil.idempotency.policy;

import java.time.Duration;
import java.util.Set;

/**
 * How leases are held, and what happens to a request whose lease ran out. An immutable value; start from
 * {@link #DEFAULT}.
 *
 * @param duration how long a lease runs without being renewed; it is renewed three times as often, while its work runs
 * @param onExpiry what happens to a request whose lease ran out, where no {@code OutcomeResolver} knows better
 * @param noEffectOn the failures that mean that nothing has happened: an action that throws one of these types, itself or as a cause, gives
 *     its key up, and the next try executes the request. Any other failure leaves the outcome unknown, and so does any after a
 *     phase ({@code Execution.phase}) was completed, and any of an action that has taken the request over. Name types alone that are thrown in no other case
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

    /** @throws IllegalArgumentException when the duration is out of its limits */
    public LeasePolicy {
        noEffectOn = Set.copyOf(noEffectOn);
        if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "lease.duration must be from " + SHORTEST + " to " + LONGEST + ", not " + duration);
        }
    }

    /** With failures that mean that nothing has happened, on a store that is checked. */
    public LeasePolicy(Duration duration, OnExpiry onExpiry, Set<Class<? extends Throwable>> noEffectOn) {
        this(duration, onExpiry, noEffectOn, FirstClaim.CHECK_STORE);
    }

    /** Without failures that mean that nothing has happened, on a store that is checked. */
    public LeasePolicy(Duration duration, OnExpiry onExpiry) {
        this(duration, onExpiry, Set.of());
    }

    /** {@return the same with leases of this duration} */
    public LeasePolicy withDuration(Duration duration) {
        return new LeasePolicy(duration, onExpiry, noEffectOn, firstClaim);
    }

    /** {@return the same with this reaction to an expired lease} */
    public LeasePolicy withOnExpiry(OnExpiry onExpiry) {
        return new LeasePolicy(duration, onExpiry, noEffectOn, firstClaim);
    }

    /** {@return the same with this rule for first claims} */
    public LeasePolicy withFirstClaim(FirstClaim firstClaim) {
        return new LeasePolicy(duration, onExpiry, noEffectOn, firstClaim);
    }

    /** {@return the same with these failures that mean that nothing has happened} */
    public LeasePolicy withNoEffectOn(Set<Class<? extends Throwable>> types) {
        return new LeasePolicy(duration, onExpiry, types, firstClaim);
    }

    /** {@return whether a failure means that nothing has happened} */
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
