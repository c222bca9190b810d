package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Spans;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;

/** One story on its way to a terminal. For one thread, once. */
final class TextTree {

    private final Story story;
    private final StoryIndex index;
    private final Ink ink;
    private final Strokes strokes;
    private final PrintWriter out;
    private final int serviceWidth;
    private String date;

    TextTree(Story story, Ink ink, Strokes strokes, PrintWriter out) {
        this.story = story;
        this.index = new StoryIndex(story);
        this.ink = ink;
        this.strokes = strokes;
        this.out = out;
        int widest = 0;
        for (String service : index.services()) {
            widest = Math.max(widest, TextLines.width(service));
        }
        this.serviceWidth = widest;
        this.date = story.span().map(span -> Words.date(span.first())).orElse("");
    }

    void print() {
        head();
        for (Unit chapter : story.chapters()) {
            out.println();
            unit(chapter, "", "", "");
        }
        actions();
        notes();
        out.println();
        out.println(ink.faint(Words.reading(story.reading())));
    }

    private void head() {
        String asked = Visible.of(story.asked());
        out.println(story.isEmpty() ? "No line tells of " + ink.bold(asked) : "The story of " + ink.bold(asked));
        story.span().ifPresent(span -> out.println(Words.fromTo(span)));
        if (!story.isEmpty()) {
            out.println(Words.extent(story));
        }
        story.extendedFrom()
                .ifPresent(from -> out.println(
                        "An extension of " + ink.bold(Visible.of(from)) + ", whose story has more than is told here"));
    }

    /**
     * Prints a unit and all below it.
     *
     * @param first what stands before its name
     * @param rest what stands before all that follows
     * @param parent the id that its own starts with, or nothing
     */
    private void unit(Unit unit, String first, String rest, String parent) {
        out.println(ink.faint(first) + name(unit, parent) + about(unit));
        for (Happening happening : Happening.in(unit, index)) {
            happening.time().ifPresent(time -> day(time, rest));
            if (happening instanceof Happening.Logged logged) {
                line(logged.line(), rest);
            } else if (happening instanceof Happening.Began began) {
                unit(began.child(), rest + strokes.branch, rest + strokes.trunk, unit.id());
            } else if (happening instanceof Happening.Silence silence) {
                Gap gap = silence.gap();
                event(rest, strokes.gap + Spans.of(gap.duration()) + " without a line");
            } else if (happening instanceof Happening.Became became) {
                Link link = became.link();
                link(rest, strokes.to + Words.becoming(link), link.to(), link);
            } else if (happening instanceof Happening.CameFrom cameFrom) {
                Link link = cameFrom.link();
                link(rest, strokes.from + Words.origin(link), link.from(), link);
            }
        }
        if (unit.omitted() > 0) {
            event(rest, strokes.gap + Words.count(unit.omitted(), "more line") + " left out by a limit");
        }
    }

    private String name(Unit unit, String parent) {
        String id = Visible.of(unit.id());
        String inherited = parent.isEmpty() || !unit.id().startsWith(parent + ".") ? "" : Visible.of(parent) + ".";
        return ink.faint(inherited) + ink.bold(id.substring(inherited.length()));
    }

    private String about(Unit unit) {
        StringBuilder about = new StringBuilder();
        unit.span().ifPresent(span -> about.append("  ").append(Words.lasting(span)));
        if (!unit.services().isEmpty()) {
            about.append("  ").append(services(unit.services()));
        } else if (unit.lines().isEmpty() && unit.omitted() == 0) {
            about.append("  ").append(ink.faint("no line of its own"));
        }
        for (StoryIndex.Attempted attempted : index.attempts(unit)) {
            about.append("  ")
                    .append(ink.warning(
                            "attempt " + Visible.of(attempted.name()) + " of action " + attempted.action()));
        }
        return about.toString();
    }

    private void line(Line line, String rest) {
        for (String shown : TextLines.of(line, serviceWidth, index.number(line.service()), ink)) {
            out.println(ink.faint(rest + strokes.line) + shown);
        }
    }

    private void event(String rest, String what) {
        out.println(ink.faint(rest) + ink.warning(what));
    }

    private void link(String rest, String what, String id, Link link) {
        String proof = Words.proof(link);
        String remark = proof.isEmpty() ? "" : ink.faint(" (" + proof + ")");
        out.println(ink.faint(rest) + ink.warning(what) + " " + ink.bold(Visible.of(id)) + remark);
    }

    /** Says the date where it is another one than that of what was printed before. */
    private void day(Instant time, String rest) {
        String day = Words.date(time);
        if (!day.equals(date)) {
            date = day;
            out.println(ink.faint(rest + strokes.line + "    " + day));
        }
    }

    private void actions() {
        int number = 0;
        for (Action action : story.actions()) {
            number++;
            out.println();
            out.println("Action " + number
                    + ", idempotency key " + ink.bold(Visible.of(action.key()))
                    + action.client()
                            .map(client -> " of client " + ink.bold(Visible.of(client)))
                            .orElse("")
                    + ": " + Words.count(action.attempts().size(), "attempt"));
            int attempts = 0;
            for (Attempt attempt : action.attempts()) {
                attempts++;
                attempt(attempt, attempts);
            }
        }
    }

    private void attempt(Attempt attempt, int number) {
        String when = attempt.span()
                .map(span -> ink.faint(Words.clock(span.first())) + "  " + Words.lasting(span))
                .orElse("--:--:--.---");
        out.println("  " + when
                + "  " + ink.warning(Visible.of(Words.name(attempt, number)))
                + "  " + Visible.of(attempt.unit())
                + "  " + services(attempt.services())
                + "  " + ink.faint(Words.count(attempt.lines(), "line")));
    }

    private String services(List<String> services) {
        StringJoiner names = new StringJoiner(", ");
        for (String service : services) {
            names.add(ink.hue(index.number(service), Visible.of(service)));
        }
        return names.toString();
    }

    private void notes() {
        if (!story.notes().isEmpty()) {
            out.println();
        }
        for (Note note : story.notes()) {
            out.println(ink.warning("Note (" + Words.kind(note) + "):") + " " + Visible.of(note.text()));
        }
    }
}
