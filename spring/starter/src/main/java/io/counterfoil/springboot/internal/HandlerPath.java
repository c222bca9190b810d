package io.counterfoil.springboot.internal;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.server.PathContainer;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The path that identifies what a handler acts on: its pattern with its variables put in, so that it is the same however the path of the
 * request was spelled, matched or rewritten.
 */
public final class HandlerPath {

    private HandlerPath() {}

    /** The handler of a request whose interceptors have run. */
    public static FoundHandler of(Object handler, HttpServletRequest request, HandlerPatterns patterns) {
        PathContainer path = path(request);
        Optional<String> matched =
                Optional.ofNullable((String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
        Optional<HandlerKey> key = handler instanceof HandlerMethod method
                ? matched.map(pattern -> HandlerKey.of(method, pattern))
                : Optional.empty();
        String within = key.map(patterns::text)
                .or(() -> matched.map(PathPatternText::of))
                .flatMap(text -> within(text, variables(handler, request), path))
                .orElseGet(path::value);
        return new FoundHandler(key, within);
    }

    private static Optional<String> within(PathPatternText text, Map<String, String> variables, PathContainer path) {
        if (!text.hasWildcards()) {
            return text.with(variables, List.of());
        }
        return text.with(variables, segments(path)).map(filled -> filled + trailingSlash(path, filled));
    }

    private static List<String> segments(PathContainer path) {
        return path.elements().stream()
                .filter(PathContainer.PathSegment.class::isInstance)
                .map(segment -> ((PathContainer.PathSegment) segment).valueToMatch())
                .toList();
    }

    private static PathContainer path(HttpServletRequest request) {
        return (ServletRequestPathUtils.hasParsedRequestPath(request)
                        ? ServletRequestPathUtils.getParsedRequestPath(request)
                        : ServletRequestPathUtils.parse(request))
                .pathWithinApplication();
    }

    private static String trailingSlash(PathContainer path, String filled) {
        return path.value().endsWith("/") && !filled.endsWith("/") ? "/" : "";
    }

    @SuppressWarnings("unchecked") // Both attributes are maps of text, as Spring documents.
    private static Map<String, String> variables(Object handler, HttpServletRequest request) {
        Object variables = request.getAttribute(
                handler instanceof HandlerFunction
                        ? RouterFunctions.URI_TEMPLATE_VARIABLES_ATTRIBUTE
                        : HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables == null ? Map.of() : (Map<String, String>) variables;
    }

    /** The path of the application and of Spring's servlet, which no header field of the request changes. */
    public static String prefix(HttpServletRequest request) {
        String servlet = request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH
                ? request.getHttpServletMapping().getPattern()
                : "";
        String context = request.getServletContext().getContextPath();
        return servlet.endsWith("/*") ? context + servlet.substring(0, servlet.length() - 2) : context;
    }
}
