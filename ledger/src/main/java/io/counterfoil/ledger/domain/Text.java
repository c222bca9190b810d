package io.counterfoil.ledger.domain;

import java.util.UUID;
import java.util.regex.Pattern;

/** What every text from outside must be. */
public final class Text {

    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private Text() {}

    /**
     * Returns the text as it is.
     *
     * @throws InvalidFieldException when it is empty, has more than this many characters, a control character, or half a
     *     surrogate pair
     */
    public static String check(String field, String text, int maxLength) {
        if (text.isEmpty()) {
            throw new InvalidFieldException(field, "must not be empty");
        }
        if (text.length() > maxLength) {
            throw new InvalidFieldException(
                    field, "must have at most " + maxLength + " characters, has " + text.length());
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidFieldException(field, "must not have control characters");
        }
        return checkReadable(field, text);
    }

    /**
     * Returns the text as it is.
     *
     * @throws InvalidFieldException when it has half a surrogate pair, which no encoding can carry
     */
    public static String checkReadable(String field, String text) {
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new InvalidFieldException(field, "must not have an unpaired surrogate");
        }
        return text;
    }

    /**
     * The UUID of a text in its canonical form, in either case.
     *
     * @throws InvalidFieldException when it is none
     */
    public static UUID uuid(String field, String text) {
        if (!UUID_TEXT.matcher(text).matches()) {
            throw new InvalidFieldException(field, "must be a UUID of 36 characters");
        }
        return UUID.fromString(text);
    }

    /** A name that is not known, fit to be shown: cut, and without what is not printable. */
    public static String nameable(String name) {
        String printable = name.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= 64 ? printable : printable.substring(0, 64) + "...";
    }
}
