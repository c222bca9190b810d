package io.counterfoil.samples.controlplane.page;

import static java.util.Objects.requireNonNull;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.samples.controlplane.api.Problems;
import io.counterfoil.samples.support.story.LogFiles;
import io.counterfoil.samples.support.story.LogStories;
import io.counterfoil.samples.support.story.StoryPages;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Path;
import org.springframework.boot.logging.LogFile;
import org.springframework.core.env.Environment;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The story of an attempt as a page, out of the logs of all processes. */
@RestController
class StoryController {

    private final StoryPages pages;

    /** The controllers' logs are beside the orchestrator's. */
    StoryController(Environment settings) {
        LogFile own = requireNonNull(LogFile.get(settings), "the orchestrator has a log file");
        Path directory = requireNonNull(
                Path.of(own.toString()).toAbsolutePath().getParent(), "the log file has a parent directory");
        pages = new StoryPages("the control plane", Problems.PREFIX, new LogStories(LogFiles.in(directory))::tell);
    }

    @GetMapping("/story/{correlationId}")
    ResponseEntity<?> story(@PathVariable("correlationId") CorrelationId id, HttpServletResponse response) {
        return pages.story(id, response);
    }
}
