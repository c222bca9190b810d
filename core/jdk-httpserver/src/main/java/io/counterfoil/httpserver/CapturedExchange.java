package io.counterfoil.httpserver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An exchange whose body was read already, and whose response is kept back until its transaction has committed: nothing that the handler
 * writes reaches the client before that. For the thread of the handler.
 *
 * <p>It keeps the native one's rules: status and fields are final once they are sent, and a declared length is kept.
 */
final class CapturedExchange extends HttpExchange {

    /** The attribute that holds the {@link KeyedExecution}. */
    static final String EXECUTION = KeyedExecution.class.getName();

    /** What the server makes itself, for this message. */
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "date");

    private final HttpExchange target;
    private final Headers headers = new Headers();
    private final @Nullable KeyedExecution execution;
    private final CapturedBody body = new CapturedBody();

    private InputStream in;
    private OutputStream out = body;
    private int status = -1;
    private List<HeaderField> sent = List.of();

    CapturedExchange(HttpExchange target, byte[] requestBody, Optional<KeyedExecution> execution) {
        this.target = target;
        this.in = new ByteArrayInputStream(requestBody);
        this.execution = execution.orElse(null);
        OuterFields.all(target.getResponseHeaders()).forEach(field -> headers.add(field.name(), field.value()));
    }

    /**
     * What the handler made.
     *
     * @throws IllegalStateException when it has sent no response, or an incomplete one
     */
    Response captured() {
        if (status < 0) {
            throw new IllegalStateException("the handler of " + what()
                    + " returned without a response: a keyed request must be answered on the thread that handles it, "
                    + "before its handler returns");
        }
        if (!body.isWhole()) {
            throw new IllegalStateException(
                    "the handler of " + what() + " returned without completing its response: it wrote " + body.size()
                            + " bytes and did not close the body");
        }
        return new Response(status, sent, Responses.hasNoBody(status) ? new byte[0] : body.toByteArray());
    }

    private String what() {
        return getRequestMethod() + " " + getHttpContext().getPath();
    }

    @Override
    public void sendResponseHeaders(int code, long length) throws IOException {
        if (status >= 0) {
            throw new IOException("headers already sent");
        }
        status = code;
        sent = OuterFields.all(headers).stream()
                .filter(field -> !FRAMING.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList();
        body.begin(Responses.hasNoBody(code) ? -1 : length);
    }

    @Override
    public int getResponseCode() {
        return status;
    }

    @Override
    public Headers getResponseHeaders() {
        return headers;
    }

    @Override
    public OutputStream getResponseBody() {
        return out;
    }

    @Override
    public InputStream getRequestBody() {
        return in;
    }

    @Override
    public void setStreams(@Nullable InputStream other, @Nullable OutputStream another) {
        in = other == null ? in : other;
        out = another == null ? out : another;
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException unfinished) {
            // Reported by captured().
            return;
        }
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return name.equals(EXECUTION) ? execution : target.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        target.setAttribute(name, value);
    }

    @Override
    public Headers getRequestHeaders() {
        return target.getRequestHeaders();
    }

    @Override
    public URI getRequestURI() {
        return target.getRequestURI();
    }

    @Override
    public String getRequestMethod() {
        return target.getRequestMethod();
    }

    @Override
    public HttpContext getHttpContext() {
        return target.getHttpContext();
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return target.getRemoteAddress();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return target.getLocalAddress();
    }

    @Override
    public String getProtocol() {
        return target.getProtocol();
    }

    @Override
    public HttpPrincipal getPrincipal() {
        return target.getPrincipal();
    }
}
