package io.counterfoil.story.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that the logs tell of one unit of work: the unit that was asked for, its descendants, and what it was
 * replaced by, combined into or restored from, with their descendants, over any number of such steps and in both directions.
 *
 * <p>Ancestors are not part of it: a story of {@code abcd.1} does not tell of {@code abcd} or of {@code abcd.2}.
 *
 * <p>Immutable. Every text in it is safe to print: of control characters it has line feeds and tabs in messages alone, all others
 * (also C1, line separators, and marks that turn the direction of writing) are written as a backslash, {@code u} and four
 * hexadecimal digits. A renderer has to escape for its own format, and nothing else.
 *
 * @param asked the id that was asked for, as it was given
 * @param extendedFrom the id that the asked one extends, which is not part of the story; empty when the asked one is a root
 * @param chapters the trees of units, in the order of their beginnings: one with the asked id (unless no line has it or a
 *     descendant), one for each id that links led to. No unit of one chapter is a descendant of a unit of another. Empty when no line of
 *     the logs belongs to the story.
 * @param links the replacements that hold the chapters together, in time order
 * @param actions the idempotency keys in the story, in the order of their first attempts
 * @param notes what the reader of the story has to know: bounds that were reached, lines that could not be read
 * @param silence from how long a pause on is a {@link Gap}
 * @param reading what was read, and in what time
 */
public record Story(
        String asked,
        Optional<String> extendedFrom,
        List<Unit> chapters,
        List<Link> links,
        List<Action> actions,
        List<Note> notes,
        Duration silence,
        Reading reading) {

    /** Copies the lists. */
    public Story {
        chapters = List.copyOf(chapters);
        links = List.copyOf(links);
        actions = List.copyOf(actions);
        notes = List.copyOf(notes);
    }

    /** Whether no line of the logs belongs to the story. */
    public boolean isEmpty() {
        return chapters.isEmpty();
    }

    /** From the first line of the story to the last one; empty when no line has a time. */
    public Optional<Span> span() {
        return chapters.stream().flatMap(unit -> unit.span().stream()).reduce(Span::and);
    }

    /** All units, each before its descendants. */
    public Stream<Unit> units() {
        return chapters.stream().flatMap(Unit::withDescendants);
    }
}
