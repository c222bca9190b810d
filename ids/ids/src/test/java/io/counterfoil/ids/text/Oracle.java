package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Objects;
import java.util.UUID;

/** The formats done over again, one digit at a time with {@link BigInteger}; and what every refusal has to be like. */
final class Oracle {

    private static final int[] HYPHENS = {8, 13, 18, 23};

    private Oracle() {}

    static BigInteger number(UUID uuid) {
        return new BigInteger(uuid.toString().replace("-", ""), 16);
    }

    static UUID uuid(BigInteger number) {
        return new UUID(number.shiftRight(64).longValue(), number.longValue());
    }

    static BigInteger number(long id) {
        return new BigInteger(Long.toUnsignedString(id));
    }

    static String text(UuidFormat format, BigInteger number) {
        if (format != UuidFormat.HEX) {
            return text(format.alphabet(), format.length(), number);
        }
        StringBuilder hex = new StringBuilder(text(format.alphabet(), 32, number));
        for (int hyphen : HYPHENS) {
            hex.insert(hyphen, '-');
        }
        return hex.toString();
    }

    static String text(LongFormat format, BigInteger number) {
        return text(format.alphabet(), format.length(), number);
    }

    private static String text(String alphabet, int length, BigInteger number) {
        StringBuilder reversed = new StringBuilder();
        BigInteger rest = number;
        while (reversed.length() < length) {
            BigInteger[] division = rest.divideAndRemainder(BigInteger.valueOf(alphabet.length()));
            reversed.append(alphabet.charAt(division[1].intValue()));
            rest = division[0];
        }
        assertThat(rest).as("what does not fit %s digits", length).isZero();
        return reversed.reverse().toString();
    }

    /**
     * One line of printable ASCII, not long, that starts with the format's name; and a position inside what was given. Without
     * the matchers of a library, because it is asked a million times.
     */
    static void assertWellSaid(InvalidIdException refusal, Enum<?> format, int given) {
        String message = Objects.requireNonNull(refusal.getMessage());
        int position = refusal.position().orElse(-1);
        boolean plain = message.length() <= 200 && message.chars().allMatch(c -> c >= ' ' && c <= '~');
        boolean placed = switch (refusal.reason()) {
            case LENGTH -> position == -1 && message.contains(" characters expected, found ");
            case CHARACTER, CASE, OVERFLOW ->
                position >= 0 && position < given && message.contains("at index " + position);
            case PREFIX -> false;
        };
        if (!plain || !placed || !message.startsWith(format.name() + ": ")) {
            throw new AssertionError(refusal.reason() + " at " + position + " of " + given + ": " + message, refusal);
        }
    }
}
