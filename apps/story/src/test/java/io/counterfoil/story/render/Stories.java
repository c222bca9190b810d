package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Processing;
import io.counterfoil.story.model.Reading;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sample stories. */
final class Stories {

    static final Instant START = Instant.parse("2026-11-20T14:24:29.353Z");
    static final String KEY = "01a1f958-3429-79d3-a0fc-0010576b9047";
    static final String ROOT = "a79xkJtlKVP4HRLz";

    private Stories() {}

    /** The story of a booking: attempts, a pause, a restoration, a replacement, an error with a stack trace. */
    static Story booking() {
        Unit first = unit(
                ROOT + ".6EzW6vwC.1",
                List.of(
                        line(42, "ledger", "INFO", "claimed", KEY, "6EzW6vwC.1"),
                        line(230, "ledger", "ERROR", """
                                could not commit
                                org.postgresql.util.PSQLException: deadlock detected
                                \tat org.postgresql.core.v3.QueryExecutorImpl.receiveErrorResponse(QueryExecutorImpl.java:2733)
                                \tat io.counterfoil.ledger.persistence.JdbcLedgerStore.append(JdbcLedgerStore.java:117)
                                \t... 34 more\
                                """, KEY, "6EzW6vwC.1")),
                List.of());
        Unit second = unit(
                ROOT + ".6EzW6vwC.2",
                List.of(
                        line(12_300, "ledger", "INFO", "claimed", KEY, "6EzW6vwC.2"),
                        line(12_344, "ledger", "INFO", "committed 4900 usd_cents", KEY, "6EzW6vwC.2")),
                List.of());
        Unit mail = unit(
                ROOT + ".2",
                List.of(
                        line(12_420, "mailer", "INFO", "rendering the ticket for ana@example.com"),
                        line(12_910, "mailer", "WARN", "the printer is slow")),
                List.of(unit(
                        ROOT + ".2.h4Kq",
                        List.of(
                                line(12_700, "printer", "INFO", "page 1 of 1"),
                                line(12_890, "printer", "INFO", "done")),
                        List.of())));
        Unit root = unit(
                ROOT,
                List.of(
                        line(3, "gateway", "INFO", "Replaced correlation id"),
                        line(5, "gateway", "INFO", "POST /v1/bookings"),
                        line(18, "booking", "INFO", "reserving 2 seats"),
                        line(31, "booking", "INFO", "charging 4900 usd_cents"),
                        line(262, "booking", "WARN", "attempt 1 failed: 503, retrying in 12 s"),
                        line(12_360, "booking", "INFO", "charged"),
                        line(12_400, "gateway", "INFO", "201 Created"),
                        line(12_960, "booking", "INFO", "Replacing correlation id")),
                List.of(first, second, mail));
        Unit before = unit(
                "Qk3vTn0ZbW-x1yAe",
                List.of(
                        line(0, "gateway", "DEBUG", "reading the request"),
                        line(2, "gateway", "INFO", "Replacing correlation id")),
                List.of());
        Unit after = unit(
                "nB7sWc_4uYtRpL2d",
                List.of(
                        line(12_961, "settlement", "INFO", "Replaced correlation id"),
                        line(13_050, "settlement", "INFO", "batch of 3 bookings"),
                        line(13_400, "settlement", "INFO", "settled")),
                List.of());
        return new Story(
                ROOT,
                false,
                Optional.empty(),
                List.of(before, root, after),
                List.of(
                        new Link("Qk3vTn0ZbW-x1yAe", ROOT, Link.Kind.RESTORED, Optional.of(at(2)), Link.Proof.BOTH),
                        new Link(
                                ROOT,
                                "nB7sWc_4uYtRpL2d",
                                Link.Kind.COMBINED,
                                Optional.of(at(12_960)),
                                Link.Proof.OLD_ALONE)),
                List.of(new Action(
                        KEY,
                        Optional.empty(),
                        List.of(
                                attempt(first, "6EzW6vwC.1", Attempt.Result.FAILED),
                                attempt(second, "6EzW6vwC.2", Attempt.Result.UNKNOWN)))),
                List.of(new Note(Note.Kind.BROKEN, "3 lines of booking.log are no JSON and have no correlation id")),
                Duration.ofSeconds(10),
                new Reading(5, 2_147_483_648L, 2, 0, Duration.ofMillis(913)));
    }

    /** A story of one line with this text in every field. */
    static Story of(String text) {
        Line line = new Line(
                Optional.of(START),
                text,
                text,
                text,
                text,
                Optional.of(text),
                Optional.of(text),
                Optional.of(text),
                new Line.Origin(text, 0));
        Unit unit = unit("abcd", List.of(line), List.of());
        return new Story(
                "abcd",
                false,
                Optional.of(text),
                List.of(unit),
                List.of(new Link(text, "abcd", Link.Kind.REPLACED, Optional.empty(), Link.Proof.NEW_ALONE)),
                List.of(new Action(
                        text,
                        Optional.of(text),
                        List.of(new Attempt(
                                "abcd",
                                Optional.of(text),
                                Optional.empty(),
                                1,
                                List.of(text),
                                List.of(new Processing(text, Optional.empty(), 1, List.of(text))),
                                Attempt.Result.EXECUTED,
                                Optional.of(text),
                                Optional.of(text))))),
                List.of(new Note(Note.Kind.ODD, text)),
                Duration.ofSeconds(10),
                new Reading(1, 10, 1, 0, Duration.ZERO));
    }

    static Story of(List<Unit> chapters) {
        return new Story(
                chapters.isEmpty() ? "abcd" : chapters.get(0).id(),
                false,
                Optional.empty(),
                chapters,
                List.of(),
                List.of(),
                List.of(),
                Duration.ofSeconds(10),
                new Reading(1, 10, 1, 0, Duration.ZERO));
    }

    static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    static Line line(long millis, String service, String level, String message) {
        return new Line(
                Optional.of(at(millis)),
                service,
                level,
                "com.example." + service,
                message,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Line.Origin(service + ".log", millis));
    }

    static Line line(long millis, String service, String level, String message, String key, String attempt) {
        return new Line(
                Optional.of(at(millis)),
                service,
                level,
                "com.example." + service,
                message,
                Optional.of(key),
                Optional.of(attempt),
                Optional.empty(),
                new Line.Origin(service + ".log", millis));
    }

    /** A unit whose span and gaps are computed from its lines and children. */
    static Unit unit(String id, List<Line> lines, List<Unit> children) {
        List<Instant> times = new ArrayList<>();
        lines.forEach(line -> line.time().ifPresent(times::add));
        children.forEach(child -> child.withDescendants()
                .forEach(each -> each.lines().forEach(line -> line.time().ifPresent(times::add))));
        times.sort(null);
        List<Gap> gaps = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            if (Duration.between(times.get(i - 1), times.get(i)).toSeconds() >= 10) {
                gaps.add(new Gap(times.get(i - 1), times.get(i)));
            }
        }
        Optional<Span> span =
                times.isEmpty() ? Optional.empty() : Optional.of(new Span(times.get(0), times.get(times.size() - 1)));
        return new Unit(id, lines, children, gaps, span, 0);
    }

    private static Attempt attempt(Unit unit, String name, Attempt.Result result) {
        return new Attempt(
                unit.id(),
                Optional.of(name),
                unit.span(),
                unit.lines().size(),
                unit.services(),
                List.of(),
                result,
                Optional.empty(),
                Optional.empty());
    }
}
