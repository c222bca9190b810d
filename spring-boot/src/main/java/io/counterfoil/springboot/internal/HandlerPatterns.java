package io.counterfoil.springboot.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * The pattern that stands for a handler method that has several. Made once. Thread-safe.
 *
 * @param patterns all patterns of a handler, in their order, by each of them; without handlers that have one
 */
public record HandlerPatterns(Map<HandlerKey, Set<String>> patterns) {

    /** Those of all handler methods of these mappings. */
    public static HandlerPatterns of(List<? extends HandlerMapping> mappings) {
        Map<HandlerKey, Set<String>> patterns = new HashMap<>();
        for (HandlerMapping mapping : mappings) {
            if (mapping instanceof RequestMappingInfoHandlerMapping methods) {
                Map<HandlerMethod, Set<String>> byHandler = new HashMap<>();
                methods.getHandlerMethods()
                        .forEach((info, handler) -> byHandler
                                .computeIfAbsent(handler, key -> new TreeSet<>())
                                .addAll(all(info)));
                byHandler.forEach((handler, all) -> {
                    if (all.size() > 1) {
                        all.forEach(pattern -> patterns.put(HandlerKey.of(handler, pattern), all));
                    }
                });
            }
        }
        return new HandlerPatterns(Map.copyOf(patterns));
    }

    private static Set<String> all(RequestMappingInfo info) {
        return info.getPatternValues();
    }

    /** The first of the handler's patterns that has the variables of this one, and no wildcard; or this one. */
    public String canonical(HandlerKey key) {
        Set<String> all = patterns.get(key);
        PathPatternText own = PathPatternText.of(key.pattern());
        if (all == null || own.hasWildcards()) {
            return key.pattern();
        }
        return all.stream()
                .filter(pattern -> isLike(own, PathPatternText.of(pattern)))
                .findFirst()
                .orElse(key.pattern());
    }

    private static boolean isLike(PathPatternText own, PathPatternText other) {
        return !other.hasWildcards() && other.variables().equals(own.variables());
    }
}
