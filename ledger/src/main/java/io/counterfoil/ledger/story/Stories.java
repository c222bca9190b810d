package io.counterfoil.ledger.story;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.samples.support.story.LogFiles;
import io.counterfoil.samples.support.story.LogStories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.boot.logging.LogFile;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * The service's own log, where every client may read it.
 *
 * <p>A log is of all clients, and a browser that opens a page says nothing of whose it is. So stories are told for a trial on one's own
 * machine alone: where the playground is switched on, no API keys are asked for, and {@code logging.file.name} names a log.
 *
 * <p>Thread-safe.
 */
@Component
public class Stories {

    /** The path of the pages, below which the id is. */
    static final String PATH = "/story/";

    private final Optional<LogStories> log;
    private final String whyNot;

    /** By the settings of the service. */
    public Stories(Environment settings) {
        log = Optional.ofNullable(LogFile.get(settings))
                .map(file -> new LogStories(LogFiles.of(Path.of(file.toString()))));
        whyNot = whyNot(settings);
    }

    /** Where the story of this work is shown; empty when no stories are told. */
    public Optional<String> pathOf(CorrelationId work) {
        return whyNot.isEmpty() ? Optional.of(PATH + work) : Optional.empty();
    }

    /** Why no stories are told; empty when they are. */
    String whyNot() {
        return whyNot;
    }

    /**
     * The story of all that has this root, as far as it is written to the log by now.
     *
     * @throws IOException when the log cannot be read, or is rolled this very moment
     */
    LogStories.Told tell(CorrelationId root) throws IOException {
        return log.orElseThrow(() -> new IllegalStateException(whyNot)).tell(root);
    }

    private static String whyNot(Environment settings) {
        if (!settings.getProperty("ledger.playground.enabled", Boolean.class, false)) {
            return "the playground is switched off: ledger.playground.enabled";
        }
        if (settings.getProperty("ledger.api-keys.enabled", Boolean.class, false)) {
            return "this service asks for API keys, and its log is of all their owners";
        }
        return LogFile.get(settings) == null ? "this service writes no log to a file: set logging.file.name" : "";
    }
}
