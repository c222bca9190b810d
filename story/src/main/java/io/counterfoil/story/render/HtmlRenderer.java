package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import java.io.PrintWriter;

/**
 * A story as one page that needs nothing else: a timeline of the services with the units as bars, the tree with every line, the
 * attempts of each idempotency key, and a search. All but the search works without JavaScript. It follows the reader's choice of
 * light or dark.
 *
 * <p>The page asks no network for anything, and its Content-Security-Policy lets it run no script but its own. Every text of the
 * logs is escaped, and none stands in an attribute that means anything. Limits: {@value HtmlTree#MAX_LINES} lines, {@value
 * HtmlTree#MAX_CHARACTERS} characters of messages, {@value HtmlTree#MAX_MESSAGE} of each, {@value HtmlTree#MAX_UNITS} units, {@value
 * HtmlTimeline#MAX_BARS} bars in the timeline; what is left out is counted and said.
 */
public final class HtmlRenderer implements Renderer {

    private final Surroundings surroundings;

    /** For pages that are files. */
    public HtmlRenderer() {
        this(Surroundings.NONE);
    }

    /** For pages that a service shows. */
    public HtmlRenderer(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * The Content-Security-Policy that every page has in itself. A service that sends a page, and would otherwise forbid more in the
     * field of this name, sends this one with it.
     */
    public static String contentSecurityPolicy() {
        return PagePolicy.of(HtmlPage.SCRIPT);
    }

    @Override
    public void render(Story story, PrintWriter out) {
        new HtmlPage(story, surroundings, new Html(out)).write();
        out.flush();
    }
}
