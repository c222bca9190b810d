package io.counterfoil.ids.text;

import io.counterfoil.ids.internal.Excerpt;

/**
 * What the texts of a format look like: for those paths that need no speed. It finds the fault in a text that was refused, and
 * knows what else a digit may look like where a text is read leniently.
 */
final class Shape {

    private static final int ASCII = 128;
    private static final int OTHER_CASE = 'a' ^ 'A';

    private final String format;
    private final String alphabet;
    private final String largest;
    private final int bits;
    private final byte[] canonical = new byte[ASCII];

    /**
     * @param alphabet the digits
     * @param largest the last text; where it has a hyphen, every text has one
     * @param bits of every id
     */
    Shape(String format, String alphabet, String largest, int bits) {
        this.format = format;
        this.alphabet = alphabet;
        this.largest = largest;
        this.bits = bits;
        boolean oneCase = alphabet.indexOf('z') < 0 || alphabet.indexOf('Z') < 0;
        for (int i = 0; i < alphabet.length(); i++) {
            char digit = alphabet.charAt(i);
            canonical[digit] = (byte) digit;
            if (oneCase && Character.isLetter(digit)) {
                canonical[digit ^ OTHER_CASE] = (byte) digit;
            }
        }
        if (alphabet.length() == 32) { // Crockford's look-alikes
            canonical['o'] = canonical['O'] = '0';
            canonical['i'] = canonical['I'] = canonical['l'] = canonical['L'] = '1';
        }
        canonical['-'] = '-';
    }

    int length() {
        return largest.length();
    }

    String alphabet() {
        return alphabet;
    }

    /** Whether a part of a text is the last of all texts. */
    boolean isLargest(CharSequence text, int start, int end) {
        if (end - start != length()) {
            return false;
        }
        for (int i = 0; i < length(); i++) {
            if (text.charAt(start + i) != largest.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** A part of the right length as it would be if it were strict; with a NUL for each character that has no reading. */
    byte[] canonical(CharSequence text, int start) {
        byte[] ascii = new byte[length()];
        for (int i = 0; i < ascii.length; i++) {
            ascii[i] = (byte) canonical(text.charAt(start + i));
        }
        return ascii;
    }

    private char canonical(char c) {
        return c < ASCII ? (char) canonical[c] : 0;
    }

    /** Why a part of a text is refused. */
    InvalidIdException fault(CharSequence text, int start, int end) {
        return fault(text, start, end, false);
    }

    /** Why a part of a text is refused even leniently. */
    InvalidIdException lenientFault(CharSequence text, int start, int end) {
        return fault(text, start, end, true);
    }

    private InvalidIdException fault(CharSequence text, int start, int end, boolean lenient) {
        if (end - start != length()) {
            return InvalidIdException.length(format + ": " + length() + " characters expected, found " + (end - start));
        }
        byte[] digits = new byte[length()];
        for (int i = 0; i < digits.length; i++) {
            char c = text.charAt(start + i);
            char digit = lenient ? canonical(c) : c;
            boolean hyphenBelongs = largest.charAt(i) == '-';
            if (hyphenBelongs ? digit != '-' : alphabet.indexOf(digit) < 0) {
                return wrong(c, start + i, hyphenBelongs);
            }
            digits[i] = (byte) digit;
        }
        return tooLarge(digits, start);
    }

    private InvalidIdException wrong(char c, int index, boolean hyphenBelongs) {
        String what = format + ": character " + Excerpt.of(String.valueOf(c)) + " at index " + index;
        if (hyphenBelongs) {
            return new InvalidIdException(InvalidIdReason.CHARACTER, index, what + ", where a hyphen belongs");
        }
        char otherCase = (char) (c ^ OTHER_CASE);
        return Character.isLetter(otherCase) && canonical(c) == otherCase
                ? new InvalidIdException(
                        InvalidIdReason.CASE, index, what + " is in the wrong case, expected \"" + otherCase + '"')
                : new InvalidIdException(InvalidIdReason.CHARACTER, index, what + " is none of " + alphabet);
    }

    private InvalidIdException tooLarge(byte[] digits, int start) {
        for (int i = 0; i < digits.length; i++) {
            char digit = (char) digits[i];
            char limit = largest.charAt(i);
            if (digit > limit) {
                String where = " bits: at index " + (start + i) + ", '" + digit + "' is above '" + limit;
                return new InvalidIdException(
                        InvalidIdReason.OVERFLOW,
                        start + i,
                        format + ": more than " + bits + where + "' of the largest text, " + largest);
            }
            if (digit < limit) {
                break;
            }
        }
        return new InvalidIdException(InvalidIdReason.CHARACTER, -1, format + ": the text changed while it was read");
    }
}
