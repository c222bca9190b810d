package io.counterfoil.servlet;

import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.request.Admission;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * Deduplicates a request around whatever handles it: the rest of a filter chain, or the handler that a framework has found. {@link
 * IdempotencyFilter} says how bodies, errors and asynchronous handlers are treated. Thread-safe.
 */
public final class RequestGuard {

    private static final String GUARDED_ATTRIBUTE = RequestGuard.class.getName() + ".guarded";

    private final ErrorPage errorPage;
    private final Redirects redirects;

    /** A guard that shows errors as {@code application/problem+json}. */
    public RequestGuard() {
        this(new ErrorPage(Optional.empty()), new Redirects(false));
    }

    private RequestGuard(ErrorPage errorPage, Redirects redirects) {
        this.errorPage = errorPage;
        this.redirects = redirects;
    }

    /**
     * {@return the same guard, where errors that handlers of keyed requests send are shown by this resource of the application} The
     * request is forwarded to it with the attributes of an error dispatch ({@link jakarta.servlet.RequestDispatcher#ERROR_STATUS_CODE}
     * and the like), as part of the handler's work.
     *
     * @param path inside the context, such as {@code /error}
     * @throws IllegalArgumentException when the path does not begin with a slash
     */
    public RequestGuard withErrorPath(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("the error path must begin with a slash, but is \"" + path + "\"");
        }
        return new RequestGuard(new ErrorPage(Optional.of(path)), redirects);
    }

    /**
     * {@return the same guard, for a container that is set to make an absolute URL of every location that is given to {@link
     * HttpServletResponse#sendRedirect}, which neither Tomcat nor Jetty does by default: keyed requests get the same one}
     */
    public RequestGuard withAbsoluteRedirects() {
        return new RequestGuard(errorPage, new Redirects(true));
    }

    /**
     * {@return whether a request is to be guarded here} It is not where it is guarded already, and its handler forwards, dispatches or
     * includes; nor where the container shows an error.
     *
     * @param request as the filter receives it
     */
    public static boolean isFirst(HttpServletRequest request) {
        DispatcherType type = request.getDispatcherType();
        return (type == DispatcherType.REQUEST || type == DispatcherType.FORWARD)
                && request.getAttribute(GUARDED_ATTRIBUTE) == null;
    }

    /**
     * Executes a request under its key, replays its stored response, or refuses it. The response is complete then, or an error was sent.
     *
     * @param treatment how the request's endpoint treats keys
     * @param head of the request that is handled
     * @param response the container's
     * @param handler called at most once, or again where it {@linkplain Handler#isRepeatable is repeatable}
     * @return false where the request has no key: nothing has happened then, except that its attempt ID is in the response, and the
     *     caller handles it as without a guard
     * @throws IllegalStateException when the response is committed already
     * @throws Exception what the handler threw; its work is undone then, or its outcome unknown
     */
    public boolean guard(
            HttpIdempotency treatment, ServletRequestHead head, HttpServletResponse response, Handler handler)
            throws Exception {
        HttpServletRequest request = head.request();
        request.setAttribute(GUARDED_ATTRIBUTE, true);
        Admission admission = treatment.admit(head);
        if (admission instanceof Admission.Keyed keyed) {
            new KeyedExchange(treatment, keyed, request, response, handler, errorPage, redirects).run();
            return true;
        }
        if (admission instanceof Admission.Refused refused) {
            refuse(refused, request, response);
            return true;
        }
        if (admission instanceof Admission.Unkeyed unkeyed) {
            unkeyed.attempt()
                    .ifPresent(attempt ->
                            response.setHeader(treatment.policy().names().attempt(), attempt.value()));
        }
        return false;
    }

    private static void refuse(Admission.Refused refused, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        BodyDrainer.drain(request, response);
        ServletResponses.send(refused.response(), response);
    }

    /** What handles a request. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Handles the request, on the calling thread.
         *
         * @param request the request, whose body is in memory
         * @param response the response, which is held back until the record is kept
         * @throws Exception where it fails; an {@link Error} is treated alike
         */
        void handle(HttpServletRequest request, HeldResponse response) throws Exception;

        /**
         * {@return whether it can handle the request again, with another request and response, after its effects were undone because its
         * unit of work lost a conflict} Default: false, because a container runs the rest of a filter chain once.
         */
        default boolean isRepeatable() {
            return false;
        }
    }
}
