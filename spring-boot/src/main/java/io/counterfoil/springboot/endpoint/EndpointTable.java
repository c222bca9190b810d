package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.servlet.IdempotencyFilter.ServletRequestHead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.server.PathContainer;
import org.springframework.util.StringUtils;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Finds the treatment of a request as Spring finds its handler: by the most specific pattern. Made once. Thread-safe.
 *
 * @param byMethod the entries of each method, the most specific first
 * @param rest for requests of a path without settings, or of another servlet
 * @param servletPrefix the path of Spring's servlet within the application; empty for the root
 */
record EndpointTable(Map<String, Entries> byMethod, HttpIdempotency rest, String servletPrefix) implements Endpoints {

    /**
     * The entries of a method.
     *
     * @param direct those without a variable or wildcard, by their path
     * @param patterns the others, the most specific first
     */
    record Entries(Map<String, Entry> direct, List<Entry> patterns) {

        private Optional<Entry> find(PathContainer path) {
            Entry straight = direct.get(path.value());
            return straight != null
                    ? Optional.of(straight)
                    : patterns.stream()
                            .filter(entry -> entry.pattern().matches(path))
                            .findFirst();
        }
    }

    /**
     * The requests of a pattern.
     *
     * @param idempotency empty where they pass untouched
     */
    record Entry(PathPattern pattern, Optional<HttpIdempotency> idempotency, SourcedSettings settings) {}

    @Override
    public Optional<HttpIdempotency> of(RequestHead request) {
        Entries entries = byMethod.get(request.method());
        if (entries == null) {
            return Optional.of(rest);
        }
        Optional<Entry> entry = path(request).flatMap(entries::find);
        return entry.isPresent() ? entry.get().idempotency() : Optional.of(rest);
    }

    private Optional<PathContainer> path(RequestHead request) {
        if (!(request instanceof ServletRequestHead head)) {
            return Optional.of(PathContainer.parsePath(request.path()));
        }
        String prefix = ServletRequestPathUtils.getServletPathPrefix(head.request());
        return (StringUtils.hasLength(prefix) ? prefix : "").equals(servletPrefix)
                ? Optional.of(ServletRequestPathUtils.parse(head.request()).pathWithinApplication())
                : Optional.empty();
    }

    /** The entries that have settings or pass untouched, by path and method, as JSON. */
    List<Map<String, Object>> describe() {
        List<Map<String, Object>> described = new ArrayList<>();
        new TreeMap<>(byMethod)
                .forEach((method, entries) -> entries.patterns().stream()
                        .filter(entry -> entry.idempotency().isEmpty()
                                || !entry.settings().isEmpty())
                        .forEach(entry -> described.add(describe(method, entry))));
        return described;
    }

    private static Map<String, Object> describe(String method, Entry entry) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", method);
        json.put("path", entry.pattern().getPatternString());
        json.put("guarded", entry.idempotency().isPresent());
        json.put("settings", entry.settings().describe());
        return json;
    }
}
