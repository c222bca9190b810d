package io.counterfoil.springboot.internal;

import io.counterfoil.idempotency.policy.ResultPolicy;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/** Reads settings that are written as text, in a property or an annotation; an error names the setting. */
public final class SettingText {

    private static final String NEVER = "never";

    /** The longest first. */
    private static final List<ChronoUnit> UNITS =
            List.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS, ChronoUnit.MILLIS);

    private SettingText() {}

    /**
     * A time that records are kept, or {@code never} for those that never go.
     *
     * @throws IllegalArgumentException when it is neither that nor a duration, or out of {@link Retention}'s limits
     */
    public static Retention retention(String setting, String text) {
        if (text.equalsIgnoreCase(NEVER)) {
            return Retention.FOREVER;
        }
        Duration duration = duration(setting, text);
        positive(setting, duration, Retention.LONGEST);
        return Retention.of(duration);
    }

    /**
     * A role; the empty text, which must be meant, asks for none.
     *
     * @throws IllegalArgumentException when it is spaces
     */
    public static void role(String setting, String text) {
        if (!text.isEmpty() && text.isBlank()) {
            throw new IllegalArgumentException(setting + " must be a role, or the empty text for none, not spaces");
        }
    }

    /**
     * A duration: {@code 30s}, {@code 7d}, {@code PT1H}.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static Duration duration(String setting, String text) {
        try {
            return DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException unreadable) {
            // Not as a cause: it knows less than this message, and start-up reports show the last cause.
            throw new IllegalArgumentException(
                    setting + " must be a duration such as 30s, 7d or PT1H, not \"" + text + "\"");
        }
    }

    /**
     * A size: {@code 64KB}, {@code 1MB}.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static DataSize size(String setting, String text) {
        try {
            return DataSize.parse(text);
        } catch (IllegalArgumentException unreadable) {
            // Not as a cause: it knows less than this message, and start-up reports show the last cause.
            throw new IllegalArgumentException(setting + " must be a size such as 64KB or 1MB, not \"" + text + "\"");
        }
    }

    /**
     * The size in bytes, for what is held in memory.
     *
     * @throws IllegalArgumentException when it is out of its limits
     */
    public static int inMemory(String setting, int least, DataSize size) {
        if (size.toBytes() < least || size.toBytes() > ResultPolicy.LARGEST) {
            throw new IllegalArgumentException(
                    setting + " is held in memory and must be " + least + "B to 1GB, not " + size);
        }
        return (int) size.toBytes();
    }

    /** The text of a value, as it is written where it can be: {@code 7d}, {@code never}, {@code path-and-query}. */
    public static String of(Object value) {
        if (value instanceof Retention retention) {
            return retention.duration().map(SettingText::of).orElse(NEVER);
        }
        if (value instanceof Duration duration) {
            DurationStyle simple = DurationStyle.SIMPLE;
            return UNITS.stream()
                    .filter(unit -> duration.equals(Duration.of(duration.dividedBy(unit.getDuration()), unit)))
                    .findFirst()
                    .map(unit -> simple.print(duration, unit))
                    .orElseGet(duration::toString);
        }
        return value instanceof Enum<?> constant
                ? constant.name().toLowerCase(Locale.ROOT).replace('_', '-')
                : value.toString();
    }

    /**
     * Types of exceptions.
     *
     * @throws IllegalArgumentException when one is none; a property can name any class
     */
    public static Set<Class<? extends Throwable>> exceptions(
            String setting, Collection<Class<? extends Throwable>> types) {
        for (Class<?> type : types) {
            if (!Throwable.class.isAssignableFrom(type)) {
                throw new IllegalArgumentException(setting + " names exceptions, and " + type.getName() + " is none");
            }
        }
        return Set.copyOf(types);
    }

    /**
     * Checks that a duration is positive and at most this long.
     *
     * @throws IllegalArgumentException when it is not
     */
    public static void positive(String setting, Duration duration, Duration longest) {
        if (duration.isZero() || duration.isNegative() || duration.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    setting + " must be positive and at most " + longest + ", not " + duration);
        }
    }

    /**
     * Checks that a number is at least this.
     *
     * @throws IllegalArgumentException when it is less
     */
    public static void atLeast(String setting, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(setting + " must be at least " + least + ", not " + value);
        }
    }
}
