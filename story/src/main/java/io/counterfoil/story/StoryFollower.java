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
 * A story that goes on: takes the lines that are written after it was read, and tells those that belong to it. When one tells of a
 * replacement, the other id belongs to the story from then on, with all that replacements lead to from there; what was logged under these
 * ids before is told too, each line once.
 *
 * <p>Within the {@link Limits} of units and replacements. For one thread.
 */
public final class Following implements Follower.Reader {

    private final LineParser parser;
    private final LinkStore links;
    private final Limits limits;
    private final Consumer<LogLine> told;
    private final Set<String> heads;
    /** Ids whose earlier lines are not told yet, and where they were found. */
    private final Map<String, Place> fresh = new HashMap<>();
    /** Those whose earlier lines are told just now. */
    private Map<String, Place> again = Map.of();

    private Needles needles;

    /** From this line of this file on all was told. */
    private record Place(int source, long offset) {}

    Following(LineParser parser, LinkStore links, Set<String> heads, Limits limits, Consumer<LogLine> told) {
        this.parser = parser;
        this.links = links;
        this.heads = new HashSet<>(heads);
        this.limits = limits;
        this.told = told;
        this.needles = StoryReader.needles(heads);
    }

    @Override
    public Needles ahead() {
        return needles;
    }

    @Override
    public void ahead(RawLine line) {
        LogLine found = parser.parse(line, id -> LinkStore.isWithinAny(id, heads));
        if (found.id().isEmpty()) {
            return;
        }
        links.add(found.id(), found.newId(), found.oldId());
        for (String other : List.of(found.newId(), found.oldId())) {
            if (LinkStore.isWithinAny(found.id(), heads)) {
                join(other, line);
            } else if (LinkStore.isWithinAny(other, heads)) {
                join(found.id(), line);
            }
        }
        if (LinkStore.isWithinAny(found.id(), heads)) {
            told.accept(found);
        }
    }

    @Override
    public Optional<Needles> back() {
        again = Map.copyOf(fresh);
        fresh.clear();
        return again.isEmpty() ? Optional.empty() : Optional.of(Needles.of(again.keySet()));
    }

    @Override
    public void back(RawLine line) {
        LogLine found = parser.parse(line, id -> LinkStore.isWithinAny(id, heads));
        boolean part = false;
        for (String id = found.id(); !id.isEmpty(); id = Ids.parent(id)) {
            Place place = again.get(id);
            boolean toldBefore = place == null
                    ? heads.contains(id)
                    : place.source() == line.source().index() && line.offset() >= place.offset();
            if (toldBefore) {
                return;
            }
            part |= place != null;
        }
        if (part) {
            told.accept(found);
        }
    }

    private void join(String id, RawLine line) {
        if (id.isEmpty() || LinkStore.isWithinAny(id, heads)) {
            return;
        }
        for (String head : links.closure(id, limits.units()).heads()) {
            if (heads.size() < limits.units() && !LinkStore.isWithinAny(head, heads)) {
                heads.add(head);
                fresh.put(head, new Place(line.source().index(), line.offset()));
            }
        }
        needles = StoryReader.needles(heads);
    }
}
