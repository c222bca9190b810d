package io.counterfoil.ledger.domain;

/** What every text from outside must be. */
public final class Text {

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
}
