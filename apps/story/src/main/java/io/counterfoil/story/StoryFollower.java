package io.counterfoil.story;

import io.counterfoil.story.log.Ids;
import io.counterfoil.story.log.LineParser;
import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.scan.Follower;
import io.counterfoil.story.scan.Needles;
import io.counterfoil.story.scan.RawLine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads the lines that are written after a story was read, and passes on those that belong to it. A line that reports a
 * replacement adds the other ID to the story, with every ID that replacements lead to from there. Earlier lines of an
 * added ID are passed on too, each once.
 *
 * <p>Bounded by the {@link Limits} of units and links. Not thread-safe.
 */
public final class StoryFollower implements Follower.Reader {

    private final LineParser parser;
    private final LinkStore links;
    private final Limits limits;
    private final Consumer<LogLine> sink;
    private final Optional<RequestedKey> key;
    private final Set<String> heads;
    /** IDs whose earlier lines have not been read, and the positions where the IDs were found. */
    private final Map<String, Place> pending = new HashMap<>();
    /** IDs whose earlier lines are being read. */
    private Map<String, Place> rereading = Map.of();

    private Needles needles;

    /** A position in a log from which on every line has been passed on. */
    private record Place(int source, long offset) {}

    StoryFollower(
            LineParser parser,
            LinkStore links,
            Set<String> heads,
            Optional<RequestedKey> key,
            Limits limits,
            Consumer<LogLine> sink) {
        this.key = key;
        this.parser = parser;
        this.links = links;
        this.heads = new HashSet<>(heads);
        this.limits = limits;
        this.sink = sink;
        this.needles = searched();
    }

    @Override
    public Needles needles() {
        return needles;
    }

    @Override
    public void newLine(RawLine line) {
        LogLine found = parser.parse(line, id -> LinkStore.isWithinAny(id, heads));
        if (found.id().isEmpty()) {
            return;
        }
        if (key.filter(asked -> asked.isOf(found)).isPresent()) {
            add(found.id(), line);
        }
        links.add(found.id(), found.newId(), found.oldId());
        for (String other : List.of(found.newId(), found.oldId())) {
            if (LinkStore.isWithinAny(found.id(), heads)) {
                add(other, line);
            } else if (LinkStore.isWithinAny(other, heads)) {
                add(found.id(), line);
            }
        }
        if (LinkStore.isWithinAny(found.id(), heads)) {
            sink.accept(found);
        }
    }

    @Override
    public Optional<Needles> earlierNeedles() {
        rereading = Map.copyOf(pending);
        pending.clear();
        return rereading.isEmpty() ? Optional.empty() : Optional.of(Needles.of(rereading.keySet()));
    }

    @Override
    public void earlierLine(RawLine line) {
        LogLine found = parser.parse(line, id -> LinkStore.isWithinAny(id, heads));
        boolean part = false;
        for (String id = found.id(); !id.isEmpty(); id = Ids.parent(id)) {
            Place place = rereading.get(id);
            boolean passedBefore = place == null
                    ? heads.contains(id)
                    : place.source() == line.source().index() && line.offset() >= place.offset();
            if (passedBefore) {
                return;
            }
            part |= place != null;
        }
        if (part) {
            sink.accept(found);
        }
    }

    private Needles searched() {
        Set<String> texts = new HashSet<>(heads);
        key.map(RequestedKey::needle).ifPresent(texts::add);
        return StoryReader.needles(texts);
    }

    private void add(String id, RawLine line) {
        if (id.isEmpty() || LinkStore.isWithinAny(id, heads)) {
            return;
        }
        for (String head : links.closure(Set.of(id), limits.units()).heads()) {
            if (heads.size() < limits.units() && !LinkStore.isWithinAny(head, heads)) {
                heads.add(head);
                pending.put(head, new Place(line.source().index(), line.offset()));
            }
        }
        needles = searched();
    }
}
