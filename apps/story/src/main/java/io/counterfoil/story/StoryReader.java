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
import io.counterfoil.story.text.Figures;
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
import java.util.regex.Pattern;

/**
 * Finds the story of a unit of work, or of an idempotency key, in logs in at most two passes.
 *
 * <p>The first pass searches for the ID, parses and keeps the lines that have it, and records the positions of
 * replacement messages. If the ID was replaced or replaces another one, those messages are read, because any of them
 * may belong to the story. The IDs of the story are then known, and a second pass searches for the other IDs.
 *
 * <p>If no line has the requested text as its ID, and lines have it as their idempotency key, the story is that of their IDs.
 *
 * <p>Memory: the story and two IDs for each replacement in the logs, both bounded by {@link Limits}. Each instance
 * reads one story. Not thread-safe.
 */
public final class StoryReader {

    private static final List<String> MESSAGES = List.of("Replacing correlation id", "Replaced correlation id");
    private static final int NAMED_IN_NOTE = 5;
    private static final Pattern NO_ID = Pattern.compile("[^A-Za-z0-9_.-]+");

    private final String requestedId;
    private final Limits limits;
    private final Duration silence;
    private final LineParser parser;
    private final LineKeeper keeper;
    private final LinkStore links;
    private final Set<String> beyond = Collections.synchronizedSet(new TreeSet<>());
    private final AtomicBoolean beyondMore = new AtomicBoolean();
    private final Marks marks;
    private final AtomicBoolean linked = new AtomicBoolean();
    private final RequestedKey key;
    private Set<String> heads;
    private boolean byKey;

    /**
     * Creates a reader for the story of this ID or key.
     *
     * @param requestedId a correlation ID or an idempotency key
     * @param silence the shortest pause that is a {@link Gap}
     * @param zone the zone of timestamps without an offset; called at most once, when one is read
     * @throws IllegalArgumentException if the text is neither a correlation ID nor an idempotency key
     */
    public StoryReader(String requestedId, Limits limits, Duration silence, Supplier<ZoneId> zone) {
        if (!RequestedKey.isKey(requestedId)) {
            throw new IllegalArgumentException(
                    "a correlation ID consists of segments of 1 to 64 of A-Z a-z 0-9 _ - separated by dots, at most"
                            + " 128 characters; an idempotency key has 1 to 255 bytes and no control characters");
        }
        this.requestedId = requestedId;
        this.limits = limits;
        this.silence = silence;
        this.parser = new LineParser(zone);
        this.keeper = new LineKeeper(limits);
        this.links = new LinkStore(limits.links());
        this.marks = new Marks(MESSAGES, limits.links());
        this.heads = Ids.isId(requestedId) ? Set.of(requestedId) : Set.of();
        this.key = new RequestedKey(requestedId, limits.units());
    }

    /**
     * Reads the logs.
     *
     * @throws IOException if they cannot be read
     */
    public Story read(Scan scan) throws IOException {
        long start = System.nanoTime();
        scan.pass(Set.of(key.needle()), marks, this::firstPass);
        byKey = keeper.isEmpty() && !key.heads().isEmpty();
        if (byKey) {
            linked.set(true);
            heads = key.heads();
        }
        if (linked.get()) {
            readLinks(scan);
        }
        Closure closure = links.closure(heads, limits.units());
        heads = closure.heads();
        int passes = 1;
        Set<String> others = new LinkedHashSet<>(heads);
        if (!byKey) {
            others.remove(requestedId);
        }
        if (!others.isEmpty()) {
            passes++;
            scan.pass(Needles.of(others), this::secondPass);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return story(closure, scan, new Reading(scan.files(), scan.bytes(), passes, keeper.unread(), took));
    }

    /**
     * Continues the story with lines that are written to the same logs afterwards. IDs that are found then may have
     * been replaced earlier.
     *
     * @param sink receives each line that belongs to the story
     * @throws IOException if the logs cannot be read
     */
    public StoryFollower following(Scan scan, Consumer<LogLine> sink) throws IOException {
        if (!linked.get()) {
            readLinks(scan);
        }
        return following(sink);
    }

    /**
     * Starts a story with lines that are written from now on.
     *
     * @param sink receives each line that belongs to the story
     */
    public StoryFollower following(Consumer<LogLine> sink) {
        Optional<RequestedKey> followed = byKey || keeper.isEmpty() ? Optional.of(key) : Optional.empty();
        return new StoryFollower(parser, links, heads, followed, limits, sink);
    }

    private void readLinks(Scan scan) throws IOException {
        scan.lines(marks, this::link);
    }

    /** The texts of every line of these IDs and of every replacement message. */
    static Needles needles(Collection<String> ids) {
        List<String> texts = new ArrayList<>(ids);
        texts.addAll(MESSAGES);
        return Needles.of(texts);
    }

    /** Processes a line that contains the requested ID, possibly as part of a longer one. */
    private void firstPass(RawLine line) {
        LineIds ids = LineIds.of(line.bytes());
        if (ids.certain()
                && !isNear(ids.id(), ids.newId(), ids.oldId())
                && !(ids.id().isEmpty() && hasBareId(line))
                && !key.mayBeIn(line.bytes())) {
            if (reportsReplacement(line, ids.newId(), ids.oldId())) {
                links.add(ids.id(), ids.newId(), ids.oldId());
            }
            return;
        }
        LogLine found = parser.parse(line, id -> Ids.isWithin(id, requestedId));
        key.take(found);
        if (found.id().isEmpty()
                && key.mayBeIn(line.bytes())
                && (!Ids.isId(requestedId) || mentions(line, Set.of(requestedId)))) {
            keeper.addUnread(found.line().origin());
        }
        boolean near = isNear(found.id(), found.newId(), found.oldId());
        if ((near || reportsReplacement(line, found.newId(), found.oldId()))
                && links.add(found.id(), found.newId(), found.oldId())
                && near) {
            linked.set(true);
        }
        if (Ids.isWithin(found.id(), requestedId)) {
            keeper.add(found, line.source().index());
        }
    }

    /** Whether the requested ID may be in brackets without a name. */
    private boolean hasBareId(RawLine line) {
        return new String(line.bytes(), StandardCharsets.ISO_8859_1).contains("[" + requestedId);
    }

    /**
     * Whether the line reports a replacement with one of the messages. Without a message, a replacement is followed
     * only if it names the requested ID, so that the result does not depend on the order of lines. Most lines report
     * none and are not searched again.
     */
    private static boolean reportsReplacement(RawLine line, String newId, String oldId) {
        if (newId.isEmpty() && oldId.isEmpty()) {
            return false;
        }
        String text = new String(line.bytes(), StandardCharsets.ISO_8859_1);
        return MESSAGES.stream().anyMatch(text::contains);
    }

    /**
     * Processes the line of a replacement message. Lines that have the requested ID were processed by the first pass.
     */
    private void link(RawLine line) {
        LineIds ids = LineIds.of(line.bytes());
        if (!ids.certain() || ids.id().isEmpty()) {
            LogLine found = parser.parse(line, Ids::isGenerated);
            links.add(found.id(), found.newId(), found.oldId());
        } else if (!isNear(ids.id(), ids.newId(), ids.oldId())) {
            links.add(ids.id(), ids.newId(), ids.oldId());
        }
    }

    /** The number of relevant replacement lines that were not read. */
    private long unread() {
        return links.dropped() + (linked.get() ? marks.dropped() : 0);
    }

    private boolean isNear(String id, String newId, String oldId) {
        return Ids.isWithin(id, requestedId) || Ids.isWithin(newId, requestedId) || Ids.isWithin(oldId, requestedId);
    }

    private void secondPass(RawLine line) {
        LogLine found = parser.parse(line, id -> LinkStore.isWithinAny(id, heads));
        if (found.id().isEmpty() && !key.mayBeIn(line.bytes()) && mentions(line, heads)) {
            keeper.addUnread(found.line().origin());
        }
        if (found.id().isEmpty()
                || Ids.isWithin(found.id(), requestedId)
                || !LinkStore.isWithinAny(found.id(), heads)) {
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

    /** Whether one of these IDs or a descendant stands in a line as a word of its own. */
    private static boolean mentions(RawLine line, Set<String> ids) {
        return NO_ID.splitAsStream(new String(line.bytes(), StandardCharsets.ISO_8859_1))
                .map(word -> word.endsWith(".") ? word.substring(0, word.length() - 1) : word)
                .anyMatch(word -> LinkStore.isWithinAny(word, ids));
    }

    private Story story(Closure closure, Scan scan, Reading reading) {
        List<StoryLine> lines = keeper.lines();
        List<Link> found = LinkBuilder.links(keeper.sightings(), heads, lines);
        Set<String> named = new HashSet<>();
        found.forEach(link -> {
            named.add(link.from());
            named.add(link.to());
        });
        StoryBuilder builder = new StoryBuilder(limits, silence, keeper);
        List<Unit> chapters = builder.chapters(heads, lines, named);
        String parent = byKey ? "" : Ids.parent(requestedId);
        return new Story(
                LineParser.value(requestedId).orElse(""),
                byKey,
                parent.isEmpty() ? Optional.empty() : Optional.of(parent),
                chapters,
                found,
                ActionBuilder.actions(lines),
                notes(closure, scan, builder.omittedUnits(), found),
                silence,
                reading);
    }

    private List<Note> notes(Closure closure, Scan scan, long omittedWithUnits, List<Link> found) {
        List<Note> notes = new ArrayList<>();
        for (String problem : scan.problems()) {
            notes.add(new Note(Note.Kind.BROKEN, Visible.of(problem)));
        }
        note(notes, Note.Kind.BOUNDED, keeper.omittedLines(), "line limit reached: %,d later line%s left out");
        note(notes, Note.Kind.BOUNDED, omittedWithUnits, "unit limit reached: %,d line%s left out with later units");
        note(notes, Note.Kind.BOUNDED, unread(), "replacement limit reached: %,d line%s not read");
        note(notes, Note.Kind.BOUNDED, byKey ? key.omitted() : 0, "unit limit reached: %,d line%s of the key left out");
        long other = byKey
                ? 0
                : key.heads().stream()
                        .filter(id -> !LinkStore.isWithinAny(id, heads))
                        .count();
        if (other > 0) {
            notes.add(new Note(
                    Note.Kind.ODD,
                    "the requested ID is the idempotency key of lines under other IDs too, which are not in"
                            + " the story"));
        }
        if (!closure.complete()) {
            notes.add(new Note(
                    Note.Kind.BOUNDED, "replacements lead to more IDs than the unit limit: the story is incomplete"));
        }
        keeper.firstUnread()
                .ifPresent(first -> note(
                        notes,
                        Note.Kind.BROKEN,
                        keeper.unread(),
                        "%,d line%s not in the story, because no correlation ID could be read beside the requested text: see byte "
                                + Figures.grouped(first.offset()) + " of "
                                + Visible.of(first.file()).replace("%", "%%")));
        note(notes, Note.Kind.BROKEN, defects(Defect.CUT), "%,d line%s longer than 1 MiB: read in part");
        note(notes, Note.Kind.BROKEN, defects(Defect.NO_JSON), "%,d line%s incomplete JSON: read as text");
        note(notes, Note.Kind.BROKEN, defects(Defect.NO_UTF8), "%,d line%s not in UTF-8: read as ISO 8859-1");
        if (!beyond.isEmpty() && closure.complete() && unread() == 0) {
            notes.add(new Note(
                    Note.Kind.ODD,
                    "lines without a replacement message name %s%s as replacement: read that story too"
                            .formatted(String.join(", ", beyond), beyondMore.get() ? " and others" : "")));
        }
        Set<String> cycle = LinkBuilder.cycle(found);
        if (!cycle.isEmpty()) {
            List<String> some = cycle.stream().sorted().limit(NAMED_IN_NOTE).toList();
            notes.add(new Note(
                    Note.Kind.ODD,
                    "replacements form a cycle: %s%s"
                            .formatted(String.join(", ", some), some.size() < cycle.size() ? " and others" : "")));
        }
        long alone =
                found.stream().filter(link -> link.proof() != Link.Proof.BOTH).count();
        note(notes, Note.Kind.ODD, alone, "%,d replacement%s supported by only one line of the pair");
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
