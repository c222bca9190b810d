package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Processing;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Spans;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** Prints one story to a terminal. Not thread-safe, used once. */
final class TextTree {

    /** The most actions whose outcome is printed before the lines. */
    private static final int MAX_VERDICTS = 10;

    private final Story story;
    private final StoryIndex index;
    private final Ink ink;
    private final TreeGlyphs glyphs;
    private final PrintWriter out;
    private final int serviceWidth;
    private String date;

    TextTree(Story story, Ink ink, TreeGlyphs glyphs, PrintWriter out) {
        this.story = story;
        this.index = new StoryIndex(story);
        this.ink = ink;
        this.glyphs = glyphs;
        this.out = out;
        int widest = 0;
        for (String service : index.services()) {
            widest = Math.max(widest, TextLines.width(service));
        }
        this.serviceWidth = widest;
        this.date = story.span().map(span -> Wording.date(span.first())).orElse("");
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
        out.println(ink.faint(Wording.reading(story.reading())));
    }

    private void head() {
        String id = Visible.of(story.requestedId());
        String title = story.isEmpty()
                ? "No log lines of "
                : story.byKey() ? "The story of idempotency key " : "The story of ";
        boolean oneAction = story.actions().size() == 1;
        out.println(title
                + ink.bold(id)
                + (oneAction ? ": " + Visible.of(Wording.verdict(story.actions().get(0))) : ""));
        if (!oneAction) {
            verdicts();
        }
        story.span().ifPresent(span -> out.println(Wording.fromTo(span)));
        if (!story.isEmpty()) {
            out.println(Wording.extent(story));
        }
        story.extendedFrom()
                .ifPresent(from ->
                        out.println("Child of " + ink.bold(Visible.of(from)) + ", whose story contains more lines"));
    }

    private void verdicts() {
        int number = 0;
        for (Action action : story.actions()) {
            number++;
            if (number > MAX_VERDICTS) {
                out.println(Wording.count(story.actions().size() - MAX_VERDICTS, "more action") + " below");
                break;
            }
            out.println("Action " + number + ": " + Visible.of(Wording.verdict(action)));
        }
    }

    /**
     * Prints a unit and its descendants.
     *
     * @param first the prefix of the first line
     * @param rest the prefix of the other lines
     * @param parent the ID of the parent unit, or empty
     */
    private void unit(Unit unit, String first, String rest, String parent) {
        out.println(ink.faint(first) + name(unit, parent) + about(unit));
        for (UnitEvent event : UnitEvent.in(unit, index)) {
            event.time().ifPresent(time -> day(time, rest));
            if (event instanceof UnitEvent.Logged logged) {
                line(logged.line(), rest);
            } else if (event instanceof UnitEvent.ChildStarted began) {
                unit(began.child(), rest + glyphs.branch, rest + glyphs.trunk, unit.id());
            } else if (event instanceof UnitEvent.Silence silence) {
                Gap gap = silence.gap();
                event(rest, glyphs.gap + Spans.of(gap.duration()) + " without a line");
            } else if (event instanceof UnitEvent.ReplacedBy replaced) {
                Link link = replaced.link();
                link(rest, glyphs.to + Wording.toNew(link), link.to(), link);
            } else if (event instanceof UnitEvent.Replaces replaces) {
                Link link = replaces.link();
                link(rest, glyphs.from + Wording.toOld(link), link.from(), link);
            }
        }
        if (unit.omitted() > 0) {
            event(rest, glyphs.gap + Wording.count(unit.omitted(), "more line") + " left out (limit reached)");
        }
    }

    private String name(Unit unit, String parent) {
        String id = Visible.of(unit.id());
        String inherited = parent.isEmpty() || !unit.id().startsWith(parent + ".") ? "" : Visible.of(parent) + ".";
        return ink.faint(inherited) + ink.bold(id.substring(inherited.length()));
    }

    private String about(Unit unit) {
        StringBuilder about = new StringBuilder();
        unit.span().ifPresent(span -> about.append("  ").append(Wording.lasting(span)));
        if (!unit.services().isEmpty()) {
            about.append("  ").append(services(unit.services()));
        } else if (unit.lines().isEmpty() && unit.omitted() == 0) {
            about.append("  ").append(ink.faint("no lines"));
        }
        for (StoryIndex.UnitAttempt attempt : index.attempts(unit)) {
            about.append("  ").append(ink.warning(Visible.of(attempt.toString()) + " of action " + attempt.action()));
        }
        return about.toString();
    }

    private void line(Line line, String rest) {
        for (String shown : TextLines.of(line, serviceWidth, index.number(line.service()), ink)) {
            out.println(ink.faint(rest + glyphs.line) + shown);
        }
    }

    private void event(String rest, String what) {
        out.println(ink.faint(rest) + ink.warning(what));
    }

    private void link(String rest, String what, String id, Link link) {
        String proof = Wording.proof(link);
        String remark = proof.isEmpty() ? "" : ink.faint(" (" + proof + ")");
        out.println(ink.faint(rest) + ink.warning(what) + " " + ink.bold(Visible.of(id)) + remark);
    }

    /** Prints the date if it differs from that of the previous line. */
    private void day(Instant time, String rest) {
        String day = Wording.date(time);
        if (!day.equals(date)) {
            date = day;
            out.println(ink.faint(rest + glyphs.line + "    " + day));
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
                    + ": " + Wording.extent(action));
            for (Attempt attempt : action.attempts()) {
                attempt(attempt);
            }
        }
    }

    private void attempt(Attempt attempt) {
        String result = Wording.result(attempt);
        out.println("  " + when(attempt.span())
                + "  " + ink.warning(Visible.of(attempt.label()))
                + "  " + Visible.of(attempt.unit())
                + "  " + services(attempt.services())
                + "  " + ink.faint(Wording.count(attempt.lines(), "line"))
                + (result.isEmpty() ? "" : "  " + Visible.of(result)));
        int number = 0;
        for (Processing processing : StoryIndex.shown(attempt)) {
            number++;
            out.println("    " + when(processing.span())
                    + "  processing " + number
                    + "  " + Visible.of(processing.unit())
                    + "  " + services(processing.services())
                    + "  " + ink.faint(Wording.count(processing.lines(), "line")));
        }
    }

    private String when(Optional<Span> span) {
        return span.map(each -> ink.faint(Wording.clock(each.first())) + "  " + Wording.lasting(each))
                .orElse("--:--:--.---");
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
            out.println(ink.warning("Note (" + Wording.kind(note) + "):") + " " + Visible.of(note.text()));
        }
    }
}
