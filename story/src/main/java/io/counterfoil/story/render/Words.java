package io.counterfoil.story.render;

import io.counterfoil.story.Attempt;
import io.counterfoil.story.Link;
import io.counterfoil.story.Note;
import io.counterfoil.story.Reading;
import io.counterfoil.story.Span;
import io.counterfoil.story.Story;
import io.counterfoil.story.Unit;
import io.counterfoil.story.text.Spans;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** How things of a story are said, in every format for people. All times are UTC. */
final class Words {

    static final DateTimeFormatter DATE = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC);
    static final DateTimeFormatter CLOCK = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 3, 3, true)
            .toFormatter(Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final String[] BYTES = {"kB", "MB", "GB", "TB", "PB", "EB"};

    private Words() {}

    static String count(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? thing : thing + "s");
    }

    static String clock(Instant time) {
        return CLOCK.format(time);
    }

    static String date(Instant time) {
        return DATE.format(time);
    }

    static String lasting(Span span) {
        return Spans.of(span.duration());
    }

    /** From when to when, and how long. */
    static String fromTo(Span span) {
        String last = date(span.first()).equals(date(span.last()))
                ? clock(span.last())
                : date(span.last()) + " " + clock(span.last());
        return "%s %s to %s UTC, %s".formatted(date(span.first()), clock(span.first()), last, lasting(span));
    }

    /** How much there is. */
    static String extent(Story story) {
        return "%s in %s of %s"
                .formatted(
                        count(lines(story), "line"),
                        count(story.units().count(), "unit"),
                        count(
                                story.units()
                                        .flatMap(unit -> unit.services().stream())
                                        .distinct()
                                        .count(),
                                "service"));
    }

    /** What was read for it. */
    static String reading(Reading reading) {
        return "Read %s of %s in %s, in %s."
                .formatted(
                        bytes(reading.bytes()),
                        count(reading.files(), "file"),
                        reading.passes() == 1 ? "1 pass" : reading.passes() + " passes",
                        Spans.of(reading.took()));
    }

    /** What became of the old id of a link; the new id follows. */
    static String becoming(Link link) {
        return switch (link.kind()) {
            case REPLACED -> "replaced by";
            case COMBINED -> "combined into";
            case RESTORED -> "restored to";
        };
    }

    /** What the new id of a link did; the old id follows. */
    static String origin(Link link) {
        return switch (link.kind()) {
            case REPLACED -> "replaces";
            case COMBINED -> "combines";
            case RESTORED -> "restored from";
        };
    }

    /** What is missing of the pair of lines; empty when nothing is. */
    static String proof(Link link) {
        return switch (link.proof()) {
            case BOTH -> "";
            case OLD_ALONE -> "only the old id's log says so";
            case NEW_ALONE -> "only the new id's log says so";
        };
    }

    static String kind(Note note) {
        return switch (note.kind()) {
            case BOUNDED -> "not everything";
            case BROKEN -> "unreadable";
            case ODD -> "odd";
        };
    }

    static String name(Attempt attempt, int number) {
        return attempt.name().orElse("no. " + number);
    }

    static long lines(Story story) {
        return story.units().mapToLong(Words::linesOf).sum();
    }

    static long linesOf(Unit unit) {
        return unit.lines().size() + unit.omitted();
    }

    static String bytes(long bytes) {
        if (bytes < 1000) {
            return count(bytes, "byte");
        }
        double value = bytes / 1000.0;
        int unit = 0;
        while (value >= 999.5 && unit < BYTES.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, value < 10 ? "%.1f %s" : "%.0f %s", value, BYTES[unit]);
    }
}
