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

    /** {@return a problem with a header field} */
    public static Problem badHeader(String name, String reason) {
        return new Problem(
                400, ProblemTypes.BAD_HEADER, "Unreadable header field", name + " " + reason, Optional.of(name));
    }

    /** {@return a problem with a key that is in the path, the query or the body} */
    public static Problem badKey(String place, String reason) {
        return new Problem(
                400, ProblemTypes.BAD_KEY, "Unreadable idempotency key", place + " " + reason, Optional.of(place));
    }

    /** {@return a problem with the body's size} */
    public static Problem bodyTooLarge(long limit) {
        return new Problem(
                413,
                ProblemTypes.BODY_TOO_LARGE,
                "Body too large",
                "the body is larger than " + limit + " bytes",
                Optional.of("body"));
    }

    /** {@return a problem with the time that the body takes: longer than the grace and a second for each so many bytes} */
    public static Problem bodyTooSlow(Duration grace, int bytesPerSecond) {
        return new Problem(
                408,
                ProblemTypes.BODY_TOO_SLOW,
                "Body too slow",
                "the body must arrive within %s ms plus one second for each %s bytes"
                        .formatted(grace.toMillis(), bytesPerSecond),
                Optional.of("body"));
    }

    /** {@return a client that the field does not identify} */
    public static Problem unknownClient(String field) {
        return new Problem(
                401, ProblemTypes.UNKNOWN_CLIENT, "Unknown client", "unknown API key in " + field, Optional.of(field));
    }

    /**
     * {@return the store of records did not do its work}
     *
     * @param detail what that means for the request
     */
    public static Problem storeUnavailable(String detail) {
        return of(503, ProblemTypes.STORE_UNAVAILABLE, "Store unavailable", detail);
    }

    /** {@return a problem with the whole request, or with the server} */
    public static Problem of(int status, String type, String title, String detail) {
        return new Problem(status, type, title, detail, Optional.empty());
    }

    /** {@return the problem as a response} */
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
