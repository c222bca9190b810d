package io.counterfoil.springboot.guard;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.servlet.RequestGuard;
import io.counterfoil.servlet.ServletRequestHead;
import io.counterfoil.springboot.internal.EndpointUnits;
import io.counterfoil.springboot.internal.FoundHandler;
import io.counterfoil.springboot.internal.HandlerPath;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.ModelAndView;

/**
 * Invokes handlers under the key of their request: everything that makes the response is inside the unit of work, and everything that the
 * application does before its handlers has been done. Thread-safe.
 */
final class GuardedAdapter implements HandlerAdapter, PriorityOrdered {

    private final Dispatchers dispatchers;
    private final Endpoints endpoints;
    private final RequestGuard guard;
    private final EndpointUnits units;

    GuardedAdapter(Dispatchers dispatchers, Endpoints endpoints, RequestGuard guard, EndpointUnits units) {
        this.dispatchers = dispatchers;
        this.endpoints = endpoints;
        this.guard = guard;
        this.units = units;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean supports(Object handler) {
        return handler instanceof GuardedHandler;
    }

    @Override
    public @Nullable ModelAndView handle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws Exception {
        GuardedHandler.Found found = ((GuardedHandler) handler).found();
        Dispatcher dispatcher = dispatchers.of(request);
        FoundHandler resource = HandlerPath.of(found.handler(), request, dispatcher.patterns());
        resource.exposeIn(request);
        ServletRequestHead head = new ServletRequestHead(request, HandlerPath.prefix(request) + resource.path());
        Optional<HttpIdempotency> treatment = endpoints.of(head);
        if (treatment.isPresent() && isGuarded(treatment.get(), head, response, found, dispatcher)) {
            return null;
        }
        return dispatcher.adapter(found.handler()).handle(request, response, found.handler());
    }

    private static Object endpoint(Object handler) {
        return handler instanceof HandlerMethod method ? method.getMethod() : handler;
    }

    private boolean isGuarded(
            HttpIdempotency treatment,
            ServletRequestHead head,
            HttpServletResponse response,
            GuardedHandler.Found found,
            Dispatcher dispatcher)
            throws Exception {
        HandlerAttributes attributes = HandlerAttributes.of(head.request());
        try {
            boolean guarded = units.at(
                    endpoint(found.handler()),
                    () -> guard.guard(treatment, head, response, new HandlerInvocation(dispatcher, found)));
            if (guarded) {
                found.markGuarded();
            }
            return guarded;
        } catch (Exception | Error failure) {
            found.markGuarded();
            UnresolvedFailures.mark(failure, head.request());
            throw failure;
        } finally {
            attributes.restore(head.request());
        }
    }
}
