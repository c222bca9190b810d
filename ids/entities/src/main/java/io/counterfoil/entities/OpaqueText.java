package io.counterfoil.entities;

import java.util.HexFormat;
import java.util.Optional;

/** The rules for names that clients choose. Apart from these, a name is opaque. */
final class OpaqueText {

    /** A canonical UUID's text: a limit below would refuse the names that clients do best to use. */
    static final int MIN_LIMIT = 36;

    static final int DEFAULT_LIMIT = 64;
    static final int MAX_LIMIT = 255;

    private OpaqueText() {}

    static int checkedLimit(int limit) {
        if (limit < MIN_LIMIT || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "the limit must be %s to %s characters, and is %s".formatted(MIN_LIMIT, MAX_LIMIT, limit));
        }
        return limit;
    }

    /** As {@code toString} of the names shows it: what could write the structure of a log line, or hide, is escaped. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isShown(c)) {
                shown.appendCodePoint(c);
            } else {
                for (char half : Character.toChars(c)) {
                    shown.append("\\u").append(HexFormat.of().toHexDigits(half));
                }
            }
        });
        return shown.toString();
    }

    private static boolean isShown(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> "[]=\\".indexOf(c) < 0;
        };
    }

    /** Why a text is invalid, as a phrase to follow its name; empty where it is valid. Checks the length first. */
    static Optional<String> fault(String text, int limit) {
        if (text.isEmpty()) {
            return Optional.of("must not be empty");
        }
        if (text.length() > limit) {
            return Optional.of("must have at most %s characters, has %s".formatted(limit, text.length()));
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            return Optional.of("must not have control characters");
        }
        boolean unpaired =
                text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        return unpaired ? Optional.of("must not have an unpaired surrogate") : Optional.empty();
    }
}
