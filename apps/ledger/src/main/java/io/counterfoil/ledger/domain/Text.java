package io.counterfoil.ledger.domain;

import java.util.UUID;
import java.util.regex.Pattern;

/** Validates texts of requests. */
public final class Text {

    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private Text() {}

    /**
     * Returns the text unchanged.
     *
     * @throws InvalidFieldException when it is empty, is longer than this many characters, or has a control character
     *     or an unpaired surrogate
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
     * Returns the text unchanged.
     *
     * @throws InvalidFieldException when it has an unpaired surrogate, which UTF-8 cannot encode
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
     * @throws InvalidFieldException when the text is not a UUID
     */
    public static UUID uuid(String field, String text) {
        if (!UUID_TEXT.matcher(text).matches()) {
            throw new InvalidFieldException(field, "must be a UUID of 36 characters");
        }
        return UUID.fromString(text);
    }

    /** An unknown name for an error message: truncated, without non-printable characters. */
    public static String nameable(String name) {
        String printable = name.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= 64 ? printable : printable.substring(0, 64) + "...";
    }
}
