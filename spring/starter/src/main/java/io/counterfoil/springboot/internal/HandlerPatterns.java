package io.counterfoil.springboot.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** The pattern that stands for a handler method that has several. Made once. Thread-safe. */
public final class HandlerPatterns {

    /** Without any handler that has several. */
    public static final HandlerPatterns NONE = new HandlerPatterns(Map.of());

    /** More handlers than this are not remembered: some mappings make them up for each request. */
    private static final int MAX_REMEMBERED = 10_000;

    /** All patterns of a handler, in their order, by each of them; without handlers that have one. */
    private final Map<HandlerKey, Set<String>> patterns;

    private final Map<HandlerKey, PathPatternText> canonical = new ConcurrentHashMap<>();

    private HandlerPatterns(Map<HandlerKey, Set<String>> patterns) {
        this.patterns = patterns;
    }

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
        return text(key).pattern();
    }

    /** That pattern, parsed. */
    PathPatternText text(HandlerKey key) {
        PathPatternText known = canonical.get(key);
        if (known != null) {
            return known;
        }
        PathPatternText found = find(key);
        if (canonical.size() < MAX_REMEMBERED) {
            canonical.put(key, found);
        }
        return found;
    }

    private PathPatternText find(HandlerKey key) {
        Set<String> all = patterns.get(key);
        PathPatternText own = PathPatternText.of(key.pattern());
        if (all == null || own.hasWildcards()) {
            return own;
        }
        return all.stream()
                .map(PathPatternText::of)
                .filter(other -> isLike(own, other))
                .findFirst()
                .orElse(own);
    }

    private static boolean isLike(PathPatternText own, PathPatternText other) {
        return !other.hasWildcards() && other.variables().equals(own.variables());
    }
}
