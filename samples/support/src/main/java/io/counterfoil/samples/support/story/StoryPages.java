package io.counterfoil.samples.support.story;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.Problem;
import io.counterfoil.story.render.HtmlRenderer;
import io.counterfoil.story.render.Surroundings;
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

/** Responses with stories as pages. At most {@value #MOST_AT_ONCE} are read at once. Thread-safe. */
public final class StoryPages {

    /** So many stories are read at once; further ones are refused by 429. */
    public static final int MOST_AT_ONCE = 2;

    private static final Logger log = LoggerFactory.getLogger(StoryPages.class);
    private static final int RETRY_AFTER_SECONDS = 1;
    private static final String HINT =
            "Read a moment ago from the log of %s. What was logged since then is there when the page is loaded again.";

    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final String program;
    private final String problems;
    private final Teller teller;

    /** Tells the story of a root. */
    @FunctionalInterface
    public interface Teller {

        /**
         * The story of all that has this root.
         *
         * @throws IOException when it cannot be read
         */
        LogStories.Told tell(CorrelationId root) throws IOException;
    }

    /**
     * Pages that lead back to {@code /}.
     *
     * @param program what the program is called, {@code the ledger}
     * @param problems what the types of its problems begin with
     */
    public StoryPages(String program, String problems, Teller teller) {
        this.program = program;
        this.problems = problems;
        this.teller = teller;
    }

    /**
     * The story of the whole work, that is of the ID's root, with the part of this ID pointed at: 200, or 404 where no line tells of the
     * work, both with a page; or a problem, 429 where as many are being read as may be, 503 where the logs cannot be read.
     *
     * @param response gets the page's own Content-Security-Policy
     */
    public ResponseEntity<?> story(CorrelationId id, HttpServletResponse response) {
        if (!places.tryAcquire()) {
            return later(
                    429, "stories-busy", "Stories busy", MOST_AT_ONCE + " stories are being read, and no more at once");
        }
        try {
            return page(id, teller.tell(id.root()), response);
        } catch (IOException failure) {
            log.warn("The log cannot be read for a story: {}", failure.toString());
            return later(503, "log-unreadable", "Log unreadable", "the log cannot be read at the moment");
        } finally {
            places.release();
        }
    }

    private ResponseEntity<?> page(CorrelationId id, LogStories.Told told, HttpServletResponse response) {
        String hint = HINT.formatted(program);
        if (told.leftOut() > 0) {
            hint += " Older files of the log, too large to be read: " + told.leftOut() + ".";
        }
        String home = Character.toUpperCase(program.charAt(0)) + program.substring(1);
        StringWriter page = new StringWriter();
        new HtmlRenderer(new Surroundings("/", home, hint, id.value())).render(told.story(), new PrintWriter(page));
        // In place of the one that the program's own page has.
        response.setHeader(
                "Content-Security-Policy", HtmlRenderer.contentSecurityPolicy() + "; frame-ancestors 'none'");
        return ResponseEntity.status(told.story().isEmpty() ? 404 : 200)
                .contentType(MediaType.TEXT_HTML)
                .cacheControl(CacheControl.noStore())
                // Or else Spring takes what is behind the ID's last dot for the ending of a file to be saved.
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
