package io.counterfoil.story;

import io.counterfoil.story.log.Ids;
import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds trees of units from lines. */
final class StoryBuilder {

    private final Limits limits;
    private final Duration silence;
    private final LineKeeper keeper;
    private final Map<String, Draft> drafts = new HashMap<>();
    private long omittedUnits;

    /** A unit under construction. */
    private static final class Draft {
        final String id;
        final List<Line> lines = new ArrayList<>();
        final List<Draft> children = new ArrayList<>();
        /** The time of the first line of this unit and its descendants. */
        Instant begin = Instant.MAX;

        Draft(String id) {
            this.id = id;
        }
    }

    /** A unit with the sorted times of all lines in it and its descendants. */
    private record Built(Unit unit, List<Instant> times) {}

    StoryBuilder(Limits limits, Duration silence, LineKeeper keeper) {
        this.limits = limits;
        this.silence = silence;
        this.keeper = keeper;
    }

    /**
     * Builds the trees of these IDs.
     *
     * @param lines the lines in time order
     * @param named IDs that get a unit even without a line, because they are ends of links
     */
    List<Unit> chapters(Set<String> heads, List<StoryLine> lines, Set<String> named) {
        for (StoryLine kept : lines) {
            Draft draft = drafts.get(kept.id());
            if (draft == null) {
                if (drafts.size() >= limits.units()) {
                    omittedUnits++;
                    continue;
                }
                draft = new Draft(kept.id());
                drafts.put(kept.id(), draft);
                draft.begin = kept.at();
            }
            draft.lines.add(kept.line());
        }
        for (String id : named) {
            if (drafts.size() < limits.units() && LinkStore.isWithinAny(id, heads)) {
                drafts.computeIfAbsent(id, Draft::new);
            }
        }
        List<Draft> roots = new ArrayList<>();
        for (Draft draft : List.copyOf(drafts.values())) {
            if (!heads.contains(draft.id)) {
                parent(draft.id, heads).children.add(draft);
            }
        }
        for (String head : heads) {
            Draft root = drafts.get(head);
            if (root != null) {
                roots.add(root);
            }
        }
        return built(roots).stream().map(Built::unit).toList();
    }

    /** The number of lines of the units that the limits left out. */
    long omittedUnits() {
        return omittedUnits;
    }

    private Draft parent(String id, Set<String> heads) {
        for (String part = Ids.parent(id); !part.isEmpty(); part = Ids.parent(part)) {
            Draft draft = drafts.get(part);
            if (draft == null && heads.contains(part)) {
                draft = new Draft(part);
                drafts.put(part, draft);
            }
            if (draft != null) {
                return draft;
            }
        }
        throw new IllegalStateException(id + " descends from no id of the story");
    }

    /** Builds units in the order of their starts. The recursion is bounded by the number of segments of an ID. */
    private List<Built> built(List<Draft> siblings) {
        siblings.forEach(StoryBuilder::begin);
        siblings.sort(Comparator.<Draft, Instant>comparing(draft -> draft.begin).thenComparing(draft -> draft.id));
        return siblings.stream().map(this::built).toList();
    }

    private static Instant begin(Draft draft) {
        for (Draft child : draft.children) {
            Instant begin = begin(child);
            if (begin.isBefore(draft.begin)) {
                draft.begin = begin;
            }
        }
        return draft.begin;
    }

    private Built built(Draft draft) {
        List<Built> children = built(draft.children);
        List<Instant> times = new ArrayList<>();
        draft.lines.forEach(line -> line.time().ifPresent(times::add));
        children.forEach(child -> times.addAll(child.times()));
        times.sort(Comparator.naturalOrder());
        List<Gap> gaps = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            if (Duration.between(times.get(i - 1), times.get(i)).compareTo(silence) >= 0) {
                gaps.add(new Gap(times.get(i - 1), times.get(i)));
            }
        }
        Optional<Span> span =
                times.isEmpty() ? Optional.empty() : Optional.of(new Span(times.get(0), times.get(times.size() - 1)));
        List<Unit> units = children.stream().map(Built::unit).toList();
        return new Built(new Unit(draft.id, draft.lines, units, gaps, span, keeper.omitted(draft.id)), times);
    }

    /** The actions of these lines, which are in time order. */
    static List<Action> actions(List<StoryLine> lines) {
        Map<String, Map<String, String>> clients = clients(lines);
        Map<List<String>, Map<List<String>, List<Line>>> byKey = new LinkedHashMap<>();
        for (StoryLine kept : lines) {
            kept.line()
                    .idempotencyKey()
                    .ifPresent(key -> byKey.computeIfAbsent(
                                    List.of(key, client(kept, clients.getOrDefault(key, Map.of()))),
                                    any -> new LinkedHashMap<>())
                            .computeIfAbsent(
                                    List.of(kept.id(), kept.line().attempt().orElse("")), any -> new ArrayList<>())
                            .add(kept.line()));
        }
        List<Action> actions = new ArrayList<>();
        byKey.forEach((key, units) -> {
            Map<List<String>, List<Line>> attempts = new LinkedHashMap<>();
            units.forEach((unitAndName, its) -> attempts.computeIfAbsent(
                            outermost(unitAndName, units.keySet()), any -> new ArrayList<>())
                    .addAll(its));
            actions.add(new Action(
                    key.get(0),
                    Optional.of(key.get(1)).filter(client -> !client.isEmpty()),
                    attempts.entrySet().stream()
                            .filter(attempt -> isAttempt(attempt.getKey(), attempts.keySet()))
                            .map(attempt -> attempt(attempt.getKey(), attempt.getValue()))
                            .toList()));
        });
        return actions;
    }

    /** The unit in which an attempt with a name began: the client's, where a server has handled it under an extension of that. */
    private static List<String> outermost(List<String> unitAndName, Set<List<String>> all) {
        String unit = unitAndName.get(0);
        String name = unitAndName.get(1);
        if (!name.isEmpty()) {
            for (int dot = unit.indexOf('.'); dot >= 0; dot = unit.indexOf('.', dot + 1)) {
                List<String> outer = List.of(unit.substring(0, dot), name);
                if (all.contains(outer)) {
                    return outer;
                }
            }
        }
        return unitAndName;
    }

    /** For each key, the units whose lines name a client. */
    private static Map<String, Map<String, String>> clients(List<StoryLine> lines) {
        Map<String, Map<String, String>> clients = new HashMap<>();
        for (StoryLine kept : lines) {
            Line line = kept.line();
            if (line.idempotencyKey().isPresent() && line.client().isPresent()) {
                clients.computeIfAbsent(line.idempotencyKey().get(), any -> new HashMap<>())
                        .putIfAbsent(kept.id(), line.client().get());
            }
        }
        return clients;
    }

    /** The client of a line: its own, otherwise that of its unit, of the units within it, or the only client of the key. */
    private static String client(StoryLine kept, Map<String, String> ofUnits) {
        return kept.line().client().orElseGet(() -> {
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

    /**
     * Lines without an attempt name form an attempt, unless they belong to the unit in which named attempts were made.
     */
    private static boolean isAttempt(List<String> unitAndName, Set<List<String>> all) {
        String unit = unitAndName.get(0);
        return !unitAndName.get(1).isEmpty()
                || all.stream()
                        .noneMatch(other -> !other.get(1).isEmpty()
                                && (other.get(0).equals(unit) || other.get(0).startsWith(unit + ".")));
    }

    private static Attempt attempt(List<String> unitAndName, List<Line> lines) {
        Optional<Span> span = lines.stream()
                .flatMap(line -> line.time().stream())
                .map(time -> new Span(time, time))
                .reduce(Span::and);
        Set<String> services = new HashSet<>();
        List<String> inOrder =
                lines.stream().map(Line::service).filter(services::add).toList();
        String name = unitAndName.get(1);
        return new Attempt(
                unitAndName.get(0), name.isEmpty() ? Optional.empty() : Optional.of(name), span, lines.size(), inOrder);
    }
}
