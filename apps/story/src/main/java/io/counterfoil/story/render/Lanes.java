package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The layout of the timeline: one lane per service with a bar for each unit that it logged under, in as many rows as
 * needed.
 */
final class Lanes {

    /** The height of a row, in pixels. */
    static final int ROW = 30;

    /** The height of a lane beyond that of its rows, in pixels. */
    static final int PADDING = 9;

    /** The minimum width of a bar, in percent. */
    static final double LEAST = 0.5;

    /** The approximate width of a character of a label, in percent. */
    private static final double CHARACTER = 1.05;

    private static final double SPACE = 0.8;

    private final List<Lane> lanes = new ArrayList<>();
    private final int leftOut;

    /** The position of the label of a bar. */
    enum Side {
        INSIDE,
        RIGHT,
        LEFT
    }

    /**
     * A unit in the lane of a service.
     *
     * @param left the start, 0 to 100
     * @param width the width, at least {@link #LEAST}
     * @param row the row in its lane, from 0
     */
    record Bar(Unit unit, String label, Span span, List<Line> lines, double left, double width, Side side, int row) {}

    /**
     * The lane of a service.
     *
     * @param top the number of rows in the lanes above
     * @param rows the number of rows in this lane
     */
    record Lane(String service, int top, int rows, List<Bar> bars) {}

    Lanes(Story story, StoryIndex index, TimeScale scale, int most) {
        Map<String, List<Bar>> byService = new LinkedHashMap<>();
        index.services().forEach(service -> byService.put(service, new ArrayList<>()));
        int bars = 0;
        int rest = 0;
        for (Unit chapter : story.chapters()) {
            for (Unit unit : (Iterable<Unit>) chapter.withDescendants()::iterator) {
                for (String service : unit.services()) {
                    Optional<Bar> bar = bar(unit, service, chapter, scale);
                    if (bar.isPresent() && bars < most) {
                        byService.getOrDefault(service, new ArrayList<>()).add(bar.get());
                        bars++;
                    } else if (bar.isPresent()) {
                        rest++;
                    }
                }
            }
        }
        leftOut = rest;
        int top = 0;
        for (Map.Entry<String, List<Bar>> entry : byService.entrySet()) {
            if (!entry.getValue().isEmpty()) {
                Lane lane = packed(entry.getKey(), top, entry.getValue());
                lanes.add(lane);
                top += lane.rows();
            }
        }
    }

    List<Lane> lanes() {
        return lanes;
    }

    int leftOut() {
        return leftOut;
    }

    /**
     * The vertical centre of a unit's bar, in pixels from the top of the first lane; empty if it has none. Of several
     * bars, the one nearest to a time.
     */
    Optional<Integer> middleOf(String id, Instant time) {
        Optional<Integer> middle = Optional.empty();
        Duration nearest = Duration.ofSeconds(Long.MAX_VALUE);
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            for (Bar bar : lane.bars()) {
                if (bar.unit().id().equals(id) && distance(bar, time).compareTo(nearest) < 0) {
                    nearest = distance(bar, time);
                    middle = Optional.of(i * PADDING + (lane.top() + bar.row()) * ROW + ROW / 2 + PADDING / 2 - 1);
                }
            }
        }
        return middle;
    }

    /** The distance of a time from the nearest line of the bar. */
    private static Duration distance(Bar bar, Instant time) {
        return bar.lines().stream()
                .flatMap(line -> line.time().stream())
                .map(each -> Duration.between(each, time).abs())
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private static Optional<Bar> bar(Unit unit, String service, Unit chapter, TimeScale scale) {
        List<Line> lines = unit.lines().stream()
                .filter(line -> line.service().equals(service) && line.time().isPresent())
                .toList();
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        List<Instant> times =
                lines.stream().flatMap(line -> line.time().stream()).sorted().toList();
        Span span = new Span(times.get(0), times.get(times.size() - 1));
        double left = Math.min(scale.at(span.first()), 100 - LEAST);
        double width = Math.max(LEAST, scale.at(span.last()) - left);
        int inherited = HtmlTree.inherited(unit, chapter.id());
        String label = inherited == 0 ? unit.id() : "." + unit.id().substring(inherited);
        double labelled = label.length() * CHARACTER + SPACE;
        Side side = width >= labelled ? Side.INSIDE : left + width + labelled <= 100 ? Side.RIGHT : Side.LEFT;
        return Optional.of(new Bar(unit, label, span, lines, left, width, side, 0));
    }

    /** Places each bar in the first row where neither it nor its label overlaps another bar. */
    private static Lane packed(String service, int top, List<Bar> bars) {
        List<Bar> placed = new ArrayList<>();
        List<Double> ends = new ArrayList<>();
        bars.stream().sorted(Comparator.comparingDouble(Lanes::from)).forEach(bar -> {
            int row = 0;
            while (row < ends.size() && ends.get(row) > from(bar)) {
                row++;
            }
            if (row == ends.size()) {
                ends.add(0.0);
            }
            ends.set(row, to(bar) + SPACE);
            placed.add(new Bar(
                    bar.unit(), bar.label(), bar.span(), bar.lines(), bar.left(), bar.width(), bar.side(), row));
        });
        return new Lane(service, top, ends.size(), placed);
    }

    private static double from(Bar bar) {
        return bar.side() == Side.LEFT ? bar.left() - label(bar) : bar.left();
    }

    private static double to(Bar bar) {
        double end = bar.left() + bar.width();
        return bar.side() == Side.RIGHT ? end + label(bar) : end;
    }

    private static double label(Bar bar) {
        return bar.label().length() * CHARACTER + SPACE;
    }
}
