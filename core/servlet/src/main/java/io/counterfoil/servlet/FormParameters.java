package io.counterfoil.servlet;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a form body, taken apart by the rules of {@code application/x-www-form-urlencoded}. */
final class FormParameters {

    /** The media type of such a body. */
    static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

    /** How many parameters a body may have. */
    static final int LIMIT = 1000;

    private FormParameters() {}

    /**
     * The parameters, in their order.
     *
     * @throws IllegalStateException when there are more than {@value #LIMIT} of them, or one cannot be decoded; so it is in a
     *     container's own {@code getParameter}
     */
    static Map<String, List<String>> of(byte[] body, Charset charset) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        int count = 0;
        // What is not ASCII should have been encoded; where it was not, its bytes are kept as they are by this charset.
        for (String pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            if (++count > LIMIT) {
                throw new IllegalStateException("the form has more than " + LIMIT + " parameters");
            }
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals), charset);
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1), charset);
            parameters.computeIfAbsent(name, added -> new ArrayList<>()).add(value);
        }
        return parameters;
    }

    private static String decoded(String text, Charset charset) {
        try {
            return URLDecoder.decode(raw(text, charset), charset);
        } catch (IllegalArgumentException undecodable) {
            throw new IllegalStateException("a parameter of the form cannot be decoded", undecodable);
        }
    }

    private static String raw(String text, Charset charset) {
        return new String(text.getBytes(StandardCharsets.ISO_8859_1), charset);
    }
}
