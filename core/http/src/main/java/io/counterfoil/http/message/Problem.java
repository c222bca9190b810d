package io.counterfoil.http.message;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What went wrong with a request, for its client to read (RFC 9457).
 *
 * @param status the status code
 * @param type a stable URI, one of {@link ProblemTypes}
 * @param title the type in words, the same for every problem of this type
 * @param detail what is wrong this time, with the limit; empty for nothing to add
 * @param field the header field or body field at fault
 */
public record Problem(int status, String type, String title, String detail, Optional<String> field) {

    /** The media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /**
     * {@return the problem of an unreadable header field: 400}
     *
     * @param name the field's name
     * @param reason what is wrong, continuing a sentence that begins with the name: {@code is empty}
     */
    public static Problem badHeader(String name, String reason) {
        return new Problem(
                400, ProblemTypes.BAD_HEADER, "Unreadable header field", name + " " + reason, Optional.of(name));
    }

    /**
     * {@return the problem of an unreadable key in the path, the query or the body: 400}
     *
     * @param place where the key is, as {@code io.counterfoil.http.request.KeySource#nameIn} says
     * @param reason what is wrong, continuing a sentence that begins with the place: {@code is empty}
     */
    public static Problem badKey(String place, String reason) {
        return new Problem(
                400, ProblemTypes.BAD_KEY, "Unreadable idempotency key", place + " " + reason, Optional.of(place));
    }

    /**
     * {@return the problem of a body that is too large: 413}
     *
     * @param limit the largest body, in bytes
     */
    public static Problem bodyTooLarge(long limit) {
        return new Problem(
                413,
                ProblemTypes.BODY_TOO_LARGE,
                "Body too large",
                "the body is larger than " + limit + " bytes",
                Optional.of("body"));
    }

    /**
     * {@return the problem of a body that arrives too slowly: 408}
     *
     * @param grace the time that every body has
     * @param bytesPerSecond how many bytes give a body one more second
     */
    public static Problem bodyTooSlow(Duration grace, int bytesPerSecond) {
        return new Problem(
                408,
                ProblemTypes.BODY_TOO_SLOW,
                "Body too slow",
                "the body must arrive within %s ms plus one second for each %s bytes"
                        .formatted(grace.toMillis(), bytesPerSecond),
                Optional.of("body"));
    }

    /**
     * {@return the problem of an unknown API key: 401}
     *
     * @param field the name of the header field that has the key
     */
    public static Problem unknownClient(String field) {
        return new Problem(
                401, ProblemTypes.UNKNOWN_CLIENT, "Unknown client", "unknown API key in " + field, Optional.of(field));
    }

    /**
     * {@return the problem of a store of records that failed: 503}
     *
     * @param detail what that means for the request
     */
    public static Problem storeUnavailable(String detail) {
        return of(503, ProblemTypes.STORE_UNAVAILABLE, "Store unavailable", detail);
    }

    /**
     * {@return a problem with the whole request, or with the server, and with no field of it}
     *
     * @param status the status code
     * @param type a stable URI
     * @param title the type in words, the same for every problem of this type
     * @param detail what is wrong this time, with the limit; empty for nothing to add
     */
    public static Problem of(int status, String type, String title, String detail) {
        return new Problem(status, type, title, detail, Optional.empty());
    }

    /** {@return the problem as a response, with its status and {@link #MEDIA_TYPE}} */
    public Response toResponse() {
        return new Response(
                status,
                List.of(new HeaderField("Content-Type", MEDIA_TYPE)),
                toJson().getBytes(StandardCharsets.UTF_8));
    }

    /** {@return the problem as a JSON object} */
    public String toJson() {
        StringBuilder json = new StringBuilder("{");
        member(json, "type", type);
        json.append(',');
        member(json, "title", title);
        json.append(",\"status\":").append(status);
        if (!detail.isEmpty()) {
            json.append(',');
            member(json, "detail", detail);
        }
        field.ifPresent(name -> {
            json.append(',');
            member(json, "field", name);
        });
        return json.append('}').toString();
    }

    private static void member(StringBuilder json, String name, String value) {
        string(json, name);
        json.append(':');
        string(json, value);
    }

    /** Quotes, back-slashes and everything that is not plain ASCII are escaped (RFC 8259, section 7). */
    private static void string(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                json.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
