package io.counterfoil.story.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The log lines of one unit of work: the requested unit, its descendants, and the IDs that these were replaced by,
 * combined into or restored from, with their descendants, over any number of steps in both directions.
 *
 * <p>Ancestors are excluded: the story of {@code abcd.1} contains neither {@code abcd} nor {@code abcd.2}.
 *
 * <p>Immutable. Every text is safe to print: the only control characters are line feeds and tabs in messages. All
 * others, including C1 controls, line separators and bidirectional marks, are written as a backslash, {@code u} and
 * four hexadecimal digits. A renderer only has to escape for its own format.
 *
 * @param requestedId the requested ID, or the requested idempotency key
 * @param byKey whether it is a key: no line has it as its ID, and the story is that of all IDs under which lines have the key
 * @param extendedFrom the parent of the requested ID, which is not part of the story; empty if the requested ID is a
 *     root
 * @param chapters the trees of units in the order of their starts: one of the requested ID, unless no line has it or a
 *     descendant, and one of each ID that links lead to. No unit of one chapter is a descendant of a unit of another.
 *     Empty if no line belongs to the story.
 * @param links the replacements that connect the chapters, in time order
 * @param actions the actions of the story, in the order of their first attempts
 * @param notes limits that were reached, and lines that could not be read
 * @param silence the shortest pause that is a {@link Gap}
 * @param reading the statistics of reading the logs
 */
public record Story(
        String requestedId,
        boolean byKey,
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

    /** Whether no line belongs to the story. */
    public boolean isEmpty() {
        return chapters.isEmpty();
    }

    /** From the first to the last line of the story; empty if no line has a time. */
    public Optional<Span> span() {
        return chapters.stream().flatMap(unit -> unit.span().stream()).reduce(Span::and);
    }

    /** All units, each before its descendants. */
    public Stream<Unit> units() {
        return chapters.stream().flatMap(Unit::withDescendants);
    }
}
