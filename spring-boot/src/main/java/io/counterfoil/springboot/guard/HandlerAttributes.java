package io.counterfoil.springboot.guard;

import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerMapping;

/**
 * What Spring says of the handler of a request. A page that shows an error, and is remembered with it, is a handler of its own, and would stay
 * the request's for interceptors, metrics and traces.
 */
record HandlerAttributes(Map<String, @Nullable Object> values) {

    private static final List<String> NAMES = List.of(
            HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE,
            HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE,
            HandlerMapping.PATH_WITHIN_HANDLER_MAPPING_ATTRIBUTE,
            HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE,
            HandlerMapping.MATRIX_VARIABLES_ATTRIBUTE);

    static HandlerAttributes of(HttpServletRequest request) {
        Map<String, @Nullable Object> values = new HashMap<>();
        NAMES.forEach(name -> values.put(name, request.getAttribute(name)));
        return new HandlerAttributes(values);
    }

    void restore(HttpServletRequest request) {
        Object pattern = values.get(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (pattern == request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)) {
            return;
        }
        // A value of null removes the attribute.
        values.forEach(request::setAttribute);
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern((String) pattern));
    }
}
