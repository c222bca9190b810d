package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Reading;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Figures;
import io.counterfoil.story.text.Spans;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Formats counts, times and phrases for the renderers for people. Times are UTC. */
final class Wording {

    private static final String[] BYTES = {"kB", "MB", "GB", "TB", "PB", "EB"};

    private static final int NANOS_OF_A_MILLI = 1_000_000;

    /** The statuses of HTTP and of commands that are failures. */
    private static final Pattern FAILURE = Pattern.compile("[45][0-9]{2}|Failed");

    private Wording() {}

    static String count(long number, String noun) {
        return Figures.grouped(number) + " " + (number == 1 ? noun : noun + "s");
    }

    static String clock(Instant time) {
        LocalTime clock = utc(time).toLocalTime();
        return Figures.padded(clock.getHour(), 2)
                + ":"
                + Figures.padded(clock.getMinute(), 2)
                + ":"
                + Figures.padded(clock.getSecond(), 2)
                + "."
                + Figures.padded(clock.getNano() / NANOS_OF_A_MILLI, 3);
    }

    static String date(Instant time) {
        return utc(time).toLocalDate().toString();
    }

    static String lasting(Span span) {
        return Spans.of(span.duration());
    }

    /** Start, end and duration. */
    static String fromTo(Span span) {
        String last = date(span.first()).equals(date(span.last()))
                ? clock(span.last())
                : date(span.last()) + " " + clock(span.last());
        return date(span.first()) + " " + clock(span.first()) + " to " + last + " UTC, " + lasting(span);
    }

    /** The number of lines, units and services. */
    static String extent(Story story) {
        Set<String> services = new HashSet<>();
        long units = 0;
        for (Unit unit : (Iterable<Unit>) story.units()::iterator) {
            units++;
            services.addAll(unit.services());
        }
        return count(lines(story), "line") + " in " + count(units, "unit") + " of " + count(services.size(), "service");
    }

    /** What was read, and how long it took. */
    static String reading(Reading reading) {
        return "Read " + bytes(reading.bytes())
                + " of " + count(reading.files(), "file")
                + " in " + (reading.passes() == 1 ? "1 pass" : reading.passes() + " passes")
                + ", in " + Spans.of(reading.took()) + ".";
    }

    /** The phrase before the new ID of a link. */
    static String toNew(Link link) {
        return switch (link.kind()) {
            case REPLACED -> "replaced by";
            case COMBINED -> "combined into";
            case RESTORED -> "restored to";
        };
    }

    /** The phrase before the old ID of a link. */
    static String toOld(Link link) {
        return switch (link.kind()) {
            case REPLACED -> "replaces";
            case COMBINED -> "combines";
            case RESTORED -> "restored from";
        };
    }

    /** Which line of the pair is missing; empty if none. */
    static String proof(Link link) {
        return switch (link.proof()) {
            case BOTH -> "";
            case OLD_ALONE -> "logged under the old ID only";
            case NEW_ALONE -> "logged under the new ID only";
        };
    }

    static String kind(Note note) {
        return switch (note.kind()) {
            case BOUNDED -> "incomplete";
            case BROKEN -> "unreadable";
            case ODD -> "inconsistent";
        };
    }

    /** Which attempt of an action succeeded, and how long it took: a phrase without a full stop. */
    static String verdict(Action action) {
        Optional<Attempt> successful = action.successful();
        if (successful.isPresent()) {
            Attempt attempt = successful.get();
            return "attempt %s %s%s"
                    .formatted(
                            attempt.label(),
                            attempt.result() != Attempt.Result.EXECUTED
                                    ? "ended without an error"
                                    : attempt.status()
                                                    .filter(FAILURE.asMatchPredicate())
                                                    .isPresent()
                                            ? "was executed and failed"
                                            : "succeeded",
                            extent(attempt));
        }
        return action.attempts().stream()
                .filter(attempt -> attempt.result() == Attempt.Result.REPLAYED)
                .findFirst()
                .map(attempt -> "attempt %s was answered with the result of %s"
                        .formatted(
                                attempt.label(),
                                attempt.replayOf()
                                        .map(id -> "attempt " + id)
                                        .orElseGet(() -> earlier(action, attempt))))
                .orElseGet(() -> noneOf(action));
    }

    private static String earlier(Action action, Attempt attempt) {
        return action.attempts().indexOf(attempt) > 0 ? "an earlier attempt" : "an attempt that is not in the story";
    }

    private static String noneOf(Action action) {
        Attempt first = action.attempts().get(0);
        if (action.attempts().size() == 1 && first.result() == Attempt.Result.FAILED) {
            return "attempt %s failed%s".formatted(first.label(), extent(first));
        }
        boolean open = action.attempts().stream().anyMatch(Attempt::isOpen);
        return open ? "no line says which attempt succeeded" : "no attempt succeeded";
    }

    /** How long an attempt took, and its status, as far as they are known. */
    private static String extent(Attempt attempt) {
        return attempt.span().map(span -> ", in " + lasting(span)).orElse("")
                + attempt.status().map(status -> ", status " + status).orElse("");
    }

    /** How many attempts and processings an action has. */
    static String extent(Action action) {
        String attempts = count(action.attempts().size(), "attempt");
        return action.processings() == 0 ? attempts : attempts + ", " + count(action.processings(), "processing");
    }

    /** How an attempt ended; empty if no line says it. */
    static String result(Attempt attempt) {
        String result = attempt.result() == Attempt.Result.UNKNOWN
                ? ""
                : attempt.result().name().toLowerCase(Locale.ROOT);
        return result + attempt.status().map(status -> ", status " + status).orElse("");
    }

    static long lines(Story story) {
        return story.units().mapToLong(Wording::linesOf).sum();
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
        long tenths = Math.round(10 * value);
        String figure = value < 10 ? tenths / 10 + "." + tenths % 10 : Long.toString(Math.round(value));
        return figure + " " + BYTES[unit];
    }

    private static LocalDateTime utc(Instant time) {
        return LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
    }
}
