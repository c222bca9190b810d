package io.counterfoil.http.request;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One spelling for all that servers find the same handler for (RFC 3986, section 6.2.2): without path parameters ({@code ;v=1}), each character
 * percent-encoded where a segment needs it and nowhere else, in upper case, without empty segments but the last. Other segments stay: an encoded
 * slash is no slash, and letters keep their case.
 */
final class CanonicalPath {

    /** The characters that a segment contains unencoded: {@code pchar} of RFC 3986, section 3.3, without the semicolon, which begins parameters. */
    private static final String PLAIN = "-._~!$&'()*+,=:@";

    private CanonicalPath() {}

    /**
     * That of a path as sent.
     *
     * @throws MalformedPathException when a percent-encoding cannot be decoded, or a segment is {@code .} or {@code ..}, which clients resolve
     *     before they send
     */
    static String of(String path) {
        if (isCanonical(path)) {
            return path;
        }
        List<String> segments = new ArrayList<>();
        String[] sent = path.split("/", -1);
        for (int i = 0; i < sent.length; i++) {
            if (i == 0 || i == sent.length - 1 || !sent[i].isEmpty()) {
                segments.add(segment(sent[i]));
            }
        }
        return String.join("/", segments);
    }

    private static boolean isCanonical(String path) {
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '/' ? i + 1 < path.length() && "/.".indexOf(path.charAt(i + 1)) >= 0 : !isPlain(c)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0;
    }

    private static String segment(String sent) {
        String decoded = Utf8.percentDecode(withoutParameters(sent))
                .orElseThrow(() -> new MalformedPathException("has a percent-encoding that cannot be decoded"));
        if (decoded.equals(".") || decoded.equals("..")) {
            throw new MalformedPathException("has a segment of dots alone");
        }
        StringBuilder canonical = new StringBuilder(decoded.length());
        for (byte octet : decoded.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(octet)) {
                canonical.append((char) octet);
            } else {
                canonical.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return canonical.toString();
    }

    /** The segment before its parameters. */
    static String withoutParameters(String segment) {
        int parameters = segment.indexOf(';');
        return parameters < 0 ? segment : segment.substring(0, parameters);
    }
}
