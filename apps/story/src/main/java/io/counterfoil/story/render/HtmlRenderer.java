package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import java.io.PrintWriter;

/**
 * Renders a story as one self-contained HTML page: a timeline of the services with units as bars, the tree of units
 * with every line, the attempts of each action, and a search. Everything except the search works without JavaScript.
 * Light or dark mode follows the reader's setting.
 *
 * <p>The page makes no network requests, and its Content-Security-Policy permits only its own script. Text from logs is
 * escaped, and attributes that carry meaning never contain it. Limits: {@value HtmlTree#MAX_LINES} lines, {@value
 * HtmlTree#MAX_CHARACTERS} characters of messages, {@value HtmlTree#MAX_MESSAGE} per message, {@value
 * HtmlTree#MAX_UNITS} units, {@value HtmlTimeline#MAX_BARS} bars in the timeline. The page states how much was left
 * out.
 */
public final class HtmlRenderer implements Renderer {

    private final PageContext surroundings;

    /** Renders pages for files. */
    public HtmlRenderer() {
        this(PageContext.NONE);
    }

    /** Renders pages that a service shows. */
    public HtmlRenderer(PageContext surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * The Content-Security-Policy that every page contains. A service whose own policy is stricter must send this one
     * with the page.
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
