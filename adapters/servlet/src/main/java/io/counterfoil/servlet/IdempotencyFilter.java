package io.counterfoil.servlet;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpIdempotency.Admission;
import io.counterfoil.http.message.RequestHead;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
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
 * <p><b>Errors.</b> An error that a handler sends, and that its work survives, is shown and remembered as part of the work: by {@link
 * #withErrorPath the application's page}, or as {@code application/problem+json}. One that undoes the work, and what a handler throws, goes
 * on to the container once the work is undone, with header fields that tell the client that this was no duplicate.
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

    /** The attribute of a keyed request that holds its {@link HttpIdempotency.KeyedExecution}, while the rest of the chain runs. */
    public static final String EXECUTION_ATTRIBUTE = HttpIdempotency.KeyedExecution.class.getName();

    private static final String GUARDED_ATTRIBUTE = IdempotencyFilter.class.getName() + ".guarded";

    private final transient Endpoints endpoints;
    private final transient ErrorPage errorPage;

    /** A filter that treats requests as these endpoints say. */
    public IdempotencyFilter(Endpoints endpoints) {
        this(endpoints, new ErrorPage(Optional.empty()));
    }

    private IdempotencyFilter(Endpoints endpoints, ErrorPage errorPage) {
        this.endpoints = endpoints;
        this.errorPage = errorPage;
    }

    /**
     * The same, and errors that handlers of keyed requests send are shown by this resource of the application. It is forwarded to with the
     * attributes of an error dispatch ({@link jakarta.servlet.RequestDispatcher#ERROR_STATUS_CODE} and the like), and belongs to the
     * handler's work.
     *
     * @param path inside the context, such as {@code /error}
     * @throws IllegalArgumentException when the path does not begin with a slash
     */
    public IdempotencyFilter withErrorPath(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("the error path must begin with a slash, but is \"" + path + "\"");
        }
        return new IdempotencyFilter(endpoints, new ErrorPage(Optional.of(path)));
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ServletRequestHead head = new ServletRequestHead(request);
        Optional<HttpIdempotency> treatment = isFirst(request) ? endpoints.of(head) : Optional.empty();
        if (treatment.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        request.setAttribute(GUARDED_ATTRIBUTE, true);
        HttpIdempotency idempotency = treatment.get();
        Admission admission = idempotency.admit(head);
        if (admission instanceof Admission.Keyed keyed) {
            new KeyedExchange(idempotency, keyed, request, response, chain, errorPage).run();
        } else if (admission instanceof Admission.Refused refused) {
            BodyDrainer.drain(request, response);
            ServletResponses.send(refused.response(), response);
        } else if (admission instanceof Admission.Unkeyed unkeyed) {
            unkeyed.attempt()
                    .ifPresent(attempt ->
                            response.setHeader(idempotency.policy().names().attempt(), attempt.value()));
            chain.doFilter(request, response);
        }
    }

    /** Not where a handler forwards, dispatches or includes, nor where the container shows an error. */
    private static boolean isFirst(HttpServletRequest request) {
        DispatcherType type = request.getDispatcherType();
        return (type == DispatcherType.REQUEST || type == DispatcherType.FORWARD)
                && request.getAttribute(GUARDED_ATTRIBUTE) == null;
    }

    /**
     * The head of a servlet request, in neutral terms.
     *
     * @param request the native request
     */
    public record ServletRequestHead(HttpServletRequest request) implements RequestHead {

        @Override
        public String method() {
            return request.getMethod();
        }

        @Override
        public String path() {
            return request.getRequestURI();
        }

        @Override
        public Optional<String> query() {
            return Optional.ofNullable(request.getQueryString());
        }

        @Override
        public Optional<String> principal() {
            return Optional.ofNullable(request.getUserPrincipal()).map(Principal::getName);
        }

        @Override
        public List<String> headers(String name) {
            return Collections.list(request.getHeaders(name));
        }
    }
}
