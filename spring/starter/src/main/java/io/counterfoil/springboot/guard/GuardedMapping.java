package io.counterfoil.springboot.guard;

import io.counterfoil.servlet.RequestGuard;
import io.counterfoil.springboot.internal.KeyCandidates;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Finds handlers as the application's mappings do, and puts the guard in place of those whose requests may have a key. All others are left to
 * these mappings. Thread-safe.
 */
final class GuardedMapping implements HandlerMapping, PriorityOrdered {

    private final Dispatchers dispatchers;
    private final KeyCandidates candidates;

    GuardedMapping(Dispatchers dispatchers, KeyCandidates candidates) {
        this.dispatchers = dispatchers;
        this.candidates = candidates;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /** Outside of Spring's servlet it finds nothing: what looks for the settings of a handler there finds the real one. */
    @Override
    public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) throws Exception {
        if (request.getAttribute(DispatcherServlet.WEB_APPLICATION_CONTEXT_ATTRIBUTE) == null
                || !RequestGuard.isFirst(request)
                || !candidates.mayBeGuarded(request)
                || CorsUtils.isPreFlightRequest(request)) {
            return null;
        }
        // Not every mapping sets it, and one of a forwarding handler may be there.
        request.removeAttribute(BEST_MATCHING_PATTERN_ATTRIBUTE);
        HandlerExecutionChain real = dispatchers.of(request).find(request);
        return real == null ? null : GuardedHandler.chain(real);
    }
}
