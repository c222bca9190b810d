package io.counterfoil.http.request;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Reads an item of a structured field whose value is a string (RFC 9651, section 4.2). Parameters must be well-formed, each
 * with a bare item of any type, and are left out. For one reading.
 *
 * <p>One pass, no going back: each method reads what it is named after from where the one before stopped, or refuses the whole
 * field, as section 4.2 requires. A reason names the position and never the contents.
 */
final class StructuredFieldString {

    private static final int MOST_DIGITS = 15;
    private static final int MOST_DIGITS_BEFORE_POINT = 12;
    private static final int MOST_DIGITS_AFTER_POINT = 3;

    private final String kind;
    private final String text;
    private int at;

    private StructuredFieldString(String kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    /**
     * The string.
     *
     * @param kind what is being read, for the error
     * @throws InvalidIdentifierException when the text is no such item
     */
    static String parse(String kind, String text) {
        StructuredFieldString field = new StructuredFieldString(kind, text);
        field.spaces();
        String value = field.string();
        field.parameters();
        field.spaces();
        if (field.at < text.length()) {
            throw field.wrong(
                    field.peek() == ','
                            ? "is a list of values; a single value is required"
                            : "has characters after its end");
        }
        return value;
    }

    private void parameters() {
        while (next(';')) {
            spaces();
            key();
            if (next('=')) {
                bareItem();
            }
        }
    }

    private void key() {
        if (!isLowerAlpha(peek()) && peek() != '*') {
            throw wrong("has a parameter without a name");
        }
        while (isLowerAlpha(peek()) || isDigit(peek()) || isOneOf("_-.*", peek())) {
            at++;
        }
    }

    private void bareItem() {
        char first = peek();
        if (first == '-' || isDigit(first)) {
            number();
        } else if (first == '"') {
            string();
        } else if (first == '*' || isAlpha(first)) {
            token();
        } else if (first == ':') {
            byteSequence();
        } else if (first == '?') {
            bool();
        } else if (first == '@') {
            date();
        } else if (first == '%') {
            displayString();
        } else {
            throw wrong("has a parameter without a value");
        }
    }

    /** Reads an integer or a decimal; whether it is an integer. */
    private boolean number() {
        next('-');
        int whole = digits();
        if (!next('.')) {
            require(whole >= 1 && whole <= MOST_DIGITS, "has an integer that is not of 1 to 15 digits");
            return true;
        }
        require(whole >= 1 && whole <= MOST_DIGITS_BEFORE_POINT, "has a decimal that is not of 1 to 12 digits");
        int fraction = digits();
        require(
                fraction >= 1 && fraction <= MOST_DIGITS_AFTER_POINT,
                "has a decimal that is not of 1 to 3 fractional digits");
        return false;
    }

    private int digits() {
        int start = at;
        while (isDigit(peek())) {
            at++;
        }
        return at - start;
    }

    private String string() {
        require(next('"'), "has no opening quote");
        StringBuilder value = new StringBuilder(text.length() - at);
        while (!next('"')) {
            char c = visible();
            if (c == '\\') {
                c = peek();
                require(c == '"' || c == '\\', "has a backslash before a character other than a quote or backslash");
                at++;
            }
            value.append(c);
        }
        return value.toString();
    }

    private void token() {
        at++;
        while (isAlpha(peek()) || isDigit(peek()) || isOneOf("!#$%&'*+-.^_`|~:/", peek())) {
            at++;
        }
    }

    /** Missing padding, and bits that are not zero behind the last byte, are let pass (section 4.2.7). */
    private void byteSequence() {
        int end = text.indexOf(':', at + 1);
        require(end >= 0, "has a byte sequence without a closing colon");
        try {
            Base64.getDecoder().decode(text.substring(at + 1, end));
        } catch (IllegalArgumentException undecodable) {
            throw wrong("has a byte sequence that is not base64");
        }
        at = end + 1;
    }

    private void bool() {
        at++;
        require(next('0') || next('1'), "has a boolean other than ?0 and ?1");
    }

    private void date() {
        at++;
        require(number(), "has a date with a fraction");
    }

    private void displayString() {
        at++;
        require(next('"'), "has a display string without a quote");
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        while (!next('"')) {
            char c = visible();
            utf8.write(c == '%' ? octet() : c);
        }
        if (Utf8.decode(utf8.toByteArray()).isEmpty()) {
            throw wrong("has a display string that is not UTF-8");
        }
    }

    private int octet() {
        int end = at + 2;
        require(
                end <= text.length() && isLowerHex(text.charAt(at)) && isLowerHex(text.charAt(at + 1)),
                "has a percent sign that is not followed by two hexadecimal digits");
        int octet = HexFormat.fromHexDigits(text, at, end);
        at = end;
        return octet;
    }

    /** The next character of a string that is not yet closed. */
    private char visible() {
        require(at < text.length(), "has no closing quote");
        char c = text.charAt(at);
        require(c >= ' ' && c <= '~', "has characters other than printable ASCII");
        at++;
        return c;
    }

    private void spaces() {
        while (next(' ')) {}
    }

    private boolean next(char expected) {
        boolean there = at < text.length() && text.charAt(at) == expected;
        if (there) {
            at++;
        }
        return there;
    }

    /** The next character; at the end a placeholder. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void require(boolean met, String reason) {
        if (!met) {
            throw wrong(reason);
        }
    }

    private InvalidIdentifierException wrong(String reason) {
        return new InvalidIdentifierException(kind, reason + ", at character " + (at + 1));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLowerAlpha(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isAlpha(char c) {
        return isLowerAlpha(c) || (c >= 'A' && c <= 'Z');
    }

    private static boolean isLowerHex(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f');
    }

    private static boolean isOneOf(String characters, char c) {
        return characters.indexOf(c) >= 0;
    }
}
