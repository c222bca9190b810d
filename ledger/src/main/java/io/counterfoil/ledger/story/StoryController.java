package io.counterfoil.ledger.story;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.InvalidCorrelationIdException;
import io.counterfoil.http.Problem;
import io.counterfoil.ledger.api.Answers;
import io.counterfoil.ledger.api.Problems;
import io.counterfoil.ledger.domain.InvalidFieldException;
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
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The story of a unit of work as a page: of the whole work, that is of its ID's root, with the part of the given ID pointed at. 404 where
 * {@link Stories} are not told, and, with a page, where no line tells of the work. At most {@value #MOST_AT_ONCE} are read at once;
 * further ones are refused by 429.
 */
@RestController
class StoryController {

    static final int MOST_AT_ONCE = 2;

    private static final Logger log = LoggerFactory.getLogger(StoryController.class);
    private static final int RETRY_AFTER_SECONDS = 1;
    private static final String HINT =
            "Read a moment ago from the log of the ledger. What was logged since then is there when the page is loaded again.";

    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Stories stories;

    StoryController(Stories stories) {
        this.stories = stories;
    }

    @GetMapping(Stories.PATH + "{correlation_id}")
    ResponseEntity<?> story(@PathVariable("correlation_id") String text, HttpServletResponse response) {
        if (!stories.whyNot().isEmpty()) {
            return Answers.problem(Problem.of(404, Problems.PREFIX + "no-stories", "No stories", stories.whyNot()));
        }
        CorrelationId id = id(text);
        if (!places.tryAcquire()) {
            return later(
                    429, "stories-busy", "Stories busy", MOST_AT_ONCE + " stories are being read, and no more at once");
        }
        try {
            return page(id, stories.tell(id.root()), response);
        } catch (IOException failure) {
            log.warn("The log cannot be read for a story: {}", failure.toString());
            return later(503, "log-unreadable", "Log unreadable", "the log cannot be read at the moment");
        } finally {
            places.release();
        }
    }

    private static CorrelationId id(String text) {
        try {
            return CorrelationId.parse(text);
        } catch (InvalidCorrelationIdException invalid) {
            throw new InvalidFieldException(
                    "correlation_id",
                    "must be segments of 1 to %d of A-Z a-z 0-9 _ - between dots, %d characters at most"
                            .formatted(CorrelationId.MAX_SEGMENT_LENGTH, CorrelationId.maxLength()));
        }
    }

    private static ResponseEntity<?> page(CorrelationId id, Stories.Told told, HttpServletResponse response) {
        String hint = told.leftOut() == 0
                ? HINT
                : HINT + " Older files of the log, too large to be read: " + told.leftOut() + ".";
        StringWriter page = new StringWriter();
        new HtmlRenderer(new Surroundings("/", "The ledger", hint, id.value()))
                .render(told.story(), new PrintWriter(page));
        // In place of the one that the page of the ledger has.
        response.setHeader(
                "Content-Security-Policy", HtmlRenderer.contentSecurityPolicy() + "; frame-ancestors 'none'");
        return ResponseEntity.status(told.story().isEmpty() ? 404 : 200)
                .contentType(MediaType.TEXT_HTML)
                .cacheControl(CacheControl.noStore())
                // Or else Spring takes what is behind the ID's last dot for the ending of a file to be saved.
                .header(HttpHeaders.CONTENT_DISPOSITION, "inline")
                .body(page.toString());
    }

    private static ResponseEntity<?> later(int status, String type, String title, String detail) {
        Problem problem = Problem.of(status, Problems.PREFIX + type, title, detail);
        return Answers.later(problem, RETRY_AFTER_SECONDS).body(problem.toJson());
    }
}
