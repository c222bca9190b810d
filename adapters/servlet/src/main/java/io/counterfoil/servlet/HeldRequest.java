package io.counterfoil.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A keyed request, whose asynchronous work is waited for by the thread that carries it out: the container never hears of it. */
class HeldRequest extends HttpServletRequestWrapper {

    private final AsyncWork async;

    HeldRequest(HttpServletRequest request, AsyncWork async) {
        super(request);
        this.async = async;
    }

    @Override
    public final @Nullable RequestDispatcher getRequestDispatcher(String path) {
        RequestDispatcher dispatcher = super.getRequestDispatcher(path);
        return dispatcher == null ? null : new ClearingDispatcher(dispatcher);
    }

    @Override
    public final AsyncContext startAsync() {
        return async.start(isAsyncSupported());
    }

    @Override
    public final AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return async.start(isAsyncSupported(), request, response);
    }

    @Override
    public final boolean isAsyncStarted() {
        return async.isStarted();
    }

    @Override
    public final AsyncContext getAsyncContext() {
        return async.context();
    }

    @Override
    public final DispatcherType getDispatcherType() {
        DispatcherType type = super.getDispatcherType();
        return type == DispatcherType.REQUEST && async.isDispatchedAgain() ? DispatcherType.ASYNC : type;
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
