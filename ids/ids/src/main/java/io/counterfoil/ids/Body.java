package io.counterfoil.ids;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.internal.Excerpt;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdReason;
import io.counterfoil.ids.text.LongFormat;
import io.counterfoil.ids.text.UuidFormat;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The texts of values of one kind in one format: what follows the underscore. */
interface Body {

    /** The length of the shortest text, in characters. */
    int shortest();

    /** The length of the longest text. */
    int longest();

    /** The value of a part of a text, or an {@link InvalidIdException} whose position is of the whole text. */
    Object parse(CharSequence text, int start, int end);

    /** As {@link #parse}, in any case where the alphabet has one. */
    Object parseLenient(CharSequence text, int start, int end);

    /** The value of a part of a text, or null. */
    @Nullable
    Object tryParse(CharSequence text, int start, int end);

    /** Texts of one length, in which ids are written. */
    interface Fixed extends Body {

        int length();

        /** The digits, from that of 0 on. */
        String alphabet();

        /** The digit of 0. */
        default char zero() {
            return alphabet().charAt(0);
        }

        /** Writes {@link #length} bytes of ASCII, for all of which there is room. */
        void write(Object value, byte[] target, int at);

        @Override
        default int shortest() {
            return length();
        }

        @Override
        default int longest() {
            return length();
        }
    }

    /** The formats of UUIDs. */
    record OfUuid(UuidFormat format) implements Fixed {

        @Override
        public int length() {
            return format.length();
        }

        @Override
        public String alphabet() {
            return format.alphabet();
        }

        @Override
        public void write(Object value, byte[] target, int at) {
            format.format((UUID) value, target, at);
        }

        @Override
        public Object parse(CharSequence text, int start, int end) {
            return format.parse(text, start, end);
        }

        @Override
        public Object parseLenient(CharSequence text, int start, int end) {
            return format.parseLenient(text, start, end);
        }

        @Override
        public @Nullable Object tryParse(CharSequence text, int start, int end) {
            return format.tryParse(text, start, end).orElse(null);
        }
    }

    /** The formats of numbers. */
    record OfLong(LongFormat format) implements Fixed {

        @Override
        public int length() {
            return format.length();
        }

        @Override
        public String alphabet() {
            return format.alphabet();
        }

        @Override
        public void write(Object value, byte[] target, int at) {
            format.format((Long) value, target, at);
        }

        @Override
        public Object parse(CharSequence text, int start, int end) {
            return format.parse(text, start, end);
        }

        @Override
        public Object parseLenient(CharSequence text, int start, int end) {
            return format.parseLenient(text, start, end);
        }

        @Override
        public @Nullable Object tryParse(CharSequence text, int start, int end) {
            OptionalLong number = format.tryParse(text, start, end);
            return number.isPresent() ? (Object) number.getAsLong() : null;
        }
    }

    /** The formats of ObjectIds. */
    record OfObjectId(ObjectId.Format format) implements Fixed {

        @Override
        public int length() {
            return format.length();
        }

        @Override
        public String alphabet() {
            return format.alphabet();
        }

        @Override
        public void write(Object value, byte[] target, int at) {
            format.format((ObjectId) value, target, at);
        }

        @Override
        public Object parse(CharSequence text, int start, int end) {
            return format.parse(text, start, end);
        }

        @Override
        public Object parseLenient(CharSequence text, int start, int end) {
            return format.parseLenient(text, start, end);
        }

        @Override
        public @Nullable Object tryParse(CharSequence text, int start, int end) {
            return format.tryParse(text, start, end).orElse(null);
        }
    }

    /** Texts without the digits of 0 in front; 0 itself is one digit. */
    record Unpadded(Fixed padded) implements Body {

        @Override
        public int shortest() {
            return 1;
        }

        @Override
        public int longest() {
            return padded.longest();
        }

        @Override
        public Object parse(CharSequence text, int start, int end) {
            return read(text, start, end, false);
        }

        @Override
        public Object parseLenient(CharSequence text, int start, int end) {
            return read(text, start, end, true);
        }

        private Object read(CharSequence text, int start, int end, boolean lenient) {
            String digits = padded(text, start, end);
            if (digits == null) {
                throw end > start && end - start <= longest()
                        ? new InvalidIdException(
                                InvalidIdReason.CHARACTER,
                                start,
                                "unpadded digits must not have a leading zero, at index %s".formatted(start))
                        : InvalidIdException.length(
                                "1 to %s characters expected, found %s".formatted(longest(), end - start));
            }
            if (digits.length() == end - start) {
                return lenient ? padded.parseLenient(text, start, end) : padded.parse(text, start, end);
            }
            try {
                return lenient
                        ? padded.parseLenient(digits, 0, digits.length())
                        : padded.parse(digits, 0, digits.length());
            } catch (InvalidIdException invalid) {
                throw inPlace(invalid, text, start - (digits.length() - (end - start)));
            }
        }

        /** A fault of the padded digits as one of the text that has not all of them. */
        private InvalidIdException inPlace(InvalidIdException invalid, CharSequence text, int ahead) {
            int index = invalid.position().orElseThrow() + ahead;
            return new InvalidIdException(
                    invalid.reason(),
                    index,
                    "unpadded: character %s at index %s is %s"
                            .formatted(
                                    Excerpt.of(String.valueOf(text.charAt(index))),
                                    index,
                                    invalid.reason() == InvalidIdReason.CASE
                                            ? "in the wrong case"
                                            : "none of " + padded.alphabet()));
        }

        @Override
        public @Nullable Object tryParse(CharSequence text, int start, int end) {
            String digits = padded(text, start, end);
            return digits == null ? null : padded.tryParse(digits, 0, digits.length());
        }

        private @Nullable String padded(CharSequence text, int start, int end) {
            int length = end - start;
            if (length < 1 || length > longest() || (length > 1 && text.charAt(start) == padded.zero())) {
                return null;
            }
            return String.valueOf(padded.zero()).repeat(longest() - length) + text.subSequence(start, end);
        }
    }

    /** Unsigned decimal numbers of 64 bits, without zeros in front. */
    record Decimal() implements Body {

        private static final int LONGEST = Long.toUnsignedString(-1).length();

        @Override
        public int shortest() {
            return 1;
        }

        @Override
        public int longest() {
            return LONGEST;
        }

        @Override
        public Object parse(CharSequence text, int start, int end) {
            Object number = tryParse(text, start, end);
            if (number != null) {
                return number;
            }
            if (end == start || end - start > LONGEST) {
                throw InvalidIdException.length(
                        "decimal: 1 to %s digits expected, found %s".formatted(LONGEST, end - start));
            }
            for (int i = start; i < end; i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9' || (text.charAt(i) == '0' && i == start)) {
                    throw new InvalidIdException(
                            InvalidIdReason.CHARACTER,
                            i,
                            "decimal: a digit 0-9 without leading zeros expected at index %s".formatted(i));
                }
            }
            throw new InvalidIdException(
                    InvalidIdReason.OVERFLOW, start, "decimal: more than 64 bits, from index %s on".formatted(start));
        }

        @Override
        public Object parseLenient(CharSequence text, int start, int end) {
            return parse(text, start, end);
        }

        @Override
        public @Nullable Object tryParse(CharSequence text, int start, int end) {
            int length = end - start;
            if (length < 1 || length > LONGEST || (length > 1 && text.charAt(start) == '0')) {
                return null;
            }
            for (int i = start; i < end; i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    return null;
                }
            }
            try {
                return Long.parseUnsignedLong(text, start, end, 10);
            } catch (NumberFormatException tooLarge) {
                return null;
            }
        }
    }
}
