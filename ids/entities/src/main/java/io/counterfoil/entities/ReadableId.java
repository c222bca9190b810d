package io.counterfoil.entities;

import io.counterfoil.ids.generator.SecureEntropy;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A second identifier of an entity, beside its UUID, for people: to be read aloud, written down, and typed. {@code K7M-2QX-9RN}.
 *
 * <p>Eight random characters and a check character, of 31 that are not mistaken for one another: digits and upper-case letters without
 * {@code 0}, {@code O}, {@code 1}, {@code I} and {@code L}. The check character finds every single wrong character, and every two
 * characters in each other's place. {@link #parse} reads either case, and passes over hyphens and spaces; {@link #text()} writes upper
 * case, in three groups.
 *
 * <p>Made by the service, and unique where the service sees to it: there are 31<sup>8</sup>, about 850,000,000,000, too few to be unique
 * by chance. It cannot be predicted from others, and is no secret.
 */
public final class ReadableId {

    /** How many characters there are to draw from. */
    private static final String ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

    private static final int RANDOM = 8;
    private static final int LENGTH = RANDOM + 1;
    private static final int GROUP = 3;

    /** The longest text that is read, with all its hyphens and spaces. */
    private static final int MAX_TEXT_LENGTH = 64;

    private static final String WHAT = "a readable ID";

    private final String characters;

    private ReadableId(String characters) {
        this.characters = characters;
    }

    /** {@return a new readable ID, from a cryptographically strong source} */
    public static ReadableId next() {
        return next(SecureEntropy.shared());
    }

    /**
     * {@return a new readable ID, from this source}
     *
     * @param random the source; one that can be predicted makes predictable ids
     */
    public static ReadableId next(RandomGenerator random) {
        StringBuilder characters = new StringBuilder(LENGTH);
        for (int i = 0; i < RANDOM; i++) {
            characters.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        int missing = Math.floorMod(-weighted(characters), ALPHABET.length());
        return new ReadableId(characters.append(ALPHABET.charAt(missing)).toString());
    }

    /**
     * {@return the readable ID of a text that a person may have typed}
     *
     * @param text letters in either case, hyphens and spaces anywhere; at most 64 characters
     * @throws InvalidReferenceException when it has another number of characters, one that is not in the alphabet, or a check character
     *     that does not fit: a character is wrong, or two are exchanged
     */
    public static ReadableId parse(CharSequence text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            throw new InvalidReferenceException(
                    WHAT, "must have at most %s characters, has %s".formatted(MAX_TEXT_LENGTH, text.length()));
        }
        StringBuilder characters = new StringBuilder(LENGTH);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '-' && c != ' ') {
                characters.append(canonical(c, i));
            }
        }
        if (characters.length() != LENGTH) {
            throw new InvalidReferenceException(
                    WHAT, "must have %s letters and digits, has %s".formatted(LENGTH, characters.length()));
        }
        if (weighted(characters) % ALPHABET.length() != 0) {
            throw new InvalidReferenceException(
                    WHAT, "has a wrong character, or two in each other's place: its check character does not fit");
        }
        return new ReadableId(characters.toString());
    }

    private static char canonical(char c, int at) {
        char upper = c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
        if (ALPHABET.indexOf(upper) < 0) {
            throw new InvalidReferenceException(
                    WHAT,
                    "must have digits and letters without 0, O, 1, I and L; character U+%s at index %s is none"
                            .formatted(HexFormat.of().withUpperCase().toHexDigits(c), at));
        }
        return upper;
    }

    /**
     * A multiple of the number of characters, which is prime, for a whole id. The weights, from 9 down to 1, differ from each other and from
     * 0 modulo that prime: so one changed character changes the remainder, and so do two that are exchanged (as in ISBN-10, ISO 2108).
     */
    private static int weighted(CharSequence characters) {
        return IntStream.range(0, characters.length())
                .map(i -> (LENGTH - i) * ALPHABET.indexOf(characters.charAt(i)))
                .sum();
    }

    /** {@return the canonical text: upper case, in three groups with hyphens, 11 characters} {@link #parse} reads it. */
    public String text() {
        return String.join(
                "-",
                characters.substring(0, GROUP),
                characters.substring(GROUP, 2 * GROUP),
                characters.substring(2 * GROUP));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadableId that && characters.equals(that.characters);
    }

    @Override
    public int hashCode() {
        return characters.hashCode();
    }

    /** The canonical text. */
    @Override
    public String toString() {
        return text();
    }
}
