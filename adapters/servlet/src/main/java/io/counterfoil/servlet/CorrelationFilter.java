package io.counterfoil.servlet;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import io.counterfoil.http.message.HeaderNames;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Gives every request a correlation ID of its own: an extension of the one that it came with, where that can be trusted, or a fresh one. Two
 * requests that come with one ID, such as a request and its duplicate, so run under two. The ID is in the MDC while the request is handled, and
 * in the response. Belongs in front of every other filter; the ID of one that has begun work before it is {@linkplain Correlation#adopt
 * replaced}.
 *
 * <p>Where it is mapped to other dispatches too (asynchronous ones, and the container's of an error), these continue under the ID that the
 * request has.
 */
public final class CorrelationFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final String ID_ATTRIBUTE = CorrelationFilter.class.getName() + ".id";

    private final String headerName;
    private final boolean verbatim;

    /** A filter that reads and writes the field of these names. */
    public CorrelationFilter(HeaderNames names) {
        this(names.correlationId(), false);
    }

    private CorrelationFilter(String headerName, boolean verbatim) {
        this.headerName = headerName;
        this.verbatim = verbatim;
    }

    /**
     * The same, but a request runs under the ID that it came with, unchanged: for systems in which each client sends an
     * ID with one request only. Duplicates with one ID are then indistinguishable.
     */
    public CorrelationFilter withVerbatimIds() {
        return new CorrelationFilter(headerName, true);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        CorrelationId id = request.getAttribute(ID_ATTRIBUTE) instanceof CorrelationId known
                ? known
                : accept(request.getHeader(headerName));
        request.setAttribute(ID_ATTRIBUTE, id);
        response.setHeader(headerName, id.value());
        Correlation.Scope scope = Correlation.adopt(id);
        try (scope) {
            chain.doFilter(request, response);
        }
    }

    private CorrelationId accept(@Nullable String received) {
        return verbatim ? Correlation.acceptOrFresh(received) : Correlation.acceptExtended(received, Extension.DEFAULT);
    }
}
