package io.counterfoil.story;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The clients of actions: equal keys of two clients are two actions, and not each line of one names its client. */
final class ActionClients {

    /** For each key, the units whose lines name a client. */
    private final Map<String, Map<String, String>> byKey = new HashMap<>();

    ActionClients(List<StoryLine> lines) {
        for (StoryLine kept : lines) {
            kept.line()
                    .client()
                    .ifPresent(client -> kept.line()
                            .idempotencyKey()
                            .ifPresent(key -> byKey.computeIfAbsent(key, any -> new HashMap<>())
                                    .putIfAbsent(kept.id(), client)));
        }
    }

    /** The client of a line: its own, otherwise that of its unit, of the units within it, or the only client of the key. */
    String of(StoryLine kept, String key) {
        return kept.line().client().orElseGet(() -> {
            Map<String, String> ofUnits = byKey.getOrDefault(key, Map.of());
            String ofUnit = ofUnits.get(kept.id());
            if (ofUnit != null) {
                return ofUnit;
            }
            Set<String> within = new HashSet<>();
            ofUnits.forEach((unit, client) -> {
                if (unit.startsWith(kept.id() + ".")) {
                    within.add(client);
                }
            });
            Set<String> all = within.isEmpty() ? Set.copyOf(ofUnits.values()) : within;
            return all.size() == 1 ? all.iterator().next() : "";
        });
    }
}
