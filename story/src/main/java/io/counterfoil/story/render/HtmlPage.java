package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The page round the {@link HtmlTimeline} and the {@link HtmlTree}. For one story, once. */
final class HtmlPage {

    static final String SCRIPT = resource("story.js");

    private static final String STYLE = resource("story.css");
    private static final int MAX_ATTEMPTS = 1000;
    private static final int MAX_DEPTH = 8;

    private final Story story;
    private final Surroundings surroundings;
    private final String pointedAt;
    private final StoryIndex index;
    private final Anchors anchors;
    private final Html html;

    HtmlPage(Story story, Surroundings surroundings, Html html) {
        this.story = story;
        this.surroundings = surroundings;
        this.pointedAt = surroundings.pointedAt().isEmpty() ? story.asked() : surroundings.pointedAt();
        this.index = new StoryIndex(story);
        this.anchors = new Anchors(story);
        this.html = html;
    }

    void write() {
        head();
        stub();
        html.marks("<main id=\"content\" tabindex=\"-1\">\n");
        title();
        notes();
        if (!story.isEmpty()) {
            new HtmlTimeline(story, index, anchors, html).write();
            new HtmlTree(story, pointedAt, index, anchors, html).write();
        }
        actions();
        html.marks("<p class=\"muted foot\">")
                .text(Words.reading(story.reading()))
                .marks("</p>\n");
        html.marks("</main>\n</div>\n<script>%s</script>\n</body>\n</html>\n", SCRIPT);
    }

    private void head() {
        html.marks("""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="referrer" content="no-referrer">
                <title>""", PagePolicy.of(SCRIPT));
        html.text(story.asked()).marks(" – Counterfoil</title>\n<style>\n").marks(STYLE);
        html.marks("""
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
        wayBack();
        html.marks("""
                  <form id="search" class="search" role="search" hidden>
                    <label for="query" class="visually-hidden">Search the lines</label>
                    <input id="query" type="search" placeholder="Search the lines  /" autocomplete="off" spellcheck="false">
                    <label class="check"><input type="checkbox" id="grave"> <span>Warnings and errors</span></label>
                    <output id="found" for="query"></output>
                  </form>
                </header>
                <div class="sheet">
                """);
    }

    private void wayBack() {
        if (surroundings.home().isEmpty()) {
            html.marks("  <p class=\"motto\">It happens once, and you can read its story.</p>\n");
        } else {
            html.marks("  <p class=\"motto\"><a href=\"")
                    .text(surroundings.home())
                    .marks("\">← ")
                    .text(surroundings.homeName())
                    .marks("</a></p>\n");
        }
    }

    /** Services and units, to go to. */
    private void stub() {
        html.marks("<aside class=\"stub\">\n<h2>Services</h2>\n<ul class=\"services\">\n");
        for (String service : index.services()) {
            html.marks(
                            "<li><label class=\"s%d\"><input type=\"checkbox\" data-service=\"%d\" checked disabled> ",
                            HtmlTree.hue(index, service), index.number(service))
                    .text(service)
                    .marks("</label></li>\n");
        }
        html.marks("</ul>\n<h2>Units</h2>\n<nav aria-label=\"Units\"><ul class=\"units\">\n");
        story.chapters().forEach(chapter -> entry(chapter, "", 0));
        html.marks("</ul></nav>\n</aside>\n");
    }

    private void entry(Unit unit, String parent, int depth) {
        Optional<Integer> anchor = anchors.of(unit.id());
        if (anchor.isEmpty()) {
            return;
        }
        html.marks(
                        "<li style=\"--depth:%d\"><a href=\"#u%d\"%s><code>",
                        Math.min(depth, MAX_DEPTH), anchor.get(), isPointedAt(unit) ? " class=\"asked\"" : "")
                .text(unit.id().substring(HtmlTree.inherited(unit, parent)))
                .marks("</code> <span>")
                .text(unit.span().map(Words::lasting).orElse(""))
                .marks("</span></a></li>\n");
        unit.children().forEach(child -> entry(child, unit.id(), depth + 1));
    }

    private void title() {
        html.marks("<h1>%s <code>", story.isEmpty() ? "No line tells of" : "The story of")
                .text(story.asked())
                .marks("</code></h1>\n<p class=\"lead\">");
        story.span().ifPresent(span -> html.text(Words.fromTo(span)).marks(" <span class=\"dot\">·</span> "));
        html.text(Words.extent(story)).marks("</p>\n");
        story.extendedFrom()
                .ifPresent(from -> html.marks("<p class=\"muted\">An extension of <code>")
                        .text(from)
                        .marks("</code>, whose story has more than is told here.</p>\n"));
        if (!surroundings.hint().isEmpty()) {
            html.marks("<p class=\"muted\">").text(surroundings.hint()).marks("</p>\n");
        }
        if (!story.isEmpty()
                && !pointedAt.equals(story.asked())
                && story.units().noneMatch(this::isPointedAt)) {
            html.marks("<p class=\"note\">No line tells of <code>")
                    .text(pointedAt)
                    .marks("</code> itself.</p>\n");
        }
    }

    private boolean isPointedAt(Unit unit) {
        return unit.id().equals(pointedAt);
    }

    private void notes() {
        for (Note note : story.notes()) {
            html.marks("<p class=\"note\"><b>")
                    .text(Visible.of(Words.kind(note)))
                    .marks("</b> ")
                    .text(note.text())
                    .marks("</p>\n");
        }
    }

    private void actions() {
        if (story.actions().isEmpty()) {
            return;
        }
        html.marks("""
                <section class="card"><h2>Attempts</h2>
                <p class="lead">What was wanted once, by its idempotency key, and how often it was tried.</p>
                """);
        int written = 0;
        int number = 0;
        for (Action action : story.actions()) {
            number++;
            if (written >= MAX_ATTEMPTS) {
                html.marks(
                        "<p class=\"muted\">%s left out of this page.</p>\n",
                        Words.count(story.actions().size() - number + 1L, "more action"));
                break;
            }
            written += action(action, number, MAX_ATTEMPTS - written);
        }
        html.marks("</section>\n");
    }

    private int action(Action action, int number, int most) {
        html.marks("<h3 id=\"a%d\">Action %d <code>", number, number)
                .text(action.key())
                .marks("</code>")
                .text(action.client().map(client -> " of client " + client).orElse(""))
                .marks(
                        " <span class=\"chip\">%s</span></h3>\n",
                        Words.count(action.attempts().size(), "attempt"))
                .marks("<table class=\"rows\"><thead><tr><th>Attempt</th><th>Unit</th><th>Services</th><th>Began</th>"
                        + "<th class=\"number\">Took</th><th class=\"number\">Lines</th></tr></thead><tbody>\n");
        int shown = Math.min(action.attempts().size(), most);
        for (int i = 0; i < shown; i++) {
            attempt(action.attempts().get(i), i + 1);
        }
        html.marks("</tbody></table>\n");
        if (shown < action.attempts().size()) {
            html.marks(
                    "<p class=\"muted\">%s left out of this page.</p>\n",
                    Words.count(action.attempts().size() - shown, "more attempt"));
        }
        return shown;
    }

    private void attempt(Attempt attempt, int number) {
        html.marks("<tr><td data-label=\"Attempt\"><b>")
                .text(Words.name(attempt, number))
                .marks("</b></td><td data-label=\"Unit\">");
        HtmlTree.reference(attempt.unit(), anchors, html);
        html.marks("</td><td data-label=\"Services\"><span>");
        for (String service : attempt.services()) {
            HtmlTree.service(service, index, html);
        }
        html.marks("</span></td><td data-label=\"Began\">")
                .text(attempt.span().map(span -> Words.clock(span.first())).orElse("–"))
                .marks("</td><td class=\"number\" data-label=\"Took\">")
                .text(attempt.span().map(Words::lasting).orElse("–"))
                .marks("</td><td class=\"number\" data-label=\"Lines\">%d</td></tr>\n", attempt.lines());
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
