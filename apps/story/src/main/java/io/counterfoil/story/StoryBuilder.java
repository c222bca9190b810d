package io.counterfoil.story;

import io.counterfoil.story.log.Ids;
import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
}
