package io.counterfoil.ids.validation;

import io.counterfoil.ids.generator.ShortPrefixComb;

/** The rules that there are. Immutable and thread-safe, all of them. */
public final class UuidRules {

    private static final int COMB_VERSION = 4;
    private static final int V7_VERSION = 7;

    private UuidRules() {}

    /** A UUID of any version that RFC 9562 knows (1 to 8), of its variant, and not nil. */
    public static UuidRule anyVersion() {
        return Versions.ANY;
    }

    /**
     * A UUID of one of these versions, of the variant of RFC 9562.
     *
     * @param versions 1 to 8 each, one at least
     * @throws IllegalArgumentException when there is none, or another
     */
    public static UuidRule version(int... versions) {
        return new Versions(versions);
    }

    /** A {@link ShortPrefixComb}, made at about the time of the check. */
    public static ShortPrefixCombRule.Builder shortPrefixComb() {
        return new ShortPrefixCombRule.Builder();
    }

    /** A UUID of version 7, made at about the time of the check. */
    public static TimestampRule.Builder v7() {
        return new TimestampRule.Builder(V7_VERSION);
    }

    /**
     * A {@link io.counterfoil.ids.generator.Comb}, made at about the time of the check. A random UUID of version 4 bears the same
     * marks, and hits a window of twenty minutes once in 2<sup>28</sup> times.
     */
    public static TimestampRule.Builder comb() {
        return new TimestampRule.Builder(COMB_VERSION);
    }
}
