package io.counterfoil.ledger.story;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.InvalidCorrelationIdException;
import io.counterfoil.http.message.Problem;
import io.counterfoil.ledger.api.Problems;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.samples.support.story.StoryPages;
import io.counterfoil.samples.support.web.ProblemResponse;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The story of a unit of work as a page; 404 with a problem where {@link Stories} are disabled. */
@RestController
class StoryController {

    private final Stories stories;
    private final StoryPages pages;

    StoryController(Stories stories) {
        this.stories = stories;
        this.pages = new StoryPages("the ledger", Problems.PREFIX, stories::tell);
    }

    @GetMapping(Stories.PATH + "{correlation_id}")
    ResponseEntity<?> story(@PathVariable("correlation_id") String text, HttpServletResponse response) {
        if (!stories.whyNot().isEmpty()) {
            return ProblemResponse.of(Problem.of(404, Problems.PREFIX + "no-stories", "No stories", stories.whyNot()));
        }
        return pages.story(id(text), response);
    }

    private static CorrelationId id(String text) {
        try {
            return CorrelationId.parse(text);
        } catch (InvalidCorrelationIdException invalid) {
            throw new InvalidFieldException(
                    "correlation_id",
                    "must be segments of 1 to %s of A-Z a-z 0-9 _ - between dots, %s characters at most"
                            .formatted(CorrelationId.MAX_SEGMENT_LENGTH, CorrelationId.maxLength()));
        }
    }
}
