package io.counterfoil.springids;

import java.net.URI;
import java.util.HexFormat;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * The response to an invalid id (RFC 9457).
 *
 * @param field the parameter, the header field, or the path within the body
 * @param detail what is wrong with which text
 */
record InvalidIdProblem(String field, String detail) {

    private static final String TYPE = "urn:counterfoil:problem:invalid-id";
    private static final String TITLE = "Invalid id";

    static final HttpStatus STATUS = HttpStatus.BAD_REQUEST;

    /** The problem for Spring to write. */
    ProblemDetail toProblemDetail() {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(STATUS, detail);
        problem.setType(URI.create(TYPE));
        problem.setTitle(TITLE);
        problem.setProperty("field", field);
        return problem;
    }

    /** The problem in plain ASCII, where no converter of the application is asked. */
    String toJson() {
        return "{\"type\":%s,\"title\":%s,\"status\":%s,\"detail\":%s,\"field\":%s}"
                .formatted(quoted(TYPE), quoted(TITLE), STATUS.value(), quoted(detail), quoted(field));
    }

    /** Quotes, back-slashes and everything that is not plain ASCII are escaped (RFC 8259, section 7). */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
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
        return json.append('"').toString();
    }
}
