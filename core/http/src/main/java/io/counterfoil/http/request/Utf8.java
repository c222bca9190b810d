package io.counterfoil.http.request;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * UTF-8 and percent-encoding, read strictly. A lenient decoder puts the same replacement for all that it cannot read, and two
 * identifiers become one.
 */
final class Utf8 {

    private Utf8() {}

    /** The text; empty where the bytes are not UTF-8. */
    static Optional<String> decode(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException malformed) {
            return Optional.empty();
        }
    }

    /** The text without its percent-encoding (RFC 3986, section 2.1); empty where that is broken, or not UTF-8. */
    static Optional<String> percentDecode(String text) {
        if (text.indexOf('%') < 0) {
            return Optional.of(text);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == '%') {
                if (!isOctet(text, at + 1)) {
                    return Optional.empty();
                }
                bytes.write(Integer.parseInt(text, at + 1, at + 3, 16));
                at += 3;
            } else {
                int end = text.indexOf('%', at);
                String plain = text.substring(at, end < 0 ? text.length() : end);
                Optional<byte[]> encoded = encode(plain);
                if (encoded.isEmpty()) {
                    return Optional.empty();
                }
                bytes.writeBytes(encoded.get());
                at += plain.length();
            }
        }
        return decode(bytes.toByteArray());
    }

    private static boolean isOctet(String text, int at) {
        return at + 2 <= text.length() && isHex(text.charAt(at)) && isHex(text.charAt(at + 1));
    }

    private static boolean isHex(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    private static Optional<byte[]> encode(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return Optional.of(exact);
        } catch (CharacterCodingException unpaired) {
            return Optional.empty();
        }
    }
}
