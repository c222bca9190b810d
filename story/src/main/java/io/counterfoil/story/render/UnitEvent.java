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

/** What happens in a unit: one of these after the other. */
sealed interface Happening {

    /** When; empty for what has no time. */
    Optional<Instant> time();

    /** Something was logged. */
    record Logged(Line line) implements Happening {

        @Override
        public Optional<Instant> time() {
            return line.time();
        }
    }

    /** Work was split off. */
    record Began(Unit child) implements Happening {

        @Override
        public Optional<Instant> time() {
            return child.span().map(Span::first);
        }
    }

    /** Nothing was logged for long; its time is its end. */
    record Silence(Gap gap) implements Happening {

        @Override
        public Optional<Instant> time() {
            return Optional.of(gap.to());
        }
    }

    /** The unit's id was given up for another one. */
    record Became(Link link) implements Happening {

        @Override
        public Optional<Instant> time() {
            return link.time();
        }
    }

    /** The unit's id took the place of another one. */
    record CameFrom(Link link) implements Happening {

        @Override
        public Optional<Instant> time() {
            return link.time();
        }
    }

    /**
     * All that happens in a unit, in time order. Among those of one time a silence is first, then what was logged, then all else. A
     * line without a time stays behind the one before it; all else without one is at the end. A silence that is wholly within one
     * child is left to that child.
     */
    static List<Happening> in(Unit unit, StoryIndex index) {
        List<Happening> others = new ArrayList<>();
        for (Gap gap : unit.gaps()) {
            if (unit.children().stream().noneMatch(child -> child.gaps().contains(gap))) {
                others.add(new Silence(gap));
            }
        }
        index.cameFrom(unit).forEach(link -> others.add(new CameFrom(link)));
        unit.children().forEach(child -> others.add(new Began(child)));
        index.became(unit).forEach(link -> others.add(new Became(link)));
        others.sort(Comparator.comparing((Happening other) -> other.time().orElse(Instant.MAX))
                .thenComparing(other -> !(other instanceof Silence)));
        Deque<Happening> waiting = new ArrayDeque<>(others);
        List<Happening> all = new ArrayList<>(others.size() + unit.lines().size());
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

    private static boolean isBefore(Happening other, Instant line) {
        Instant time = other.time().orElse(Instant.MAX);
        return time.isBefore(line) || (other instanceof Silence && time.equals(line));
    }
}
