package io.counterfoil.ids;

import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdReason;
import org.jspecify.annotations.Nullable;

/**
 * One form of the texts of a type: a prefix and an underscore, or neither, and a body.
 *
 * @param prefix with its underscore; empty for texts that have none
 * @param padded whether the body has the fixed width of its format
 */
record TextForm(String prefix, IdFormat format, boolean padded, Body body) {

    static final char SEPARATOR = '_';

    static TextForm of(String prefix, IdFormat format, boolean padded, Body body) {
        return new TextForm(prefix.isEmpty() ? "" : prefix + SEPARATOR, format, padded, body);
    }

    /** The value of a text, or null. */
    @Nullable
    Object tryParse(CharSequence text) {
        return hasPrefix(text, false) && hasPlaceForBody(text)
                ? body.tryParse(text, prefix.length(), text.length())
                : null;
    }

    /** The value of a text in any case, or null. */
    @Nullable
    Object tryParseLenient(CharSequence text) {
        if (!hasPrefix(text, true) || !hasPlaceForBody(text)) {
            return null;
        }
        try {
            return body.parseLenient(text, prefix.length(), text.length());
        } catch (InvalidIdException none) {
            return null;
        }
    }

    /** Why a text with this prefix has no value. */
    InvalidIdException fault(CharSequence text, boolean lenient, Class<?> idClass) {
        if (!hasPlaceForBody(text)) {
            return InvalidIdException.length("%s is no %s: %s characters expected%s, found %s"
                    .formatted(
                            Excerpt.of(text),
                            idClass.getSimpleName(),
                            body.shortest() == body.longest()
                                    ? String.valueOf(body.longest())
                                    : body.shortest() + " to " + body.longest(),
                            prefix.isEmpty() ? "" : " after \"" + prefix + '"',
                            text.length() - prefix.length()));
        }
        try {
            Object value = lenient
                    ? body.parseLenient(text, prefix.length(), text.length())
                    : body.parse(text, prefix.length(), text.length());
            return new InvalidIdException(
                    InvalidIdReason.CHARACTER, -1, "the text changed while it was read as " + value);
        } catch (InvalidIdException fault) {
            return fault;
        }
    }

    boolean hasPrefix(CharSequence text, boolean anyCase) {
        if (text.length() < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            char c = text.charAt(i);
            if (c != prefix.charAt(i) && !(anyCase && lowerCase(c) == lowerCase(prefix.charAt(i)))) {
                return false;
            }
        }
        return true;
    }

    /** Of ASCII; no other character is one of a prefix in another case. */
    private static char lowerCase(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c | ' ') : c;
    }

    boolean hasPlaceForBody(CharSequence text) {
        int length = text.length() - prefix.length();
        return length >= body.shortest() && length <= body.longest();
    }

    /** Whether there are texts that both read, as different values. */
    boolean contradicts(TextForm other) {
        return prefix.equalsIgnoreCase(other.prefix)
                && format.base() != other.format.base()
                && body.shortest() <= other.body.longest()
                && other.body.shortest() <= body.longest();
    }

    boolean isSame(TextForm other) {
        return prefix.equals(other.prefix) && format == other.format && padded == other.padded;
    }

    @Override
    public String toString() {
        return "%s%s%s".formatted(prefix, padded ? "" : "unpadded ", format);
    }
}
