package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.render.Lanes.Bar;
import io.counterfoil.story.render.Lanes.Lane;
import io.counterfoil.story.text.Spans;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** The timeline: one lane per service, units as bars, lines as marks, pauses and replacements. */
final class HtmlTimeline {

    static final int MAX_BARS = 600;

    private static final int MAX_MARKS = 200;
    private static final int MAX_LINKS = 100;

    private final Story story;
    private final StoryIndex index;
    private final Anchors anchors;
    private final Html html;

    HtmlTimeline(Story story, StoryIndex index, Anchors anchors, Html html) {
        this.story = story;
        this.index = index;
        this.anchors = anchors;
        this.html = html;
    }

    void write() {
        Optional<Span> span = story.span();
        if (span.isEmpty()) {
            return;
        }
        TimeScale scale = new TimeScale(story, span.get());
        Lanes lanes = new Lanes(story, index, scale, MAX_BARS);
        html.markup(
                "<section class=\"card\"><h2>Timeline</h2>\n<div class=\"timeline\" style=\"--row:%spx;--padding:%spx\">\n",
                Lanes.ROW, Lanes.PADDING);
        html.markup("<div class=\"names\">\n");
        for (Lane lane : lanes.lanes()) {
            html.markup("<div style=\"--rows:%s\">", lane.rows());
            HtmlTree.service(lane.service(), index, html);
            html.markup("</div>\n");
        }
        html.markup("</div>\n<div class=\"plot\">\n");
        grid(scale);
        for (Lane lane : lanes.lanes()) {
            html.markup(
                    "<div class=\"lane s%s\" style=\"--rows:%s\">\n", HtmlTree.hue(index, lane.service()), lane.rows());
            lane.bars().forEach(bar -> bar(bar, scale));
            html.markup("</div>\n");
        }
        story.links().stream().limit(MAX_LINKS).forEach(link -> link(link, lanes, scale));
        html.markup("</div>\n</div>\n");
        if (lanes.leftOut() > 0) {
            html.markup(
                    "<p class=\"muted\">%s left out of the timeline.</p>\n",
                    Wording.count(lanes.leftOut(), "more bar"));
        }
        html.markup("</section>\n");
    }

    private void grid(TimeScale scale) {
        for (TimeScale.Stretch silence : scale.silences()) {
            html.markup(
                            "<i class=\"hush\" style=\"left:%s%%;width:%s%%\"><span>",
                            number(silence.left()), number(silence.right() - silence.left()))
                    .text(Spans.of(Duration.ofNanos(silence.to() - silence.from())))
                    .markup("</span></i>\n");
        }
        for (TimeScale.Tick tick : scale.ticks()) {
            html.markup(
                            "<i class=\"tick%s\" style=\"left:%s%%\"><span>",
                            tick.at() < 2 ? " first" : tick.at() > 94 ? " last" : "", number(tick.at()))
                    .text(tick.since().isZero() ? "0" : "+" + Spans.of(tick.since()))
                    .markup("</span></i>\n");
        }
    }

    private void bar(Bar bar, TimeScale scale) {
        anchors.of(bar.unit().id())
                .ifPresentOrElse(number -> html.markup("<a href=\"#u%s\"", number), () -> html.markup("<a"));
        html.markup(
                        " class=\"bar %s%s\" style=\"--left:%s;--width:%s;--at:%s\" title=\"",
                        bar.side().name().toLowerCase(Locale.ROOT),
                        severity(bar.lines()),
                        number(bar.left()),
                        number(bar.width()),
                        bar.row())
                .text("%s: %s from %s, %s"
                        .formatted(
                                bar.unit().id(),
                                Wording.lasting(bar.span()),
                                Wording.clock(bar.span().first()),
                                Wording.count(bar.lines().size(), "line")))
                .markup("\"><span class=\"body\">");
        for (Line line : marks(bar.lines())) {
            line.time()
                    .ifPresent(time -> html.markup(
                            "<i class=\"mark%s\" style=\"left:%s%%\"></i>",
                            HtmlTree.severity(line), number((scale.at(time) - bar.left()) * 100 / bar.width())));
        }
        html.markup("<span class=\"label\">").text(bar.label()).markup("</span></span></a>\n");
    }

    /** Draws a line from the bar of the old unit to that of the new one at the time of the replacement. */
    private void link(Link link, Lanes lanes, TimeScale scale) {
        Optional<Integer> from = link.time().flatMap(time -> lanes.middleOf(link.from(), time));
        Optional<Integer> to = link.time().flatMap(time -> lanes.middleOf(link.to(), time));
        if (from.isEmpty() || to.isEmpty() || from.equals(to)) {
            return;
        }
        html.markup(
                        "<i class=\"replacement %s\" style=\"left:%s%%;--from:%spx;--height:%spx\" title=\"",
                        to.get() > from.get() ? "down" : "up",
                        number(scale.at(link.time().orElseThrow())),
                        Math.min(from.get(), to.get()),
                        Math.abs(to.get() - from.get()))
                .text("%s %s %s".formatted(link.from(), Wording.toNew(link), link.to()))
                .markup("\"></i>\n");
    }

    private static String severity(List<Line> lines) {
        String worst = "";
        for (Line line : lines) {
            String severity = HtmlTree.severity(line);
            if (severity.equals(" is-error")) {
                return severity;
            }
            worst = severity.isEmpty() ? worst : severity;
        }
        return worst;
    }

    /** The lines that are marked, few enough to be distinguishable. */
    private static List<Line> marks(List<Line> lines) {
        if (lines.size() <= MAX_MARKS) {
            return lines;
        }
        int step = lines.size() / MAX_MARKS + 1;
        return IntStream.range(0, lines.size())
                .filter(i -> i % step == 0)
                .mapToObj(lines::get)
                .toList();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
