package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Spans;
import java.util.Locale;
import java.util.Optional;

/** The tree of units with their events as collapsible elements. Renders one story once. */
final class HtmlTree {

    static final int MAX_LINES = 10_000;
    static final int MAX_CHARACTERS = 8_000_000;
    static final int MAX_MESSAGE = 4000;
    static final int MAX_UNITS = 2000;

    private static final int HUES = 8;

    /** Messages with at least this many lines are collapsed. */
    private static final int TALL = 3;

    private final Story story;
    private final String highlighted;
    private final StoryIndex index;
    private final Anchors anchors;
    private final Html html;
    private int lines;
    private long characters;
    private long linesLeftOut;
    private String date;

    /**
     * Creates a tree.
     *
     * @param highlighted the ID of the unit that is highlighted
     */
    HtmlTree(Story story, String highlighted, StoryIndex index, Anchors anchors, Html html) {
        this.story = story;
        this.highlighted = highlighted;
        this.index = index;
        this.anchors = anchors;
        this.html = html;
        this.date = story.span().map(span -> Wording.date(span.first())).orElse("");
    }

    void write() {
        html.markup("<section class=\"card story\"><h2>What happened</h2>\n");
        for (Unit chapter : story.chapters()) {
            unit(chapter, "");
        }
        long units = story.units().count();
        if (units > MAX_UNITS) {
            html.markup(
                    "<p class=\"note\">%s left out of this page; counterfoil story --json prints all.</p>\n",
                    Wording.count(units - MAX_UNITS, "more unit"));
        }
        if (linesLeftOut > 0) {
            html.markup(
                    "<p class=\"note\">%s left out of this page; counterfoil story --json prints all.</p>\n",
                    Wording.count(linesLeftOut, "more line"));
        }
        html.markup("<p id=\"nothing\" class=\"muted\" hidden>No matching line.</p>\n</section>\n");
    }

    private void unit(Unit unit, String parent) {
        Optional<Integer> anchor = anchors.of(unit.id());
        if (anchor.isEmpty()) {
            linesLeftOut += unit.withDescendants()
                    .mapToLong(each -> each.lines().size())
                    .sum();
            return;
        }
        html.markup("<details class=\"unit\" id=\"u%s\" open><summary>", anchor.get());
        name(unit, parent);
        about(unit);
        html.markup("</summary>\n<div class=\"events\">\n");
        actions(unit);
        for (UnitEvent event : UnitEvent.in(unit, index)) {
            event.time().map(Wording::date).filter(day -> !day.equals(date)).ifPresent(day -> {
                date = day;
                html.markup("<p class=\"day\">%s</p>\n", day);
            });
            if (event instanceof UnitEvent.Logged logged) {
                line(logged.line());
            } else if (event instanceof UnitEvent.ChildStarted began) {
                unit(began.child(), unit.id());
            } else if (event instanceof UnitEvent.Silence silence) {
                html.markup("<p class=\"silence\"><span>")
                        .text(Spans.of(silence.gap().duration()))
                        .markup(" without a line</span></p>\n");
            } else if (event instanceof UnitEvent.ReplacedBy replaced) {
                link("⇒", Wording.toNew(replaced.link()), replaced.link().to(), replaced.link());
            } else if (event instanceof UnitEvent.Replaces replaces) {
                link("⇐", Wording.toOld(replaces.link()), replaces.link().from(), replaces.link());
            }
        }
        if (unit.omitted() > 0) {
            html.markup(
                    "<p class=\"silence\"><span>%s left out (limit reached)</span></p>\n",
                    Wording.count(unit.omitted(), "more line"));
        }
        html.markup("</div></details>\n");
    }

    private void name(Unit unit, String parent) {
        int inherited = inherited(unit, parent);
        html.markup("<code class=\"unit-id\"><span>")
                .text(unit.id().substring(0, inherited))
                .markup("</span><b>")
                .text(unit.id().substring(inherited))
                .markup("</b></code>");
    }

    private void about(Unit unit) {
        if (unit.id().equals(highlighted)) {
            html.markup(" <span class=\"chip asked\">requested</span>");
        }
        unit.span()
                .ifPresent(span -> html.markup(" <span class=\"chip\">")
                        .text(Wording.lasting(span))
                        .markup("</span>"));
        unit.services().forEach(service -> service(service, index, html));
        for (StoryIndex.UnitAttempt attempt : index.attempts(unit)) {
            html.markup(" <span class=\"chip %s\">", attempt.processing() == 0 ? "attempt" : "processing")
                    .text(attempt.toString())
                    .markup("</span>");
        }
        if (unit.lines().isEmpty() && unit.omitted() == 0) {
            html.markup(" <span class=\"muted\">no lines</span>");
        }
    }

    /**
     * Links to the tables of attempts. They are outside of the summary, which acts as a button and cannot contain
     * links.
     */
    private void actions(Unit unit) {
        index.attempts(unit).stream()
                .map(StoryIndex.UnitAttempt::action)
                .distinct()
                .forEach(action -> html.markup(
                        "<p class=\"attempts\"><a href=\"#a%s\">All attempts of action %s</a></p>\n", action, action));
    }

    private void line(Line line) {
        if (lines >= MAX_LINES || characters >= MAX_CHARACTERS) {
            linesLeftOut++;
            return;
        }
        String message = shortened(line.message());
        lines++;
        characters += message.length();
        html.markup("<div class=\"line%s\" data-service=\"%s\"><time>", severity(line), index.number(line.service()))
                .text(line.time().map(Wording::clock).orElse("no time"))
                .markup("</time>");
        service(line.service(), index, html);
        html.markup("<span class=\"level\">").text(line.level()).markup("</span>");
        int firstBreak = message.indexOf('\n');
        if (firstBreak < 0 || message.chars().filter(c -> c == '\n').count() < TALL) {
            html.markup("<span class=\"message\">").lines(message).markup("</span>");
        } else {
            html.markup("<details class=\"message\"><summary>")
                    .lines(message.substring(0, firstBreak))
                    .markup("</summary>")
                    .lines(message.substring(firstBreak + 1))
                    .markup("</details>");
        }
        html.markup("</div>\n");
    }

    private void link(String arrow, String what, String id, Link link) {
        html.markup("<p class=\"link\"><span aria-hidden=\"true\">%s</span> %s ", arrow, what);
        reference(id, anchors, html);
        if (!Wording.proof(link).isEmpty()) {
            html.markup(" <span class=\"muted\">%s</span>", Wording.proof(link));
        }
        html.markup("</p>\n");
    }

    /** The length of the prefix that a unit's ID shares with its parent's, including the dot. */
    static int inherited(Unit unit, String parent) {
        return !parent.isEmpty() && unit.id().startsWith(parent + ".") ? parent.length() + 1 : 0;
    }

    /** Writes an ID with a link to its unit on the page. */
    static void reference(String id, Anchors anchors, Html html) {
        Optional<Integer> anchor = anchors.of(id);
        anchor.ifPresent(number -> html.markup("<a href=\"#u%s\">", number));
        html.markup("<code>").text(id).markup("</code>");
        anchor.ifPresent(number -> html.markup("</a>"));
    }

    static void service(String service, StoryIndex index, Html html) {
        html.markup(" <span class=\"service s%s\">", hue(index, service))
                .text(service)
                .markup("</span>");
    }

    static int hue(StoryIndex index, String service) {
        return index.number(service) % HUES;
    }

    /** The CSS class of warnings and errors. */
    static String severity(Line line) {
        return switch (line.level().toUpperCase(Locale.ROOT)) {
            case "ERROR", "FATAL", "SEVERE" -> " is-error";
            case "WARN", "WARNING" -> " is-warning";
            default -> "";
        };
    }

    private static String shortened(String message) {
        return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE) + "…";
    }
}
