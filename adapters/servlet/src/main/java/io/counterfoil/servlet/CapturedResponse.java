package io.counterfoil.servlet;

import io.counterfoil.http.HeaderField;
import io.counterfoil.http.Problem;
import io.counterfoil.http.Response;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A response that is kept back until its transaction has committed: nothing that the handler writes reaches the client
 * before that. Status and header fields stay in the native response, which is not sent yet; the body stays here.
 */
final class CapturedResponse extends HttpServletResponseWrapper {

    private static final String CONTENT_TYPE = "Content-Type";

    private final HttpServletResponse target;
    /** What outer filters had set; without what the handler then replaced, once it has run. */
    private final List<HeaderField> before;

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final BodyStream stream = new BodyStream(body);
    private @Nullable PrintWriter writer;
    private @Nullable Problem error;
    private boolean handled;

    CapturedResponse(HttpServletResponse target) {
        super(target);
        this.target = target;
        this.before = headersOf(target);
    }

    /** What the handler made: all that was not there before it ran. */
    Response captured() {
        if (error != null) {
            return error.toResponse();
        }
        if (writer != null) {
            writer.flush();
        }
        List<HeaderField> made = headersOf(target);
        before.retainAll(made);
        made.removeAll(before);
        handled = true;
        return new Response(target.getStatus(), made, body.toByteArray());
    }

    /**
     * Sends a response in place of what was captured; fields that outer filters had set are kept. Where no handler ran, a
     * remembered field takes the place of theirs, as the handler's had; {@code Vary} alone only ever grows.
     */
    void send(Response response) throws IOException {
        target.reset();
        before.stream()
                .filter(field -> handled
                        || field.name().equalsIgnoreCase("Vary")
                        || response.header(field.name()).isEmpty())
                .forEach(field -> target.addHeader(field.name(), field.value()));
        ServletResponses.send(response, target);
    }

    private static List<HeaderField> headersOf(HttpServletResponse response) {
        List<HeaderField> fields = new ArrayList<>();
        // Some containers list a name once for each of its lines.
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(response.getHeaderNames());
        for (String name : names) {
            response.getHeaders(name).forEach(value -> fields.add(new HeaderField(name, value)));
        }
        // Containers keep the content type apart from the other fields, and some do not list it among them.
        String contentType = response.getContentType();
        if (contentType != null
                && fields.stream().noneMatch(field -> field.name().equalsIgnoreCase(CONTENT_TYPE))) {
            fields.add(new HeaderField(CONTENT_TYPE, contentType));
        }
        return fields;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return stream;
    }

    @Override
    public PrintWriter getWriter() {
        if (writer == null) {
            // Told to the target, so that its Content-Type names the charset the body is really in.
            target.setCharacterEncoding(getCharacterEncoding());
            writer = new PrintWriter(new OutputStreamWriter(body, Charset.forName(getCharacterEncoding())));
        }
        return writer;
    }

    @Override
    public void sendError(int status) {
        sendError(status, "");
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        error = Problem.of(status, "about:blank", "Status " + status, message == null ? "" : message);
    }

    @Override
    public void sendRedirect(String location) {
        resetBuffer();
        target.setStatus(SC_FOUND);
        target.setHeader("Location", location);
    }

    @Override
    public void flushBuffer() {
        if (writer != null) {
            writer.flush();
        }
    }

    @Override
    public void resetBuffer() {
        flushBuffer();
        body.reset();
    }

    @Override
    public void reset() {
        resetBuffer();
        error = null;
        target.reset();
        before.forEach(field -> target.addHeader(field.name(), field.value()));
    }

    @Override
    public void setContentLength(int length) {
        // The length is that of the captured body, known when it is sent.
    }

    @Override
    public void setContentLengthLong(long length) {
        // As above.
    }

    @Override
    public void setBufferSize(int size) {
        // The buffer is this object, and takes the whole body.
    }

    private static final class BodyStream extends ServletOutputStream {

        private final ByteArrayOutputStream body;

        BodyStream(ByteArrayOutputStream body) {
            this.body = body;
        }

        @Override
        public void write(int b) {
            body.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            body.write(bytes, offset, length);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException(
                    "keyed requests are handled synchronously: write the body without a listener");
        }
    }
}
