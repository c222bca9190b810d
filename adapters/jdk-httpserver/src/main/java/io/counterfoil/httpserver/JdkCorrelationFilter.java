package io.counterfoil.httpserver;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderNames;
import java.io.IOException;

/**
 * Gives every request its correlation ID: the one it came with, where that can be trusted, or a fresh one. It is in the MDC while the request is handled, and in the response. Belongs in front of every other filter. Thread-safe.
 */
public final class JdkCorrelationFilter extends Filter {

    private final String headerName;

    /** A filter that reads and writes the field of these names. */
    public JdkCorrelationFilter(HeaderNames names) {
        this.headerName = names.correlationId();
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        CorrelationId id =
                Correlation.acceptOrFresh(exchange.getRequestHeaders().getFirst(headerName));
        exchange.getResponseHeaders().set(headerName, id.value());
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            chain.doFilter(exchange);
        }
    }

    @Override
    public String description() {
        return "correlation IDs";
    }
}
