package io.counterfoil.signals.caller;

import java.time.Duration;

/**
 * How much a caller keeps in memory. Immutable.
 *
 * @param open how many commands wait for an outcome at once; each is kept with its data
 * @param remembered how many others are remembered, with data and outcome, so that duplicates of them are known; the oldest go first
 * @param rememberedFor for how long; at least as long as users retry, and as the caller's {@linkplain Caller.Builder#policy policy} does: its
 *     budget and its longest pause
 */
public record CallerLimits(int open, int remembered, Duration rememberedFor) {

    /** 10,000 open commands; 1,000 others for an hour. */
    public static final CallerLimits DEFAULT = new CallerLimits(10_000, 1_000, Duration.ofHours(1));

    /**
     * Checks the limits.
     *
     * @param open at least 1
     * @param remembered at least 1
     * @param rememberedFor positive
     * @throws IllegalArgumentException when one is out of its bounds
     */
    public CallerLimits {
        if (open < 1 || remembered < 1) {
            throw new IllegalArgumentException(
                    "open and remembered must be at least 1, not " + open + " and " + remembered);
        }
        if (rememberedFor.isZero() || rememberedFor.isNegative()) {
            throw new IllegalArgumentException("rememberedFor must be positive, not " + rememberedFor);
        }
    }
}
