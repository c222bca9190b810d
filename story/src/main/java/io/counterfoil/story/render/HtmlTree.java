package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Spans;
import java.util.Locale;
import java.util.Optional;

/** The units with all that happened in them, as elements that open and close. For one story, once. */
final class HtmlTree {

    static final int MAX_LINES = 10_000;
    static final int MAX_CHARACTERS = 8_000_000;
    static final int MAX_MESSAGE = 4000;
    static final int MAX_UNITS = 2000;

    private static final int HUES = 8;

    /** From how many lines on a message is folded. */
    private static final int TALL = 3;

    private final Story story;
    private final String pointedAt;
    private final StoryIndex index;
    private final Anchors anchors;
    private final Html html;
    private int lines;
    private long characters;
    private long linesLeftOut;
    private String date;

    /** @param pointedAt the id of the unit that is marked as the one asked for */
    HtmlTree(Story story, String pointedAt, StoryIndex index, Anchors anchors, Html html) {
        this.story = story;
        this.pointedAt = pointedAt;
        this.index = index;
        this.anchors = anchors;
        this.html = html;
        this.date = story.span().map(span -> Words.date(span.first())).orElse("");
    }

    void write() {
        html.marks("<section class=\"card story\"><h2>What happened</h2>\n");
        for (Unit chapter : story.chapters()) {
            unit(chapter, "");
        }
        long units = story.units().count();
        if (units > MAX_UNITS) {
            html.marks(
                    "<p class=\"note\">%s left out of this page; counterfoil story --json has all of them.</p>\n",
                    Words.count(units - MAX_UNITS, "more unit"));
        }
        if (linesLeftOut > 0) {
            html.marks(
                    "<p class=\"note\">%s left out of this page; counterfoil story --json has all of them.</p>\n",
                    Words.count(linesLeftOut, "more line"));
        }
        html.marks("<p id=\"nothing\" class=\"muted\" hidden>No line is like that.</p>\n</section>\n");
    }

    private void unit(Unit unit, String parent) {
        Optional<Integer> anchor = anchors.of(unit.id());
        if (anchor.isEmpty()) {
            linesLeftOut += unit.withDescendants()
                    .mapToLong(each -> each.lines().size())
                    .sum();
            return;
        }
        html.marks("<details class=\"unit\" id=\"u%d\" open><summary>", anchor.get());
        name(unit, parent);
        about(unit);
        html.marks("</summary>\n<div class=\"happenings\">\n");
        actions(unit);
        for (Happening happening : Happening.in(unit, index)) {
            happening.time().map(Words::date).filter(day -> !day.equals(date)).ifPresent(day -> {
                date = day;
                html.marks("<p class=\"day\">%s</p>\n", day);
            });
            if (happening instanceof Happening.Logged logged) {
                line(logged.line());
            } else if (happening instanceof Happening.Began began) {
                unit(began.child(), unit.id());
            } else if (happening instanceof Happening.Silence silence) {
                html.marks("<p class=\"silence\"><span>")
                        .text(Spans.of(silence.gap().duration()))
                        .marks(" without a line</span></p>\n");
            } else if (happening instanceof Happening.Became became) {
                link("⇒", Words.becoming(became.link()), became.link().to(), became.link());
            } else if (happening instanceof Happening.CameFrom cameFrom) {
                link("⇐", Words.origin(cameFrom.link()), cameFrom.link().from(), cameFrom.link());
            }
        }
        if (unit.omitted() > 0) {
            html.marks(
                    "<p class=\"silence\"><span>%s left out by a limit</span></p>\n",
                    Words.count(unit.omitted(), "more line"));
        }
        html.marks("</div></details>\n");
    }

    private void name(Unit unit, String parent) {
        int inherited = inherited(unit, parent);
        html.marks("<code class=\"unit-id\"><span>")
                .text(unit.id().substring(0, inherited))
                .marks("</span><b>")
                .text(unit.id().substring(inherited))
                .marks("</b></code>");
    }

    private void about(Unit unit) {
        if (unit.id().equals(pointedAt)) {
            html.marks(" <span class=\"chip asked\">asked for</span>");
        }
        unit.span()
                .ifPresent(span -> html.marks(" <span class=\"chip\">")
                        .text(Words.lasting(span))
                        .marks("</span>"));
        unit.services().forEach(service -> service(service, index, html));
        for (StoryIndex.Attempted attempted : index.attempts(unit)) {
            html.marks(" <span class=\"chip attempt\">attempt ")
                    .text(attempted.name())
                    .marks("</span>");
        }
        if (unit.lines().isEmpty() && unit.omitted() == 0) {
            html.marks(" <span class=\"muted\">no line of its own</span>");
        }
    }

    /** To the tables of the attempts. Not in the summary: that is a button, and has no room for links. */
    private void actions(Unit unit) {
        index.attempts(unit).stream()
                .map(StoryIndex.Attempted::action)
                .distinct()
                .forEach(action -> html.marks(
                        "<p class=\"attempts\"><a href=\"#a%d\">All attempts of action %d</a></p>\n", action, action));
    }

    private void line(Line line) {
        if (lines >= MAX_LINES || characters >= MAX_CHARACTERS) {
            linesLeftOut++;
            return;
        }
        String message = shortened(line.message());
        lines++;
        characters += message.length();
        html.marks("<div class=\"line%s\" data-service=\"%d\"><time>", gravity(line), index.number(line.service()))
                .text(line.time().map(Words::clock).orElse("no time"))
                .marks("</time>");
        service(line.service(), index, html);
        html.marks("<span class=\"level\">").text(line.level()).marks("</span>");
        int firstBreak = message.indexOf('\n');
        if (firstBreak < 0 || message.chars().filter(c -> c == '\n').count() < TALL) {
            html.marks("<span class=\"message\">").lines(message).marks("</span>");
        } else {
            html.marks("<details class=\"message\"><summary>")
                    .lines(message.substring(0, firstBreak))
                    .marks("</summary>")
                    .lines(message.substring(firstBreak + 1))
                    .marks("</details>");
        }
        html.marks("</div>\n");
    }

    private void link(String arrow, String what, String id, Link link) {
        html.marks("<p class=\"link\"><span aria-hidden=\"true\">%s</span> %s ", arrow, what);
        reference(id, anchors, html);
        if (!Words.proof(link).isEmpty()) {
            html.marks(" <span class=\"muted\">%s</span>", Words.proof(link));
        }
        html.marks("</p>\n");
    }

    /** How much of a unit's id is that of the unit above it, the dot included. */
    static int inherited(Unit unit, String parent) {
        return !parent.isEmpty() && unit.id().startsWith(parent + ".") ? parent.length() + 1 : 0;
    }

    /** An id, to go to where it stands in the page. */
    static void reference(String id, Anchors anchors, Html html) {
        Optional<Integer> anchor = anchors.of(id);
        anchor.ifPresent(number -> html.marks("<a href=\"#u%d\">", number));
        html.marks("<code>").text(id).marks("</code>");
        anchor.ifPresent(number -> html.marks("</a>"));
    }

    static void service(String service, StoryIndex index, Html html) {
        html.marks(" <span class=\"service s%d\">", hue(index, service))
                .text(service)
                .marks("</span>");
    }

    static int hue(StoryIndex index, String service) {
        return index.number(service) % HUES;
    }

    /** A class of its own for what is grave. */
    static String gravity(Line line) {
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
