package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A unit of work: what was logged under one correlation id, and the units that it was split into.
 *
 * @param id the correlation id
 * @param lines what was logged under this very id, in time order. Empty for an id that is known by a link alone, and for one whose
 *     lines a limit left out.
 * @param children the descendants that have no other unit of the story between them and this one, in the order of their
 *     beginnings: normally the ids with one segment more, but {@code a.1.2} is a child of {@code a} when nothing was logged
 *     under {@code a.1}
 * @param gaps the long silences in {@link #span}: no line of this unit and of its descendants is within one, in time order
 * @param span from the first line to the last one, those of the descendants included; empty when none has a time
 * @param omitted how many lines of this very id a limit left out
 */
public record Unit(
        String id, List<Line> lines, List<Unit> children, List<Gap> gaps, Optional<Span> span, long omitted) {

    /** Copies the lists. */
    public Unit {
        lines = List.copyOf(lines);
        children = List.copyOf(children);
        gaps = List.copyOf(gaps);
    }

    /** The services that logged under this very id, each once, in the order in which they first did. */
    public List<String> services() {
        return lines.stream().map(Line::service).distinct().toList();
    }

    /** This unit and all that descend from it, each before its descendants. Not deeper than an id has segments. */
    public Stream<Unit> withDescendants() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(Unit::withDescendants));
    }
}
