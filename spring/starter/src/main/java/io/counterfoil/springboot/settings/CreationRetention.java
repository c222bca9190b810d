package io.counterfoil.springboot.settings;

import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.internal.SettingText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How creations by a command are forgotten, where the application has a {@code CreationIdentifiers} bean. An immutable value.
 *
 * @param maxAge how old a creation may get before it is forgotten
 * @param maxNumber how many creations are remembered, the oldest above that are forgotten; empty for any number
 * @param maxNumberOf how many creations by a command are remembered, by the name of the command
 */
public record CreationRetention(Retention maxAge, OptionalInt maxNumber, Map<String, Integer> maxNumberOf) {

    /** Seven days, any number. */
    public static final CreationRetention DEFAULT =
            new CreationRetention(Retention.of(Duration.ofDays(7)), OptionalInt.empty(), Map.of());

    /**
     * Checks the numbers, and copies the map.
     *
     * @param maxAge how old a creation may get
     * @param maxNumber not negative, where there is one
     * @param maxNumberOf not negative each
     * @throws IllegalArgumentException when a number is negative
     */
    public CreationRetention {
        maxNumber.ifPresent(number -> SettingText.atLeast("maxNumber of the CreationRetention", 0, number));
        maxNumberOf = Map.copyOf(maxNumberOf);
        maxNumberOf.forEach(
                (name, number) -> SettingText.atLeast("maxNumberOf " + name + " of the CreationRetention", 0, number));
    }

    /**
     * {@return this retention with another maximum age}
     *
     * @param age how old a creation may get
     */
    public CreationRetention withMaxAge(Retention age) {
        return new CreationRetention(age, maxNumber, maxNumberOf);
    }

    /**
     * {@return this retention with a maximum number over all commands}
     *
     * @param number not negative
     * @throws IllegalArgumentException when it is negative
     */
    public CreationRetention withMaxNumber(int number) {
        return new CreationRetention(maxAge, OptionalInt.of(number), maxNumberOf);
    }

    /**
     * {@return this retention with a maximum number of creations by one command}
     *
     * @param command the name of the command
     * @param number not negative
     * @throws IllegalArgumentException when it is negative
     */
    public CreationRetention withMaxNumberOf(String command, int number) {
        Map<String, Integer> numbers = new HashMap<>(maxNumberOf);
        numbers.put(command, number);
        return new CreationRetention(maxAge, maxNumber, numbers);
    }
}
