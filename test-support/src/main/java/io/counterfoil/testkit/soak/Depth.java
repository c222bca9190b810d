package io.counterfoil.testkit.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * How deep a test goes. The build runs each behaviour once and a short form of each long test; {@code ./soak} runs the same tests with larger
 * counts and other seeds.
 *
 * <p>Both are system properties: {@code -Dsoak.kills=1000} for a count, {@code -Dtest.seed=42} for the seed. Thread-safe.
 */
public final class Depth {

    private static final SecureRandom ENTROPY = new SecureRandom();

    private Depth() {}

    /**
     * How many of something a test does.
     *
     * @param name what is counted: the system property {@code soak.<name>}
     * @param everyday how many the build does
     * @throws IllegalArgumentException when the property is not a positive number
     */
    public static int of(String name, int everyday) {
        String property = "soak." + name;
        @Nullable String asked = System.getProperty(property);
        if (asked == null) {
            return everyday;
        }
        try {
            int count = Integer.parseInt(asked);
            if (count > 0) {
                return count;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    property + " must be a positive number, not \"" + asked + '"', notANumber);
        }
        throw new IllegalArgumentException(property + " must be a positive number, not \"" + asked + '"');
    }

    /**
     * The seed of a random test: that of {@code -Dtest.seed}, or a new one. It is printed, so that a failure can be repeated.
     *
     * @param test whose seed it is
     */
    public static long seed(Class<?> test) {
        @Nullable String asked = System.getProperty("test.seed");
        long seed = asked == null ? ENTROPY.nextInt() : Long.parseLong(asked);
        System.out.printf("%s: seed %d; repeat with -Dtest.seed=%d%n", test.getSimpleName(), seed, seed);
        return seed;
    }

    /**
     * Adds to a figure of the soak's table, such as the kills that were survived. Does nothing in the build.
     *
     * @param figure its name: a word or a few, without a tab or a line break
     * @param count what is added
     */
    public static void report(String figure, long count) {
        @Nullable String file = System.getProperty("soak.report");
        if (file == null) {
            return;
        }
        try {
            Files.writeString(
                    Path.of(file),
                    figure + '\t' + count + '\n',
                    UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException unwritable) {
            throw new UncheckedIOException("the report of the soak " + file + " cannot be written", unwritable);
        }
    }
}
