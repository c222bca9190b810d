package io.counterfoil.samples.support.story;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.Problem;
import io.counterfoil.story.render.HtmlRenderer;
import io.counterfoil.story.render.PageContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Responds with stories as HTML pages. At most {@value #MOST_AT_ONCE} are read concurrently. Thread-safe. */
public final class StoryPages {

    /** The maximum number of stories that are read concurrently; further requests get 429. */
    public static final int MOST_AT_ONCE = 2;

    private static final Logger log = LoggerFactory.getLogger(StoryPages.class);
    private static final int RETRY_AFTER_SECONDS = 1;
    private static final String HINT = "Read from the log of %s. Reload the page to see newer lines.";

    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final String program;
    private final String problems;
    private final Teller teller;

    /** Reads stories. */
    @FunctionalInterface
    public interface Teller {

        /**
         * Reads the story of a root.
         *
         * @throws IOException if it cannot be read
         */
        LogStories.Told tell(CorrelationId root) throws IOException;
    }

    /**
     * Creates pages that link to {@code /}.
     *
     * @param program the name of the program, {@code the ledger}
     * @param problems the prefix of its problem types
     */
    public StoryPages(String program, String problems, Teller teller) {
        this.program = program;
        this.problems = problems;
        this.teller = teller;
    }

    /**
     * Responds with the story of the ID's root, with the unit of this ID highlighted: 200, or 404 if no line belongs to
     * the root, both with a page. Otherwise responds with a problem: 429 if too many stories are being read, 503 if the
     * logs cannot be read.
     *
     * @param response gets the Content-Security-Policy of the page
     */
    public ResponseEntity<?> story(CorrelationId id, HttpServletResponse response) {
        if (!places.tryAcquire()) {
            return later(
                    429,
                    "stories-busy",
                    "Stories busy",
                    "the maximum of " + MOST_AT_ONCE + " concurrent stories is reached");
        }
        try {
            return page(id, teller.tell(id.root()), response);
        } catch (IOException failure) {
            log.warn("Reading the log for a story failed: {}", failure.toString());
            return later(503, "log-unreadable", "Log unreadable", "the log cannot be read at the moment");
        } finally {
            places.release();
        }
    }

    private ResponseEntity<?> page(CorrelationId id, LogStories.Told told, HttpServletResponse response) {
        String hint = HINT.formatted(program);
        if (told.leftOut() > 0) {
            hint += " Older log files that were not read because of their size: " + told.leftOut() + ".";
        }
        String home = Character.toUpperCase(program.charAt(0)) + program.substring(1);
        StringWriter page = new StringWriter();
        new HtmlRenderer(new PageContext("/", home, hint, id.value())).render(told.story(), new PrintWriter(page));
        // Replaces the policy of the program's own page.
        response.setHeader(
                "Content-Security-Policy", HtmlRenderer.contentSecurityPolicy() + "; frame-ancestors 'none'");
        return ResponseEntity.status(told.story().isEmpty() ? 404 : 200)
                .contentType(MediaType.TEXT_HTML)
                .cacheControl(CacheControl.noStore())
                // Otherwise Spring takes the text after the last dot of the ID for a file extension.
                .header(HttpHeaders.CONTENT_DISPOSITION, "inline")
                .body(page.toString());
    }

    private ResponseEntity<?> later(int status, String type, String title, String detail) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .header(HttpHeaders.RETRY_AFTER, Integer.toString(RETRY_AFTER_SECONDS))
                .body(Problem.of(status, problems + type, title, detail).toJson());
    }
}
