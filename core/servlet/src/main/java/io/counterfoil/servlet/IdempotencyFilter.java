package io.counterfoil.servlet;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.KeyedExecution;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Deduplicates keyed requests in front of an application. Requests without a key pass untouched. Thread-safe.
 *
 * <p>The rest of the chain runs once, inside the engine's unit of work or under its lease, on the calling thread, and its
 * response is held back until the record is kept. The body of a keyed request is held in memory, up to the policy's limit, and so is
 * its response, whole.
 *
 * <p><b>Forms.</b> The parameters of an {@code application/x-www-form-urlencoded} body are the handler's as ever, up to 1000 of them. The
 * parts of a {@code multipart/form-data} body are parsed by the container, as the servlet is configured; what distinguishes such a request
 * from others is a canonical form of its parts, because every try has a boundary of its own. Such a body is no place for a key.
 *
 * <p><b>Errors.</b> {@code sendError} below 500 is rendered, by {@link #withErrorPath the application's page} or as {@code
 * application/problem+json}, and stored with the response. {@code sendError} from 500 up, and exceptions, roll back; then the container
 * renders the error, with {@code Idempotency-Replayed: false}.
 *
 * <p><b>Asynchronous handlers.</b> A keyed request is executed on the calling thread: {@code startAsync} throws an {@link
 * IllegalStateException} that names the alternative. Requests without a key may be processed asynchronously, except where the key would
 * be in the body.
 *
 * <p>A request is guarded once, whatever it is forwarded or dispatched to afterwards. One whose response was committed in front of this
 * filter gets an {@link IllegalStateException} before anything is claimed.
 */
public final class IdempotencyFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    /** The attribute of a keyed request that holds its {@link KeyedExecution}, while the rest of the chain runs. */
    public static final String EXECUTION_ATTRIBUTE = KeyedExecution.class.getName();

    private final transient Endpoints endpoints;
    private final transient RequestGuard guard;

    /**
     * A filter that treats requests as these endpoints say.
     *
     * @param endpoints how each request is treated
     */
    public IdempotencyFilter(Endpoints endpoints) {
        this(endpoints, new RequestGuard());
    }

    private IdempotencyFilter(Endpoints endpoints, RequestGuard guard) {
        this.endpoints = endpoints;
        this.guard = guard;
    }

    /**
     * {@return the same filter, where errors that handlers of keyed requests send are {@linkplain RequestGuard#withErrorPath shown} by
     * this resource of the application}
     *
     * @param path inside the context, such as {@code /error}
     * @throws IllegalArgumentException when the path does not begin with a slash
     */
    public IdempotencyFilter withErrorPath(String path) {
        return new IdempotencyFilter(endpoints, guard.withErrorPath(path));
    }

    /** {@return the same filter, for a container that is set to {@linkplain RequestGuard#withAbsoluteRedirects make absolute URLs} of redirects} */
    public IdempotencyFilter withAbsoluteRedirects() {
        return new IdempotencyFilter(endpoints, guard.withAbsoluteRedirects());
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ServletRequestHead head = new ServletRequestHead(request);
        Optional<HttpIdempotency> treatment = RequestGuard.isFirst(request) ? endpoints.of(head) : Optional.empty();
        if (treatment.isEmpty() || !isHandled(treatment.get(), head, response, chain)) {
            chain.doFilter(request, response);
        }
    }

    private boolean isHandled(
            HttpIdempotency treatment, ServletRequestHead head, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            return guard.guard(treatment, head, response, chain::doFilter);
        } catch (IOException | ServletException | RuntimeException failure) {
            throw failure;
        } catch (Exception undeclared) {
            // Kotlin and others throw checked exceptions that are in no signature.
            throw new ServletException(undeclared);
        }
    }
}
