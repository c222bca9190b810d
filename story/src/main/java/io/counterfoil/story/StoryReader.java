package io.counterfoil.story;

import io.counterfoil.story.LinkStore.Closure;
import io.counterfoil.story.log.Ids;
import io.counterfoil.story.log.LineIds;
import io.counterfoil.story.log.LineParser;
import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.log.LogLine.Defect;
import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Reading;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.scan.Marks;
import io.counterfoil.story.scan.Needles;
import io.counterfoil.story.scan.RawLine;
import io.counterfoil.story.scan.Scan;
import io.counterfoil.story.text.Visible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Finds the story of a unit of work in logs, in two passes at most.
 *
 * <p>The first pass looks for the id, and notes where the two messages of replacements stand. What has the id is parsed and kept. When the id was
 * replaced, or replaced another one, all replacements are read, since any may turn out to be part of the story. Then it is known which other
 * ids belong to it, and a second pass looks for them.
 *
 * <p>Memory: the story, and two ids for each replacement in the logs, both within {@link Limits}. For one story; not thread-safe.
 */
public final class StoryReader {

    private static final List<String> MESSAGES = List.of("Replacing correlation id", "Replaced correlation id");
    private static final int NAMED_IN_NOTE = 5;

    private final String asked;
    private final Limits limits;
    private final Duration silence;
    private final LineParser parser;
    private final LineKeeper keeper;
    private final LinkStore links;
    private final Set<String> beyond = Collections.synchronizedSet(new TreeSet<>());
    private final AtomicBoolean beyondMore = new AtomicBoolean();
    private final Marks marks;
    private final AtomicBoolean linked = new AtomicBoolean();
    private Set<String> heads;

    /**
     * For the story of this id.
     *
     * @param silence from how long a pause on is a {@link Gap}
     * @param zone for times without an offset; asked when there is one, and once for each
     * @throws IllegalArgumentException when the text is no correlation id
     */
    public StoryReader(String asked, Limits limits, Duration silence, Supplier<ZoneId> zone) {
        if (!Ids.isId(asked)) {
            throw new IllegalArgumentException(
                    "a correlation id consists of segments of 1 to 64 of A-Z a-z 0-9 _ - between dots, 128 characters at most");
        }
        this.asked = asked;
        this.limits = limits;
        this.silence = silence;
        this.parser = new LineParser(zone);
        this.keeper = new LineKeeper(limits);
        this.links = new LinkStore(limits.links());
        this.marks = new Marks(MESSAGES, limits.links());
        this.heads = Set.of(asked);
    }

    /**
     * Reads the logs.
     *
     * @throws IOException when they cannot be read
     */
    public Story read(Scan scan) throws IOException {
        long start = System.nanoTime();
        scan.pass(heads, marks, this::first);
        if (linked.get()) {
            readLinks(scan);
        }
        Closure closure = links.closure(asked, limits.units());
        heads = closure.heads();
        int passes = 1;
        Set<String> others = new LinkedHashSet<>(heads);
        others.remove(asked);
        if (!others.isEmpty()) {
            passes++;
            scan.pass(Needles.of(others), this::second);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return story(closure, scan, new Reading(scan.files(), scan.bytes(), passes, took));
    }

    /**
     * Goes on with the story in what is written to these logs from now on: an id that is found then may have been replaced before.
     *
     * @param told takes each line that belongs to the story
     * @throws IOException when the logs cannot be read any more
     */
    public Following following(Scan scan, Consumer<LogLine> told) throws IOException {
        if (!linked.get()) {
            readLinks(scan);
        }
        return following(told);
    }

    /**
     * Begins with the story in what is written from now on, where there is nothing to be read before.
     *
     * @param told takes each line that belongs to the story
     */
    public Following following(Consumer<LogLine> told) {
        return new Following(parser, links, heads, limits, told);
    }

    private void readLinks(Scan scan) throws IOException {
        scan.lines(marks, this::link);
    }

    /** What has to be looked for, so that no line of these ids is missed, and no message of a replacement. */
    static Needles needles(Collection<String> ids) {
        List<String> texts = new ArrayList<>(ids);
        texts.addAll(MESSAGES);
        return Needles.of(texts);
    }

    /** Takes a line that has the text of the id in it, be it in the midst of another one. */
    private void first(RawLine line) {
        LineIds ids = LineIds.of(line.bytes());
        if (ids.certain()
                && !isNear(ids.id(), ids.newId(), ids.oldId())
                && !(ids.id().isEmpty() && hasBareId(line))) {
            if (isTold(line, ids.newId(), ids.oldId())) {
                links.add(ids.id(), ids.newId(), ids.oldId());
            }
            return;
        }
        LogLine found = parser.parse(line, id -> Ids.isWithin(id, asked));
        boolean near = isNear(found.id(), found.newId(), found.oldId());
        if ((near || isTold(line, found.newId(), found.oldId()))
                && links.add(found.id(), found.newId(), found.oldId())
                && near) {
            linked.set(true);
        }
        if (Ids.isWithin(found.id(), asked)) {
            keeper.add(found, line.source().index());
        }
    }

    /** Whether the id that was asked for may stand in brackets, without its name. */
    private boolean hasBareId(RawLine line) {
        return new String(line.bytes(), StandardCharsets.ISO_8859_1).contains("[" + asked);
    }

    /**
     * Whether it tells of a replacement with the message. One without is known where it has the id that was asked for, and not by chance
     * elsewhere. Most lines tell of none, and are not searched again.
     */
    private static boolean isTold(RawLine line, String newId, String oldId) {
        if (newId.isEmpty() && oldId.isEmpty()) {
            return false;
        }
        String text = new String(line.bytes(), StandardCharsets.ISO_8859_1);
        return MESSAGES.stream().anyMatch(text::contains);
    }

    /** Takes the line of a replacement. What has the id that was asked for was found by it, and is known. */
    private void link(RawLine line) {
        LineIds ids = LineIds.of(line.bytes());
        if (!ids.certain() || ids.id().isEmpty()) {
            LogLine found = parser.parse(line, Ids::isMade);
            links.add(found.id(), found.newId(), found.oldId());
        } else if (!isNear(ids.id(), ids.newId(), ids.oldId())) {
            links.add(ids.id(), ids.newId(), ids.oldId());
        }
    }

    /** How many lines of replacements were not looked at, where they matter. */
    private long unread() {
        return links.dropped() + (linked.get() ? marks.dropped() : 0);
    }

    private boolean isNear(String id, String newId, String oldId) {
        return Ids.isWithin(id, asked) || Ids.isWithin(newId, asked) || Ids.isWithin(oldId, asked);
    }

    private void second(RawLine line) {
        LogLine found = parser.parse(line, id -> LinkStore.isWithinAny(id, heads));
        if (found.id().isEmpty() || Ids.isWithin(found.id(), asked) || !LinkStore.isWithinAny(found.id(), heads)) {
            return;
        }
        keeper.add(found, line.source().index());
        for (String other : List.of(found.newId(), found.oldId())) {
            if (!other.isEmpty() && !LinkStore.isWithinAny(other, heads)) {
                if (beyond.size() < NAMED_IN_NOTE) {
                    beyond.add(other);
                } else if (!beyond.contains(other)) {
                    beyondMore.set(true);
                }
            }
        }
    }

    private Story story(Closure closure, Scan scan, Reading reading) {
        List<Kept> lines = keeper.lines();
        List<Link> found = LinkBuilder.links(keeper.sightings(), heads, lines);
        Set<String> named = new HashSet<>();
        found.forEach(link -> {
            named.add(link.from());
            named.add(link.to());
        });
        StoryBuilder builder = new StoryBuilder(limits, silence, keeper);
        List<Unit> chapters = builder.chapters(heads, lines, named);
        String parent = Ids.parent(asked);
        return new Story(
                asked,
                parent.isEmpty() ? Optional.empty() : Optional.of(parent),
                chapters,
                found,
                StoryBuilder.actions(lines),
                notes(closure, scan, builder.omittedUnits(), found),
                silence,
                reading);
    }

    private List<Note> notes(Closure closure, Scan scan, long omittedWithUnits, List<Link> found) {
        List<Note> notes = new ArrayList<>();
        for (String problem : scan.problems()) {
            notes.add(new Note(Note.Kind.BROKEN, Visible.of(problem)));
        }
        note(
                notes,
                Note.Kind.BOUNDED,
                keeper.omittedLines(),
                "the story is longer than is kept: %,d later line%s left out");
        note(
                notes,
                Note.Kind.BOUNDED,
                omittedWithUnits,
                "the story has more units than are kept: of later units %,d line%s left out");
        note(
                notes,
                Note.Kind.BOUNDED,
                unread(),
                "the logs have more replacements than are kept: %,d line%s not looked at");
        if (!closure.complete()) {
            notes.add(new Note(
                    Note.Kind.BOUNDED, "replacements lead to more ids than are kept: the story is not complete"));
        }
        note(notes, Note.Kind.BROKEN, defects(Defect.CUT), "%,d line%s longer than a mebibyte: a part of it was read");
        note(
                notes,
                Note.Kind.BROKEN,
                defects(Defect.NO_JSON),
                "%,d line%s begun as JSON and not complete: read as text");
        note(notes, Note.Kind.BROKEN, defects(Defect.NO_UTF8), "%,d line%s not in UTF-8: read as ISO 8859-1");
        if (!beyond.isEmpty() && closure.complete() && unread() == 0) {
            notes.add(new Note(
                    Note.Kind.ODD,
                    "the story goes on with %s%s, by lines without the message of a replacement: ask for it too"
                            .formatted(String.join(", ", beyond), beyondMore.get() ? " and others" : "")));
        }
        Set<String> circle = LinkBuilder.circle(found);
        if (!circle.isEmpty()) {
            List<String> some = circle.stream().sorted().limit(NAMED_IN_NOTE).toList();
            notes.add(new Note(
                    Note.Kind.ODD,
                    "ids replace each other in a circle: %s%s"
                            .formatted(String.join(", ", some), some.size() < circle.size() ? " and others" : "")));
        }
        long alone =
                found.stream().filter(link -> link.proof() != Link.Proof.BOTH).count();
        note(notes, Note.Kind.ODD, alone, "%,d replacement%s told by one line of the pair alone");
        return notes;
    }

    private long defects(Defect defect) {
        return keeper.defects().getOrDefault(defect, 0);
    }

    private static void note(List<Note> notes, Note.Kind kind, long count, String text) {
        if (count > 0) {
            notes.add(new Note(kind, String.format(Locale.ROOT, text, count, count == 1 ? " is" : "s are")));
        }
    }
}
