package io.counterfoil.servlet;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A response that is kept back until its unit of work is over: nothing that the handler writes reaches the client before that. To the
 * handler it behaves like a container's own, down to being committed.
 *
 * <p>Status and header fields stay in the native response, which is not sent yet: only the container knows how it writes a cookie, and
 * which charset a content type means to it. The body stays here. Its length is that of what was written, whatever the handler has
 * announced.
 */
final class CapturedResponse extends BufferedHeaders implements HeldResponse {

    /** An error that the handler has sent and that is not rendered yet. */
    record SentError(int status, String message) {}

    private final HttpServletResponse target;
    private final ServletResponse shielded;
    private final UnaryOperator<String> locations;
    /** What outer filters had set; without what the handler then replaced, once it has run. */
    private final List<HeaderField> before;

    /** What outer filters had set, whatever became of it. */
    private final List<HeaderField> outer;

    private final CapturedBody body;
    private @Nullable ServletOutputStream stream;
    private CapturedBody.@Nullable Writer writer;

    /** All that were handed out: after a reset, a handler may go on with the one that it has. */
    private final List<CapturedBody.Writer> writers = new ArrayList<>(1);

    /** What the handler made of the head; empty until it has run. */
    private List<HeaderField> made = List.of();

    private @Nullable SentError error;
    private boolean included;
    private boolean statusSet;
    private boolean handled;

    /** A response to be sent to the target; {@code locations} makes of that of a redirect what the container would. */
    CapturedResponse(HttpServletResponse target, UnaryOperator<String> locations) {
        super(TomcatShield.before(target));
        this.target = target;
        this.locations = locations;
        this.shielded = getResponse();
        this.before = ServletResponses.headersOf(target);
        this.outer = List.copyOf(before);
        this.body = new CapturedBody(target.getBufferSize());
    }

    /** What the handler made: all that was not there before it ran. */
    Response captured() {
        drain();
        made = ServletResponses.headersOf(target);
        before.retainAll(made);
        made.removeAll(before);
        handled = true;
        List<HeaderField> fields = new ArrayList<>(made);
        form().field().ifPresent(fields::add);
        return new Response(target.getStatus(), fields, body.toByteArray());
    }

    private BodyForm form() {
        return new BodyForm(isAnnounced(body.size()), writer != null);
    }

    private void drain() {
        writers.forEach(CapturedBody.Writer::drain);
    }

    /** The error that the handler has sent, if it has. */
    Optional<SentError> error() {
        return Optional.ofNullable(error);
    }

    /** Open for the page that shows the error; its status stays unless the page sets another. */
    void showError() {
        // What was written after the error goes nowhere.
        drain();
        writers.clear();
        error = null;
        stream = null;
        writer = null;
        body.restart();
    }

    @Override
    public void restart() {
        if (error == null) {
            drain();
            body.restart();
            statusSet = false;
        }
    }

    @Override
    public boolean isUntouched() {
        drain();
        return !statusSet && !isCommitted() && body.isEmpty();
    }

    @Override
    public void setStatus(int status) {
        statusSet = true;
        super.setStatus(status);
    }

    /** A response that is as this one was before the handler ran. */
    CapturedResponse anew() {
        target.reset();
        ServletResponses.set(outer, target);
        return new CapturedResponse(target, locations);
    }

    /** Leaves nothing of what the handler made in the native response. */
    void discard() {
        target.reset();
        ServletResponses.set(before, target);
    }

    /**
     * Sends a response in place of what was captured; fields that outer filters had set are kept. Where it is not the handler's, a field of
     * it takes the place of theirs, as the handler's would; {@code Vary} alone only ever grows.
     *
     * <p>The native response is reset only where the handler left something in it that is not in this response: an outer filter may have
     * written to it, such as the header of a compressed body.
     */
    void send(Response response) throws IOException {
        List<HeaderField> fields = new ArrayList<>(response.headers());
        if (!handled || !made.stream().allMatch(fields::remove)) {
            if (handled || isChanged()) {
                discard();
            }
            fields = replacing(response.headers());
        }
        fields.removeIf(BodyForm::isIts);
        target.setStatus(response.status());
        ServletResponses.set(fields, target);
        BodyForm.of(response).write(response, target);
    }

    /** Whether a handler that did not return left something in the native response. */
    private boolean isChanged() {
        return !writers.isEmpty() || !ServletResponses.headersOf(target).equals(outer);
    }

    private List<HeaderField> replacing(List<HeaderField> fields) {
        List<HeaderField> all = new ArrayList<>();
        for (HeaderField field : before) {
            if (field.name().equalsIgnoreCase("Vary")) {
                all.add(field);
            }
        }
        all.addAll(fields);
        return all;
    }

    @Override
    public void setResponse(ServletResponse response) {
        super.setResponse(response);
        // Tomcat puts something between, for as long as a resource is included, to swallow what may not be set there.
        included = response != shielded;
    }

    @Override
    boolean isWriting() {
        return writer != null;
    }

    @Override
    public boolean isCommitted() {
        return body.isCommitted() || error != null;
    }

    private static void mustBeOpen(boolean closed, String what) {
        if (closed) {
            throw new IllegalStateException(what + " after the response was committed");
        }
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer != null) {
            throw new IllegalStateException("getOutputStream() after getWriter()");
        }
        if (stream == null) {
            stream = body.stream();
        }
        return stream;
    }

    @Override
    public PrintWriter getWriter() throws UnsupportedEncodingException {
        if (stream != null) {
            throw new IllegalStateException("getWriter() after getOutputStream()");
        }
        if (writer == null) {
            Charset charset = charset(getCharacterEncoding());
            // Set on the target, so that its Content-Type names the charset the body is really in.
            setCharacterEncoding(getCharacterEncoding());
            writer = writerIn(charset);
        }
        return writer;
    }

    /** After a reset the same one, as containers do it, unless it encodes otherwise. */
    private CapturedBody.Writer writerIn(Charset charset) {
        for (CapturedBody.Writer open : writers) {
            if (open.charset().equals(charset)) {
                return open;
            }
        }
        CapturedBody.Writer fresh = body.writer(charset);
        writers.add(fresh);
        return fresh;
    }

    private static Charset charset(String name) throws UnsupportedEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            UnsupportedEncodingException refused = new UnsupportedEncodingException(name);
            refused.initCause(unknown);
            throw refused;
        }
    }

    @Override
    public void sendError(int status) {
        sendError(status, "");
    }

    @Override
    public void sendError(int status, @Nullable String message) {
        mustBeOpen(isCommitted(), "sendError()");
        if (!included) {
            error(status, message == null ? "" : message);
        }
    }

    private void error(int status, String message) {
        drain();
        body.restart();
        super.setStatus(status);
        body.close();
        error = new SentError(status, message);
    }

    @Override
    public void sendRedirect(String location) {
        sendRedirect(location, SC_FOUND, true);
    }

    @Override
    public void sendRedirect(String location, int status) {
        sendRedirect(location, status, true);
    }

    @Override
    public void sendRedirect(String location, boolean clearBuffer) {
        sendRedirect(location, SC_FOUND, clearBuffer);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) {
        mustBeOpen(isCommitted(), "sendRedirect()");
        if (included) {
            return;
        }
        if (clearBuffer) {
            clear();
        }
        setStatus(status);
        setHeader("Location", locations.apply(location));
        drain();
        body.close();
    }

    @Override
    public void flushBuffer() {
        drain();
        body.commit();
    }

    @Override
    public void resetBuffer() {
        mustBeOpen(isCommitted(), "resetBuffer()");
        if (!included) {
            clear();
        }
    }

    private void clear() {
        drain();
        body.clear();
    }

    @Override
    public void reset() {
        mustBeOpen(isCommitted(), "reset()");
        if (included) {
            return;
        }
        clear();
        stream = null;
        writer = null;
        forgetLength();
        target.reset();
        ServletResponses.set(before, target);
    }

    @Override
    public int getBufferSize() {
        return body.bufferSize();
    }

    @Override
    public void setBufferSize(int size) {
        if (isCommitted() || !body.isEmpty()) {
            throw new IllegalStateException("setBufferSize() after something was written");
        }
        body.setBufferSize(size);
    }
}
