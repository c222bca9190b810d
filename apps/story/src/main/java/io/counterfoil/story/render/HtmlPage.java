package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Processing;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The page around the {@link HtmlTimeline} and the {@link HtmlTree}. Renders one story once. */
final class HtmlPage {

    static final String SCRIPT = resource("story.js");

    private static final String STYLE = resource("story.css");
    private static final int MAX_ATTEMPTS = 1000;
    private static final int MAX_DEPTH = 8;
    private static final int MAX_VERDICTS = 10;

    private final Story story;
    private final PageContext surroundings;
    private final String highlighted;
    private final StoryIndex index;
    private final Anchors anchors;
    private final Html html;

    HtmlPage(Story story, PageContext surroundings, Html html) {
        this.story = story;
        this.surroundings = surroundings;
        this.highlighted = surroundings.highlighted().isEmpty() ? story.requestedId() : surroundings.highlighted();
        this.index = new StoryIndex(story);
        this.anchors = new Anchors(story);
        this.html = html;
    }

    void write() {
        head();
        navigation();
        html.markup("<main id=\"content\" tabindex=\"-1\">\n");
        title();
        notes();
        if (!story.isEmpty()) {
            new HtmlTimeline(story, index, anchors, html).write();
            new HtmlTree(story, highlighted, index, anchors, html).write();
        }
        actions();
        html.markup("<p class=\"muted foot\">")
                .text(Wording.reading(story.reading()))
                .markup("</p>\n");
        html.markup("</main>\n</div>\n<script>%s</script>\n</body>\n</html>\n", SCRIPT);
    }

    private void head() {
        html.markup("""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="%s">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\
            """, PagePolicy.of(SCRIPT));
        html.text(story.requestedId())
                .markup(" – Counterfoil</title>\n<style>\n")
                .markup(STYLE);
        html.markup("""
            </style>
            </head>
            <body>
            <a class="skip" href="#content">Skip to the story</a>
            <header class="masthead">
              <span class="brand"><svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
                <path class="brand-ticket" d="M3 6h26v7a3 3 0 0 0 0 6v7H3v-7a3 3 0 0 0 0-6z"/>
                <path class="brand-ink" d="M12 8v16" stroke-dasharray="2 2"/>
                <path class="brand-ink" d="M16 13h8M16 19h5"/></svg> Counterfoil</span>
            """);
        homeLink();
        html.markup("""
              <form id="search" class="search" role="search" hidden>
                <label for="query" class="visually-hidden">Search the lines</label>
                <input id="query" type="search" placeholder="Search the lines  /" autocomplete="off" spellcheck="false">
                <label class="check"><input type="checkbox" id="severe"> <span>Warnings and errors</span></label>
                <output id="found" for="query"></output>
              </form>
            </header>
            <div class="sheet">
            """);
    }

    private void homeLink() {
        if (surroundings.home().isEmpty()) {
            html.markup("  <p class=\"motto\">The log lines of one unit of work, across services</p>\n");
        } else {
            html.markup("  <p class=\"motto\"><a href=\"")
                    .text(surroundings.home())
                    .markup("\">← ")
                    .text(surroundings.homeName())
                    .markup("</a></p>\n");
        }
    }

    /** The navigation: services and units. */
    private void navigation() {
        html.markup("<aside class=\"stub\">\n<h2>Services</h2>\n<ul class=\"services\">\n");
        for (String service : index.services()) {
            html.markup(
                            "<li><label class=\"s%s\"><input type=\"checkbox\" data-service=\"%s\" checked disabled> ",
                            HtmlTree.hue(index, service), index.number(service))
                    .text(service)
                    .markup("</label></li>\n");
        }
        html.markup("</ul>\n<h2>Units</h2>\n<nav aria-label=\"Units\"><ul class=\"units\">\n");
        story.chapters().forEach(chapter -> entry(chapter, "", 0));
        html.markup("</ul></nav>\n</aside>\n");
    }

    private void entry(Unit unit, String parent, int depth) {
        Optional<Integer> anchor = anchors.of(unit.id());
        if (anchor.isEmpty()) {
            return;
        }
        html.markup(
                        "<li style=\"--depth:%s\"><a href=\"#u%s\"%s><code>",
                        Math.min(depth, MAX_DEPTH), anchor.get(), isHighlighted(unit) ? " class=\"asked\"" : "")
                .text(unit.id().substring(HtmlTree.inherited(unit, parent)))
                .markup("</code> <span>")
                .text(unit.span().map(Wording::lasting).orElse(""))
                .markup("</span></a></li>\n");
        unit.children().forEach(child -> entry(child, unit.id(), depth + 1));
    }

    private void title() {
        html.markup(
                        "<h1>%s <code>",
                        story.isEmpty() ? "No log lines of" : story.byKey() ? "The story of key" : "The story of")
                .text(story.requestedId())
                .markup("</code></h1>\n");
        verdicts();
        html.markup("<p class=\"lead\">");
        story.span().ifPresent(span -> html.text(Wording.fromTo(span)).markup(" <span class=\"dot\">·</span> "));
        html.text(Wording.extent(story)).markup("</p>\n");
        story.extendedFrom()
                .ifPresent(from -> html.markup("<p class=\"muted\">Child of <code>")
                        .text(from)
                        .markup("</code>, whose story contains more lines.</p>\n"));
        if (!surroundings.hint().isEmpty()) {
            html.markup("<p class=\"muted\">").text(surroundings.hint()).markup("</p>\n");
        }
        if (!story.isEmpty()
                && !highlighted.equals(story.requestedId())
                && story.units().noneMatch(this::isHighlighted)) {
            html.markup("<p class=\"note\">No log lines under <code>")
                    .text(highlighted)
                    .markup("</code> itself.</p>\n");
        }
    }

    private void verdicts() {
        int number = 0;
        for (Action action : story.actions().subList(0, Math.min(story.actions().size(), MAX_VERDICTS))) {
            number++;
            html.markup("<p class=\"verdict\"><a href=\"#a%s\">Action %s</a>: <b>", number, number)
                    .text(Wording.verdict(action))
                    .markup("</b></p>\n");
        }
    }

    private boolean isHighlighted(Unit unit) {
        return unit.id().equals(highlighted);
    }

    private void notes() {
        for (Note note : story.notes()) {
            html.markup("<p class=\"note\"><b>")
                    .text(Visible.of(Wording.kind(note)))
                    .markup("</b> ")
                    .text(note.text())
                    .markup("</p>\n");
        }
    }

    private void actions() {
        if (story.actions().isEmpty()) {
            return;
        }
        html.markup("""
            <section class="card"><h2>Attempts</h2>
            <p class="lead">The attempts of each action, by idempotency key.</p>
            """);
        int written = 0;
        int number = 0;
        for (Action action : story.actions()) {
            number++;
            if (written >= MAX_ATTEMPTS) {
                html.markup(
                        "<p class=\"muted\">%s left out of this page.</p>\n",
                        Wording.count(story.actions().size() - number + 1L, "more action"));
                break;
            }
            written += action(action, number, MAX_ATTEMPTS - written);
        }
        html.markup("</section>\n");
    }

    private int action(Action action, int number, int most) {
        html.markup("<h3 id=\"a%s\">Action %s <code>", number, number)
                .text(action.key())
                .markup("</code>")
                .text(action.client().map(client -> " of client " + client).orElse(""))
                .markup(
                        " <span class=\"chip\">%s</span>",
                        Wording.count(action.attempts().size(), "attempt"))
                .markup(
                        action.processings() == 0
                                ? "</h3>\n"
                                : " <span class=\"chip\">%s</span></h3>\n"
                                        .formatted(Wording.count(action.processings(), "processing")))
                .markup("<table"
                        + " class=\"rows\"><thead><tr><th>Attempt</th><th>Unit</th><th>Services</th><th>Started</th><th"
                        + " class=\"number\">Took</th><th"
                        + " class=\"number\">Lines</th><th>Result</th></tr></thead><tbody>\n");
        int shown = Math.min(action.attempts().size(), most);
        for (int i = 0; i < shown; i++) {
            attempt(action.attempts().get(i));
        }
        html.markup("</tbody></table>\n");
        if (shown < action.attempts().size()) {
            html.markup(
                    "<p class=\"muted\">%s left out of this page.</p>\n",
                    Wording.count(action.attempts().size() - shown, "more attempt"));
        }
        return shown;
    }

    private void attempt(Attempt attempt) {
        row("<b>", attempt.label(), "</b>", attempt.unit(), attempt.services(), attempt.span(), attempt.lines());
        html.markup("<td data-label=\"Result\">").text(Wording.result(attempt)).markup("</td></tr>\n");
        int number = 0;
        for (Processing processing : StoryIndex.shown(attempt)) {
            number++;
            row(
                    "<span class=\"muted\">",
                    "processing " + number,
                    "</span>",
                    processing.unit(),
                    processing.services(),
                    processing.span(),
                    processing.lines());
            html.markup("<td data-label=\"Result\"></td></tr>\n");
        }
    }

    private void row(
            String open,
            String name,
            String close,
            String unit,
            List<String> services,
            Optional<Span> span,
            long lines) {
        html.markup("<tr><td data-label=\"Attempt\">").markup(open).text(name).markup(close);
        html.markup("</td><td data-label=\"Unit\">");
        HtmlTree.reference(unit, anchors, html);
        html.markup("</td><td data-label=\"Services\"><span>");
        for (String service : services) {
            HtmlTree.service(service, index, html);
        }
        html.markup("</span></td><td data-label=\"Started\">")
                .text(span.map(each -> Wording.clock(each.first())).orElse("–"))
                .markup("</td><td class=\"number\" data-label=\"Took\">")
                .text(span.map(Wording::lasting).orElse("–"))
                .markup("</td><td class=\"number\" data-label=\"Lines\">%s</td>", lines);
    }

    private static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not packaged");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }
}
