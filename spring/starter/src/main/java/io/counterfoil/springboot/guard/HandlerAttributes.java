package io.counterfoil.springboot.guard;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerMapping;

/**
 * What Spring says of the handler of a request. A page that shows an error, and is remembered with it, is a handler of its own, and would stay
 * the request's for interceptors, metrics and traces.
 */
final class HandlerAttributes {

    private static final List<String> NAMES = List.of(
            HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE,
            HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE,
            HandlerMapping.PATH_WITHIN_HANDLER_MAPPING_ATTRIBUTE,
            HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE,
            HandlerMapping.MATRIX_VARIABLES_ATTRIBUTE);

    /** Their values, in the order of the names. */
    private final @Nullable Object[] values = new Object[NAMES.size()];

    private HandlerAttributes(HttpServletRequest request) {
        for (int i = 0; i < values.length; i++) {
            values[i] = request.getAttribute(NAMES.get(i));
        }
    }

    static HandlerAttributes of(HttpServletRequest request) {
        return new HandlerAttributes(request);
    }

    void restore(HttpServletRequest request) {
        Object pattern = values[NAMES.indexOf(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)];
        if (pattern == request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)) {
            return;
        }
        for (int i = 0; i < values.length; i++) {
            // A value of null removes the attribute.
            request.setAttribute(NAMES.get(i), values[i]);
        }
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern((String) pattern));
    }
}
