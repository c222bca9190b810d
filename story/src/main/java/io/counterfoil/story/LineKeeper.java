package io.counterfoil.story;

import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.log.LogLine.Defect;
import io.counterfoil.story.model.Link.Proof;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The lines of a story while they are found, in whatever order: the earliest ones, as many as the limits allow. Of the others it is
 * known how many there were. Thread-safe.
 */
final class LineKeeper {

    private static final long MAX_SIZE = 256L << 20;

    private final Limits limits;
    private final PriorityQueue<Kept> latestFirst = new PriorityQueue<>(Kept.BY_TIME.reversed());
    private final Map<String, Long> omitted = new HashMap<>();
    private final Map<List<String>, Sighting> sightings = new LinkedHashMap<>();
    private final Map<Defect, Integer> defects = new EnumMap<>(Defect.class);
    private long size;
    private long omittedLines;

    /**
     * That a line tells of a replacement.
     *
     * @param time the earliest of the lines
     * @param proof which ones
     */
    record Sighting(Optional<Instant> time, Proof proof) {

        Sighting and(Sighting other) {
            Optional<Instant> earlier = time.isEmpty()
                    ? other.time
                    : other.time.isEmpty() ? time : time.get().isBefore(other.time.get()) ? time : other.time;
            return new Sighting(earlier, proof == other.proof ? proof : Proof.BOTH);
        }
    }

    LineKeeper(Limits limits) {
        this.limits = limits;
    }

    /** One more line of the story. */
    synchronized void add(LogLine found, int source) {
        if (found.defect() != Defect.NONE) {
            defects.merge(found.defect(), 1, Integer::sum);
        }
        if (!found.newId().isEmpty()) {
            sighted(found.id(), found.newId(), new Sighting(found.line().time(), Proof.OLD_ALONE));
        }
        if (!found.oldId().isEmpty()) {
            sighted(found.oldId(), found.id(), new Sighting(found.line().time(), Proof.NEW_ALONE));
        }
        Kept kept =
                new Kept(found.id(), found.line(), source, found.line().time().orElse(Instant.MIN));
        latestFirst.add(kept);
        size += kept.size();
        while (latestFirst.size() > limits.lines() || (size > MAX_SIZE && latestFirst.size() > 1)) {
            Kept latest = latestFirst.remove();
            size -= latest.size();
            omittedLines++;
            if (omitted.containsKey(latest.id()) || omitted.size() < limits.units()) {
                omitted.merge(latest.id(), 1L, Long::sum);
            }
        }
    }

    /** The lines that are kept, in time order; one without a time behind the one that stands before it. */
    synchronized List<Kept> lines() {
        List<Kept> lines = new ArrayList<>(latestFirst);
        lines.sort(Kept.BY_PLACE);
        Instant last = Instant.MIN;
        int source = -1;
        for (int i = 0; i < lines.size(); i++) {
            Kept line = lines.get(i);
            if (line.source() != source) {
                source = line.source();
                last = firstTime(lines, i);
            }
            last = line.line().time().orElse(last);
            lines.set(i, line.movedTo(last));
        }
        lines.sort(Kept.BY_TIME);
        return lines;
    }

    /** How many lines of this id were left out. */
    synchronized long omitted(String id) {
        return omitted.getOrDefault(id, 0L);
    }

    /** How many lines were left out. */
    synchronized long omittedLines() {
        return omittedLines;
    }

    /** The replacements that the lines tell of, by the old and the new id. */
    synchronized Map<List<String>, Sighting> sightings() {
        return new LinkedHashMap<>(sightings);
    }

    /** How many lines had something wrong with them. */
    synchronized Map<Defect, Integer> defects() {
        return new EnumMap<>(defects);
    }

    private void sighted(String from, String to, Sighting sighting) {
        List<String> key = List.of(from, to);
        if (sightings.containsKey(key) || sightings.size() < limits.links()) {
            sightings.merge(key, sighting, Sighting::and);
        }
    }

    private static Instant firstTime(List<Kept> lines, int from) {
        for (int i = from;
                i < lines.size() && lines.get(i).source() == lines.get(from).source();
                i++) {
            if (lines.get(i).line().time().isPresent()) {
                return lines.get(i).line().time().get();
            }
        }
        return Instant.MAX;
    }
}
