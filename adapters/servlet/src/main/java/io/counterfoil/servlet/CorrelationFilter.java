package io.counterfoil.servlet;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderNames;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Gives every request its correlation ID: the one it came with, where that can be trusted, or a fresh one. It is in the MDC while the request is handled, and in the response. Belongs in front of every other filter.
 *
 * <p>Where it is mapped to other dispatches too (asynchronous ones, and the container's of an error), these continue under the ID that the
 * request has.
 */
public final class CorrelationFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final String ID_ATTRIBUTE = CorrelationFilter.class.getName() + ".id";

    private final String headerName;

    /** A filter that reads and writes the field of these names. */
    public CorrelationFilter(HeaderNames names) {
        this.headerName = names.correlationId();
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        CorrelationId id = request.getAttribute(ID_ATTRIBUTE) instanceof CorrelationId known
                ? known
                : Correlation.acceptOrFresh(request.getHeader(headerName));
        request.setAttribute(ID_ATTRIBUTE, id);
        response.setHeader(headerName, id.value());
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            chain.doFilter(request, response);
        }
    }
}
