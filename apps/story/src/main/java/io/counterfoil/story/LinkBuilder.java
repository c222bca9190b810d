package io.counterfoil.story;

import io.counterfoil.story.LineKeeper.Sighting;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Link.Kind;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Derives links from the replacements that lines report. */
final class LinkBuilder {

    private LinkBuilder() {}

    /** The links between these IDs and their descendants, in time order. */
    static List<Link> links(Map<List<String>, Sighting> sightings, Set<String> heads, List<StoryLine> lines) {
        Map<String, Instant> firstLinks = new HashMap<>();
        Map<String, Integer> olds = new HashMap<>();
        sightings.forEach((pair, sighting) -> {
            sighting.time().ifPresent(time -> firstLinks.merge(pair.get(1), time, (a, b) -> a.isBefore(b) ? a : b));
            olds.merge(pair.get(1), 1, Integer::sum);
        });
        Map<String, Instant> firstLines = new HashMap<>();
        for (StoryLine kept : lines) {
            kept.line().time().ifPresent(time -> firstLines.putIfAbsent(kept.id(), time));
        }
        List<Link> links = new ArrayList<>();
        sightings.forEach((pair, sighting) -> {
            String to = pair.get(1);
            if (LinkStore.isWithinAny(pair.get(0), heads) && LinkStore.isWithinAny(to, heads)) {
                Optional<Instant> begun = Optional.ofNullable(firstLines.get(to));
                Optional<Instant> linked = Optional.ofNullable(firstLinks.get(to));
                boolean older =
                        begun.isPresent() && linked.isPresent() && begun.get().isBefore(linked.get());
                Kind kind = older ? Kind.RESTORED : olds.getOrDefault(to, 1) > 1 ? Kind.COMBINED : Kind.REPLACED;
                links.add(new Link(pair.get(0), to, kind, sighting.time(), sighting.proof()));
            }
        });
        links.sort(Comparator.comparing((Link link) -> link.time().orElse(Instant.MAX))
                .thenComparing(Link::from)
                .thenComparing(Link::to));
        return links;
    }

    /**
     * The IDs that replace each other in a cycle: those that remain after repeatedly removing IDs without a predecessor
     * or without a successor.
     */
    static Set<String> cycle(List<Link> links) {
        Map<String, Set<String>> forward = new HashMap<>();
        Map<String, Set<String>> backward = new HashMap<>();
        Set<String> left = new LinkedHashSet<>();
        for (Link link : links) {
            forward.computeIfAbsent(link.from(), any -> new LinkedHashSet<>()).add(link.to());
            backward.computeIfAbsent(link.to(), any -> new LinkedHashSet<>()).add(link.from());
            left.add(link.from());
            left.add(link.to());
        }
        Deque<String> free = new ArrayDeque<>(left);
        while (!free.isEmpty()) {
            String id = free.remove();
            Set<String> next = forward.getOrDefault(id, Set.of());
            Set<String> last = backward.getOrDefault(id, Set.of());
            if (left.contains(id) && (next.isEmpty() || last.isEmpty())) {
                left.remove(id);
                next.forEach(other -> {
                    backward.getOrDefault(other, Set.of()).remove(id);
                    free.add(other);
                });
                last.forEach(other -> {
                    forward.getOrDefault(other, Set.of()).remove(id);
                    free.add(other);
                });
            }
        }
        return left;
    }
}
