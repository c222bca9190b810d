package io.counterfoil.idempotency.key;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** What every opaque text from outside must be before anything is done with it: readable, not empty, not too long. */
final class Texts {

    private static final String STRUCTURE = "[]=\\";

    private Texts() {}

    /**
     * Returns the text unchanged, or throws when it cannot be an identifier.
     *
     * <p>Control characters are refused because no store, header or log line carries all of them unchanged, and an
     * identifier that changes on its way is compared with something else than itself.
     */
    static String check(String kind, String text, int maxBytes) {
        if (text.isEmpty()) {
            throw new InvalidIdentifierException(kind, "is empty");
        }
        // Every char makes at least one byte: a giant is refused without being encoded first.
        if (text.length() > maxBytes) {
            throw new InvalidIdentifierException(kind, "longer than " + maxBytes + " bytes of UTF-8");
        }
        if (!isAscii(text)) {
            int bytes = utf8(kind, text).remaining();
            if (bytes > maxBytes) {
                throw new InvalidIdentifierException(
                        kind, "longer than " + maxBytes + " bytes of UTF-8 (" + bytes + ")");
            }
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new InvalidIdentifierException(kind, "has a control character at index " + i);
            }
        }
        return text;
    }

    /**
     * The text without what could write the structure of a log line, or hide: brackets, the equals sign, the backslash, control and format
     * characters, separators of lines and paragraphs, and what is not assigned are {@code \\u} and four hexadecimal digits.
     */
    static String shown(String text) {
        int plain = 0;
        while (plain < text.length() && isPlain(text.charAt(plain))) {
            plain++;
        }
        if (plain == text.length()) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16);
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

    private static boolean isPlain(char c) {
        return c >= ' ' && c <= '~' && STRUCTURE.indexOf(c) < 0;
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
            default -> STRUCTURE.indexOf(c) < 0;
        };
    }

    /** Whether each char is one byte, as nearly always: its length is known then without encoding it. */
    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static ByteBuffer utf8(String kind, String text) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException unpaired) {
            throw new InvalidIdentifierException(kind, "has an unpaired surrogate");
        }
    }
}
