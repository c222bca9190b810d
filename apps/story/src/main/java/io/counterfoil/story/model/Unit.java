package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A unit of work: the lines under one correlation ID, and its child units.
 *
 * @param id the correlation ID
 * @param lines the lines under exactly this ID, in time order. Empty for an ID that is known only from a link, and for
 *     one whose lines a limit left out.
 * @param children the nearest descendants in the story, in the order of their starts: usually the IDs with one more
 *     segment, but {@code a.1.2} is a child of {@code a} if {@code a.1} has no lines
 * @param gaps the long pauses within {@link #span}, in time order: no line of this unit or its descendants is within
 *     one
 * @param span from the first to the last line, including descendants; empty if no line has a time
 * @param omitted the number of lines under exactly this ID that a limit left out
 */
public record Unit(
        String id, List<Line> lines, List<Unit> children, List<Gap> gaps, Optional<Span> span, long omitted) {

    /** Copies the lists. */
    public Unit {
        lines = List.copyOf(lines);
        children = List.copyOf(children);
        gaps = List.copyOf(gaps);
    }

    /** The services that logged under exactly this ID, in the order of their first lines, without duplicates. */
    public List<String> services() {
        return lines.stream().map(Line::service).distinct().toList();
    }

    /**
     * This unit and all its descendants, each before its descendants. The depth is at most the number of segments of an
     * ID.
     */
    public Stream<Unit> withDescendants() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(Unit::withDescendants));
    }
}
