package io.counterfoil.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request whose response is held back: its handler runs on the calling thread, and cannot start asynchronous processing. */
class HeldRequest extends HttpServletRequestWrapper {

    HeldRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public final @Nullable RequestDispatcher getRequestDispatcher(String path) {
        RequestDispatcher dispatcher = super.getRequestDispatcher(path);
        return dispatcher == null ? null : new ClearingDispatcher(dispatcher);
    }

    @Override
    public final AsyncContext startAsync() {
        throw synchronousOnly();
    }

    @Override
    public final AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        throw synchronousOnly();
    }

    /** Names method, path and servlet, and what to do instead. */
    private IllegalStateException synchronousOnly() {
        HttpServletRequest request = (HttpServletRequest) getRequest();
        String servlet = request.getHttpServletMapping().getServletName();
        return new IllegalStateException(request.getMethod() + " " + request.getRequestURI()
                + (servlet == null || servlet.isEmpty() ? "" : " (servlet " + servlet + ")")
                + " cannot be processed asynchronously: a request with an idempotency key is executed on the calling thread, so that"
                + " its record is written after its effect. Return the result from the handler itself, for example on a virtual"
                + " thread, or make the work a long-running operation");
    }

    /** A forward begins with an empty response; Jetty empties its own alone, and not one that is kept back in front of it. */
    private record ClearingDispatcher(RequestDispatcher dispatcher) implements RequestDispatcher {

        @Override
        public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
            response.resetBuffer();
            dispatcher.forward(request, response);
        }

        @Override
        public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
            dispatcher.include(request, response);
        }
    }
}
