package io.counterfoil.story;

import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.log.LogLine.Defect;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link.Proof;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Collects the lines of a story in any order and keeps the earliest ones, up to the limits. The others are counted.
 * Thread-safe.
 */
final class LineKeeper {

    private static final long MAX_SIZE = 256L << 20;

    private final Limits limits;
    private final PriorityQueue<StoryLine> latestFirst = new PriorityQueue<>(StoryLine.BY_TIME.reversed());
    private final Map<String, Long> omitted = new HashMap<>();
    private final Map<List<String>, Sighting> sightings = new LinkedHashMap<>();
    private final Map<Defect, Integer> defects = new EnumMap<>(Defect.class);
    private long size;
    private long omittedLines;
    private long unread;
    private Optional<Line.Origin> firstUnread = Optional.empty();
    /** The places of lines that were joined of parts, each of which may have been found. */
    private final Set<Line.Origin> joined = new HashSet<>();

    /**
     * A replacement that lines of the story report.
     *
     * @param time the earliest time of the lines
     * @param proof the lines of the pair that were found
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

    /** Adds a line of the story. */
    synchronized void add(LogLine found, int source) {
        if (found.joined() && !joined.add(found.line().origin())) {
            return;
        }
        if (found.defect() != Defect.NONE) {
            defects.merge(found.defect(), 1, Integer::sum);
        }
        if (!found.newId().isEmpty()) {
            sighted(found.id(), found.newId(), new Sighting(found.line().time(), Proof.OLD_ALONE));
        }
        if (!found.oldId().isEmpty()) {
            sighted(found.oldId(), found.id(), new Sighting(found.line().time(), Proof.NEW_ALONE));
        }
        StoryLine kept = new StoryLine(
                found.id(), found.line(), source, found.line().time().orElse(Instant.MIN));
        latestFirst.add(kept);
        size += kept.size();
        while (latestFirst.size() > limits.lines() || (size > MAX_SIZE && latestFirst.size() > 1)) {
            StoryLine latest = latestFirst.remove();
            size -= latest.size();
            omittedLines++;
            if (omitted.containsKey(latest.id()) || omitted.size() < limits.units()) {
                omitted.merge(latest.id(), 1L, Long::sum);
            }
        }
    }

    /** The kept lines in time order; a line without a time follows its predecessor in the file. */
    synchronized List<StoryLine> lines() {
        List<StoryLine> lines = new ArrayList<>(latestFirst);
        lines.sort(StoryLine.BY_PLACE);
        Instant last = Instant.MIN;
        int source = -1;
        for (int i = 0; i < lines.size(); i++) {
            StoryLine line = lines.get(i);
            if (line.source() != source) {
                source = line.source();
                last = firstTime(lines, i);
            }
            last = line.line().time().orElse(last);
            lines.set(i, line.movedTo(last));
        }
        lines.sort(StoryLine.BY_TIME);
        return lines;
    }

    /** Counts a line that should have an ID and has none that could be read. */
    synchronized void addUnread(Line.Origin origin) {
        unread++;
        if (firstUnread.isEmpty() || origin.offset() < firstUnread.get().offset()) {
            firstUnread = Optional.of(origin);
        }
    }

    /** The number of lines in which no ID could be read. */
    synchronized long unread() {
        return unread;
    }

    /** The first of them in its file. */
    synchronized Optional<Line.Origin> firstUnread() {
        return firstUnread;
    }

    /** Whether no line was added. */
    synchronized boolean isEmpty() {
        return latestFirst.isEmpty();
    }

    /** The number of lines of this ID that were left out. */
    synchronized long omitted(String id) {
        return omitted.getOrDefault(id, 0L);
    }

    /** The number of lines that were left out. */
    synchronized long omittedLines() {
        return omittedLines;
    }

    /** The reported replacements by old and new ID. */
    synchronized Map<List<String>, Sighting> sightings() {
        return new LinkedHashMap<>(sightings);
    }

    /** The number of lines with each defect. */
    synchronized Map<Defect, Integer> defects() {
        return new EnumMap<>(defects);
    }

    private void sighted(String from, String to, Sighting sighting) {
        List<String> key = List.of(from, to);
        if (sightings.containsKey(key) || sightings.size() < limits.links()) {
            sightings.merge(key, sighting, Sighting::and);
        }
    }

    private static Instant firstTime(List<StoryLine> lines, int from) {
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
