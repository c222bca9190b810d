package io.counterfoil.story;

import io.counterfoil.story.LinkStore.Closure;
import io.counterfoil.story.log.Ids;
import io.counterfoil.story.log.LineIds;
import io.counterfoil.story.log.LineParser;
import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.log.LogLine.Defect;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.Needles;
import io.counterfoil.story.scan.Scan;
import io.counterfoil.story.text.Visible;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds the story of a unit of work in logs, in two passes at most (requirement CO-11).
 *
 * <p>The first pass looks for the id, and for the two messages of replacements. What has the id is parsed and kept; of all replacements
 * the two ids are kept, since a later one may turn out to be part of the story. Then it is known which other ids belong to it; when
 * there are any, a second pass looks for them.
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
    private Set<String> heads;
    private Needles following;

    /**
     * For the story of this id.
     *
     * @param silence from how long a pause on is a {@link Gap}
     * @param zone for times without an offset
     * @throws IllegalArgumentException when the text is no correlation id
     */
    public StoryReader(String asked, Limits limits, Duration silence, ZoneId zone) {
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
        this.heads = Set.of(asked);
        this.following = needles(heads);
    }

    /**
     * Reads the logs.
     *
     * @throws IOException when they cannot be read
     */
    public Story read(Scan scan) throws IOException {
        long start = System.nanoTime();
        scan.pass(following, this::first);
        Closure closure = links.closure(asked, limits.units());
        heads = closure.heads();
        int passes = 1;
        Set<String> others = new LinkedHashSet<>(heads);
        others.remove(asked);
        if (!others.isEmpty()) {
            passes++;
            scan.pass(Needles.of(others), this::second);
            following = needles(heads);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return story(closure, scan, new Reading(scan.files(), scan.bytes(), passes, took));
    }

    /** What to look for in what is written to the logs from now on. */
    public Needles following() {
        return following;
    }

    /**
     * Takes a line that was written after the story was read: when it tells of a replacement, the other id belongs to the story from now on.
     *
     * @return the line, when it belongs to the story
     */
    public Optional<LogLine> follow(LogSource source, long offset, byte[] bytes, boolean cut) {
        LogLine found = parser.parse(source, offset, bytes, cut);
        boolean part = !found.id().isEmpty() && LinkStore.isWithinAny(found.id(), heads);
        for (String other : List.of(found.newId(), found.oldId())) {
            if (!found.id().isEmpty() && !other.isEmpty()) {
                if (part) {
                    head(other);
                } else if (LinkStore.isWithinAny(other, heads)) {
                    head(found.id());
                    part = LinkStore.isWithinAny(found.id(), heads);
                }
            }
        }
        return part ? Optional.of(found) : Optional.empty();
    }

    private void head(String id) {
        if (!LinkStore.isWithinAny(id, heads) && heads.size() < limits.units()) {
            Set<String> more = new LinkedHashSet<>(heads);
            more.add(id);
            heads = more;
            following = needles(heads);
        }
    }

    private static Needles needles(Set<String> heads) {
        List<String> texts = new ArrayList<>(heads);
        texts.addAll(MESSAGES);
        return Needles.of(texts);
    }

    private void first(LogSource source, long offset, byte[] bytes, boolean cut) {
        LineIds ids = LineIds.of(bytes);
        boolean near = ids.id().isEmpty()
                || Ids.isWithin(ids.id(), asked)
                || Ids.isWithin(ids.newId(), asked)
                || Ids.isWithin(ids.oldId(), asked);
        if (!near) {
            link(ids.id(), ids.newId(), ids.oldId());
            return;
        }
        LogLine found = parser.parse(source, offset, bytes, cut);
        if (found.id().isEmpty()) {
            return;
        }
        link(found.id(), found.newId(), found.oldId());
        if (Ids.isWithin(found.id(), asked)) {
            keeper.add(found, source.index());
        }
    }

    private void link(String id, String newId, String oldId) {
        if (!newId.isEmpty()) {
            links.add(id, newId);
        }
        if (!oldId.isEmpty()) {
            links.add(oldId, id);
        }
    }

    private void second(LogSource source, long offset, byte[] bytes, boolean cut) {
        LogLine found = parser.parse(source, offset, bytes, cut);
        if (found.id().isEmpty() || Ids.isWithin(found.id(), asked) || !LinkStore.isWithinAny(found.id(), heads)) {
            return;
        }
        keeper.add(found, source.index());
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
                links.dropped(),
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
        if (!beyond.isEmpty()) {
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
