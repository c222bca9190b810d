package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.internal.HandlerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.condition.PathPatternsRequestCondition;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * One path of a handler method.
 *
 * @param pattern the path, as Spring matches it
 * @param methods the methods that its mapping names; empty for all
 * @param conditional whether its mapping has more conditions than path and method: parameters, header fields, media types, a version
 * @param handler the method
 * @param settings what its annotations say
 */
record HandlerRoute(
        PathPattern pattern,
        Set<String> methods,
        boolean conditional,
        HandlerMethod handler,
        HandlerSettings settings) {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    static List<HandlerRoute> of(RequestMappingInfoHandlerMapping mapping) {
        List<HandlerRoute> routes = new ArrayList<>();
        mapping.getHandlerMethods().forEach((info, handler) -> routes.addAll(of(info, handler)));
        return routes;
    }

    private static List<HandlerRoute> of(RequestMappingInfo info, HandlerMethod handler) {
        HandlerSettings settings = HandlerSettings.of(handler);
        Set<String> methods =
                info.getMethodsCondition().getMethods().stream().map(Enum::name).collect(Collectors.toSet());
        if (settings.onMethod()) {
            refuseSafe(settings, methods);
        }
        return patterns(info).stream()
                .map(pattern -> new HandlerRoute(pattern, methods, isConditional(info), handler, settings))
                .toList();
    }

    private static void refuseSafe(HandlerSettings settings, Set<String> methods) {
        for (String method : methods) {
            if (SAFE.contains(method)) {
                throw new CounterfoilStartUpException(
                        settings.handler() + " is @Idempotent and handles " + method
                                + ", which is safe to repeat and cannot be guarded.",
                        "Remove the annotation, or give " + method + " a method of its own.");
            }
        }
    }

    /** A mapping that still matches by strings is read as if it did not: the two agree on all but a few patterns. */
    private static Set<PathPattern> patterns(RequestMappingInfo info) {
        PathPatternsRequestCondition parsed = info.getPathPatternsCondition();
        return parsed == null
                ? info.getPatternValues().stream()
                        .map(PathPatternParser.defaultInstance::parse)
                        .collect(Collectors.toSet())
                : parsed.getPatterns();
    }

    private static boolean isConditional(RequestMappingInfo info) {
        return !info.getParamsCondition().isEmpty()
                || !info.getHeadersCondition().isEmpty()
                || !info.getConsumesCondition().isEmpty()
                || !info.getProducesCondition().isEmpty()
                || !info.getVersionCondition().isEmpty()
                || info.getCustomCondition() != null;
    }

    HandlerKey key() {
        return HandlerKey.of(handler, pattern.getPatternString());
    }

    boolean handles(String method) {
        return methods.isEmpty() || methods.contains(method);
    }
}
