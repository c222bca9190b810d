package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.servlet.ServletRequestHead;
import io.counterfoil.springboot.internal.FoundHandler;
import io.counterfoil.springboot.internal.HandlerKey;
import io.counterfoil.springboot.internal.KeyCandidates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.http.server.PathContainer;

/**
 * The treatment of a request by the handler that Spring has found for it. Made once. Thread-safe.
 *
 * @param byMethod the entries of each method
 * @param candidates which requests of each method may be guarded
 * @param rest for requests without settings, or of another servlet; empty where they pass untouched
 */
record EndpointTable(Map<String, Entries> byMethod, Map<String, Candidates> candidates, Optional<HttpIdempotency> rest)
        implements Endpoints, KeyCandidates {

    static EndpointTable of(Map<String, Entries> byMethod, Optional<HttpIdempotency> rest) {
        Set<String> methods = new HashSet<>(byMethod.keySet());
        rest.ifPresent(standard -> methods.addAll(standard.policy().methods()));
        Map<String, Candidates> candidates = new LinkedHashMap<>();
        for (String method : methods) {
            Entries entries = byMethod.get(method);
            Stream<HttpIdempotency> treatments = entries == null
                    ? Stream.empty()
                    : entries.all().stream().flatMap(entry -> entry.idempotency().stream());
            candidates.put(method, Candidates.of(Stream.concat(treatments, rest.stream()), method));
        }
        return new EndpointTable(byMethod, Map.copyOf(candidates), rest);
    }

    /**
     * The entries of a method.
     *
     * @param byHandler of each handler method: the rules for part of its paths, the most specific first, and its own entry as the last
     * @param others the rules for handlers that are no methods, the most specific first
     * @param all the most specific first
     */
    record Entries(
            Map<HandlerKey, List<EndpointEntry>> byHandler, List<EndpointEntry> others, List<EndpointEntry> all) {

        private Optional<EndpointEntry> find(FoundHandler found) {
            List<EndpointEntry> entries = found.key().map(byHandler::get).orElse(null);
            if (entries == null) {
                return others.isEmpty() ? Optional.empty() : first(others, found);
            }
            EndpointEntry own = entries.get(entries.size() - 1);
            return entries.size() == 1
                    ? Optional.of(own)
                    : first(entries.subList(0, entries.size() - 1), found).or(() -> Optional.of(own));
        }

        private static Optional<EndpointEntry> first(List<EndpointEntry> entries, FoundHandler found) {
            PathContainer path = PathContainer.parsePath(found.path());
            return entries.stream()
                    .filter(entry -> entry.pattern().matches(path))
                    .findFirst();
        }
    }

    /**
     * The requests of a method that may be guarded.
     *
     * @param all whether every request may be: a key is required somewhere, or is not in a header field
     * @param fields the header fields of which a guarded request has one
     */
    record Candidates(boolean all, Set<String> fields) {

        static Candidates of(Stream<HttpIdempotency> treatments, String method) {
            Set<String> fields = new HashSet<>();
            boolean all = false;
            for (HttpIdempotency treatment : treatments.distinct().toList()) {
                if (treatment.policy().methods().contains(method)) {
                    fields.add(treatment.policy().names().idempotencyKey());
                    fields.add(treatment.policy().names().attempt());
                    all |= treatment.policy().key().required();
                    if (treatment.policy().key().source() instanceof KeySource.InHeader header) {
                        fields.addAll(header.alsoKnownAs());
                    } else {
                        all = true;
                    }
                }
            }
            return new Candidates(all, Set.copyOf(fields));
        }

        private boolean contain(HttpServletRequest request) {
            return all || fields.stream().anyMatch(field -> request.getHeader(field) != null);
        }
    }

    @Override
    public boolean mayBeGuarded(HttpServletRequest request) {
        Candidates possible = candidates.get(request.getMethod());
        return possible != null && possible.contain(request);
    }

    @Override
    public Optional<HttpIdempotency> of(RequestHead request) {
        Entries entries = byMethod.get(request.method());
        if (entries == null || !(request instanceof ServletRequestHead head)) {
            return rest;
        }
        Optional<EndpointEntry> entry = FoundHandler.of(head.request()).flatMap(entries::find);
        return entry.isPresent() ? entry.get().idempotency() : rest;
    }

    /** The entries that have settings or pass untouched, or all where the rest does, by path and method, as JSON. */
    List<Map<String, Object>> describe() {
        List<Map<String, Object>> described = new ArrayList<>();
        new TreeMap<>(byMethod)
                .forEach((method, entries) -> entries.all().stream()
                        .filter(entry -> rest.isEmpty()
                                || entry.idempotency().isEmpty()
                                || !entry.settings().isEmpty())
                        .forEach(entry -> described.add(describe(method, entry))));
        return described;
    }

    private static Map<String, Object> describe(String method, EndpointEntry entry) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", method);
        json.put("path", entry.pattern().getPatternString());
        json.put("guarded", entry.idempotency().isPresent());
        json.put("settings", entry.settings().describe());
        return json;
    }
}
