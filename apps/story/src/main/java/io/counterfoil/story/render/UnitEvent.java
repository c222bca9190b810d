package io.counterfoil.story.render;

import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Unit;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** An event of a unit. */
sealed interface UnitEvent {

    /** The time of the event, if it has one. */
    Optional<Instant> time();

    /** A line was logged. */
    record Logged(Line line) implements UnitEvent {

        @Override
        public Optional<Instant> time() {
            return line.time();
        }
    }

    /** A child unit started. */
    record ChildStarted(Unit child) implements UnitEvent {

        @Override
        public Optional<Instant> time() {
            return child.span().map(Span::first);
        }
    }

    /** A long pause ended. */
    record Silence(Gap gap) implements UnitEvent {

        @Override
        public Optional<Instant> time() {
            return Optional.of(gap.to());
        }
    }

    /** The ID of the unit was replaced by another one. */
    record ReplacedBy(Link link) implements UnitEvent {

        @Override
        public Optional<Instant> time() {
            return link.time();
        }
    }

    /** The ID of the unit replaced another one. */
    record Replaces(Link link) implements UnitEvent {

        @Override
        public Optional<Instant> time() {
            return link.time();
        }
    }

    /**
     * The events of a unit in time order. Of events at the same time, a pause comes first, then lines, then the others.
     * A line without a time follows its predecessor; other events without a time are at the end. A pause that is
     * entirely within one child is an event of the child.
     */
    static List<UnitEvent> in(Unit unit, StoryIndex index) {
        List<UnitEvent> others = new ArrayList<>();
        for (Gap gap : unit.gaps()) {
            if (unit.children().stream().noneMatch(child -> child.gaps().contains(gap))) {
                others.add(new Silence(gap));
            }
        }
        index.replaces(unit).forEach(link -> others.add(new Replaces(link)));
        unit.children().forEach(child -> others.add(new ChildStarted(child)));
        index.replacedBy(unit).forEach(link -> others.add(new ReplacedBy(link)));
        others.sort(Comparator.comparing((UnitEvent other) -> other.time().orElse(Instant.MAX))
                .thenComparing(other -> !(other instanceof Silence)));
        Deque<UnitEvent> waiting = new ArrayDeque<>(others);
        List<UnitEvent> all = new ArrayList<>(others.size() + unit.lines().size());
        for (Line line : unit.lines()) {
            while (!waiting.isEmpty()
                    && line.time().isPresent()
                    && isBefore(waiting.peek(), line.time().get())) {
                all.add(waiting.remove());
            }
            all.add(new Logged(line));
        }
        all.addAll(waiting);
        return all;
    }

    private static boolean isBefore(UnitEvent other, Instant line) {
        Instant time = other.time().orElse(Instant.MAX);
        return time.isBefore(line) || (other instanceof Silence && time.equals(line));
    }
}
