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
 * The depth of a test. The build runs each behaviour once and a short form of each long test; {@code ./soak} runs the
 * same tests with larger counts and different seeds.
 *
 * <p>Counts and seeds are system properties: {@code -Dsoak.kills=1000} for a count, {@code -Dtest.seed=42} for the
 * seed. Thread-safe.
 */
public final class Depth {

    private static final SecureRandom ENTROPY = new SecureRandom();

    private Depth() {}

    /**
     * The number of repetitions of something in a test.
     *
     * @param name the counted thing: the system property {@code soak.<name>}
     * @param everyday the number in the build
     * @throws IllegalArgumentException if the property is not a positive number
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
     * The seed of a random test: the value of {@code -Dtest.seed}, or a new one. It is printed so that a failure can be
     * repeated.
     *
     * @param test the test class
     */
    public static long seed(Class<?> test) {
        @Nullable String asked = System.getProperty("test.seed");
        long seed = asked == null ? ENTROPY.nextInt() : Long.parseLong(asked);
        System.out.printf("%s: seed %s; repeat with -Dtest.seed=%s%n", test.getSimpleName(), seed, seed);
        return seed;
    }

    /**
     * Adds to a figure in the table of the soak, such as the number of survived kills. Does nothing in the build.
     *
     * @param figure the name: one or a few words, without tabs and line breaks
     * @param count the number to add
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
            throw new UncheckedIOException("cannot write the soak report " + file, unwritable);
        }
    }
}
