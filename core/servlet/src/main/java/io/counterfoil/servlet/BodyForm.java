package io.counterfoil.servlet;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How a handler wrote a body, so that it is written alike to the native response, the first time and in a replay: filters in front go on with
 * what the handler used. It is remembered in a field of the stored response that is never sent, where it is not the usual form.
 *
 * @param announced whether with a length that the handler itself announced; the container adds that of a small body anyway
 * @param text whether by a writer
 */
record BodyForm(boolean announced, boolean text) {

    private static final String NAME = "Counterfoil-Body-Form";

    private static final BodyForm USUAL = new BodyForm(false, false);

    /** How the handler of a response wrote its body. */
    static BodyForm of(Response response) {
        return response.header(NAME)
                .map(value -> List.of(value.split(",", -1)))
                .map(words -> new BodyForm(words.contains("announced"), words.contains("text")))
                .orElse(USUAL);
    }

    /** The field that remembers it; empty for the usual form. */
    Optional<HeaderField> field() {
        if (equals(USUAL)) {
            return Optional.empty();
        }
        if (announced && text) {
            return Optional.of(new HeaderField(NAME, "announced,text"));
        }
        return Optional.of(new HeaderField(NAME, announced ? "announced" : "text"));
    }

    static boolean isIts(HeaderField field) {
        return field.name().equalsIgnoreCase(NAME);
    }

    void write(Response response, HttpServletResponse target) throws IOException {
        if (announced) {
            target.setContentLength(response.bodyLength());
        }
        if (!text || !isWritten(response.body(), target)) {
            ServletResponses.writeBody(response, target);
        }
    }

    /** Bytes that are no text in the target's charset are not. */
    private static boolean isWritten(byte[] body, HttpServletResponse target) throws IOException {
        Charset charset = Charset.forName(target.getCharacterEncoding());
        String decoded = new String(body, charset);
        if (body.length == 0 || !charset.canEncode() || !Arrays.equals(decoded.getBytes(charset), body)) {
            return false;
        }
        target.getWriter().write(decoded);
        return true;
    }
}
