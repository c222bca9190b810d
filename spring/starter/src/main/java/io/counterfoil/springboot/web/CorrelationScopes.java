package io.counterfoil.springboot.web;

import io.counterfoil.correlation.Correlation;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * Opens the scope of a request wherever Jetty enters the application's context for it: for the request, and again on the thread of each
 * asynchronous dispatch, which passes through no handler. Jetty leaves the context on the same thread, innermost first.
 */
final class CorrelationScopes implements ContextHandler.ContextScopeListener {

    private static final ThreadLocal<Deque<Correlation.Scope>> OPEN = ThreadLocal.withInitial(ArrayDeque::new);

    private final RequestWork work;

    CorrelationScopes(RequestWork work) {
        this.work = work;
    }

    @Override
    public void enterScope(Context context, @Nullable Request request) {
        if (request != null) {
            OPEN.get()
                    .push(work.of(request.getHeaders()::get, request::getAttribute, request::setAttribute)
                            .open());
        }
    }

    @Override
    public void exitScope(Context context, @Nullable Request request) {
        if (request == null) {
            return;
        }
        Deque<Correlation.Scope> scopes = OPEN.get();
        Correlation.Scope scope = scopes.pop();
        if (scopes.isEmpty()) {
            OPEN.remove();
        }
        scope.close();
    }
}
