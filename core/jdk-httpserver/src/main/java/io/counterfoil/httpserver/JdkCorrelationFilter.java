package io.counterfoil.httpserver;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import io.counterfoil.http.message.HeaderNames;
import java.io.IOException;

/**
 * Gives every request a correlation ID of its own: an extension of the one that it came with, where that can be trusted, or a fresh one. Two
 * requests that come with one ID, such as a request and its duplicate, so run under two. The ID is in the MDC while the request is handled, and
 * in the response. Belongs in front of every other filter; the ID of one that has begun work before it is {@linkplain Correlation#adopt
 * replaced}. Thread-safe.
 */
public final class JdkCorrelationFilter extends Filter {

    private final String headerName;
    private final boolean verbatim;

    /**
     * A filter that reads and writes the field of these names.
     *
     * @param names of which {@link HeaderNames#correlationId} is read and written
     */
    public JdkCorrelationFilter(HeaderNames names) {
        this(names.correlationId(), false);
    }

    private JdkCorrelationFilter(String headerName, boolean verbatim) {
        this.headerName = headerName;
        this.verbatim = verbatim;
    }

    /**
     * {@return the same filter, under which a request runs under the ID that it came with, unchanged: for systems in which each client
     * sends an ID with one request only} Duplicates with one ID are then indistinguishable.
     */
    public JdkCorrelationFilter withVerbatimIds() {
        return new JdkCorrelationFilter(headerName, true);
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        String received = exchange.getRequestHeaders().getFirst(headerName);
        CorrelationId id = verbatim
                ? Correlation.acceptOrFresh(received)
                : Correlation.acceptExtended(received, Extension.DEFAULT);
        exchange.getResponseHeaders().set(headerName, id.value());
        Correlation.Scope scope = Correlation.adopt(id);
        try (scope) {
            chain.doFilter(exchange);
        }
    }

    @Override
    public String description() {
        return "correlation IDs";
    }
}
