package io.counterfoil.servlet;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.message.HeaderNames;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Function;
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

    private static final String WORK_ATTRIBUTE = CorrelationFilter.class.getName() + ".work";

    /** The name of the header field with the correlation ID. */
    private final String headerName;
    /** Whether a request runs under the ID that it came with, rather than an extension of it. */
    private final boolean verbatim;

    /**
     * A filter that reads and writes the field of these names.
     *
     * @param names of which {@link HeaderNames#correlationId} is read and written
     */
    public CorrelationFilter(HeaderNames names) {
        this(names.correlationId(), false);
    }

    private CorrelationFilter(String headerName, boolean verbatim) {
        this.headerName = headerName;
        this.verbatim = verbatim;
    }

    /**
     * {@return the same filter, under which a request runs under the ID that it came with, unchanged: for systems in which each client
     * sends an ID with one request only} Duplicates with one ID are then indistinguishable.
     */
    public CorrelationFilter withVerbatimIds() {
        return new CorrelationFilter(headerName, true);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Snapshot work = work(request::getHeader, request::getAttribute, request::setAttribute);
        CorrelationId id = work.id().orElseThrow();
        response.setHeader(headerName, id.value());
        Correlation.Scope scope =
                Correlation.current().filter(current -> !current.equals(id)).isPresent()
                        ? Correlation.adopt(id)
                        : work.open();
        try (scope) {
            chain.doFilter(request, response);
        }
    }

    /**
     * {@return the work of a request: its ID is decided in the first call, and stored with the request} Later calls, among them those of this
     * filter, return the same work, whose count of children continues.
     *
     * <p>For a part of the server that surrounds all filters, so that what the server itself logs of a request has the request's ID: it
     * opens the {@linkplain Snapshot#open work} around each dispatch. The functions are those of the server's request, one request at a
     * time.
     *
     * @param fields the header fields of the request: the value of the first one of a name
     * @param attributes the attributes of the request, the same that the servlet request has
     * @param store sets an attribute of the request
     */
    public Snapshot work(
            Function<String, @Nullable String> fields,
            Function<String, @Nullable Object> attributes,
            BiConsumer<String, Object> store) {
        if (attributes.apply(WORK_ATTRIBUTE) instanceof Snapshot known) {
            return known;
        }
        Snapshot work = Snapshot.of(accept(fields.apply(headerName)));
        store.accept(WORK_ATTRIBUTE, work);
        return work;
    }

    private CorrelationId accept(@Nullable String received) {
        return verbatim ? Correlation.acceptOrFresh(received) : Correlation.acceptExtended(received, Extension.DEFAULT);
    }
}
