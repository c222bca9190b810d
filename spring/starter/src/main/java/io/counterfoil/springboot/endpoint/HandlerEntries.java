package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.internal.HandlerKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.util.pattern.PathPattern;

/** Collects the entries of one method. Used once. */
final class HandlerEntries {

    private static final Comparator<EndpointEntry> MOST_SPECIFIC_FIRST =
            Comparator.comparing(EndpointEntry::pattern, PathPattern.SPECIFICITY_COMPARATOR);

    private final Map<HandlerKey, EndpointEntry> own = new HashMap<>();
    private final Map<HandlerKey, List<EndpointEntry>> parts = new HashMap<>();
    private final List<EndpointEntry> others = new ArrayList<>();
    private final List<EndpointEntry> all = new ArrayList<>();

    /** The entry of these handlers. */
    void add(List<HandlerRoute> routes, EndpointEntry entry) {
        routes.forEach(route -> own.put(route.key(), entry));
        all.add(entry);
    }

    /** The entry of a rule for part of what these handlers handle. */
    void addPart(List<HandlerRoute> routes, EndpointEntry entry) {
        routes.forEach(route ->
                parts.computeIfAbsent(route.key(), key -> new ArrayList<>()).add(entry));
        all.add(entry);
    }

    /** The entry of a rule that no handler method has the paths of. */
    void addOther(EndpointEntry entry) {
        others.add(entry);
        all.add(entry);
    }

    EndpointTable.Entries build() {
        Map<HandlerKey, List<EndpointEntry>> byHandler = new HashMap<>();
        own.forEach((key, entry) -> byHandler.put(key, entries(key, entry)));
        // Stable: of two that are as specific, the rule comes before the operation.
        all.sort(MOST_SPECIFIC_FIRST);
        others.sort(MOST_SPECIFIC_FIRST);
        return new EndpointTable.Entries(Map.copyOf(byHandler), List.copyOf(others), List.copyOf(all));
    }

    /** Those that may apply, the handler's own as the last; a rule that is as specific, or more, comes before it. */
    private List<EndpointEntry> entries(HandlerKey key, EndpointEntry entry) {
        List<EndpointEntry> entries = new ArrayList<>(parts.getOrDefault(key, List.of()));
        others.stream()
                .filter(other -> MOST_SPECIFIC_FIRST.compare(other, entry) <= 0)
                .forEach(entries::add);
        entries.sort(MOST_SPECIFIC_FIRST);
        entries.add(entry);
        return List.copyOf(entries);
    }
}
