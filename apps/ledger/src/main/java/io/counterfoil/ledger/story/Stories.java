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
 * Stories from the service's own log.
 *
 * <p>The log contains the requests of all clients, and a browser does not authenticate when it opens a page. Stories
 * are therefore available only for local trials: where the playground is enabled, no API keys are required, and
 * {@code logging.file.name} names a log.
 *
 * <p>Thread-safe.
 */
@Component
public class Stories {

    /** The path of the story pages; the ID follows. */
    static final String PATH = "/story/";

    private final Optional<LogStories> log;
    private final String whyNot;

    /** By the settings of the service. */
    public Stories(Environment settings) {
        log = Optional.ofNullable(LogFile.get(settings))
                .map(file -> new LogStories(LogFiles.of(Path.of(file.toString()))));
        whyNot = whyNot(settings);
    }

    /** The path of the story of this unit of work; empty where stories are disabled. */
    public Optional<String> pathOf(CorrelationId work) {
        return whyNot.isEmpty() ? Optional.of(PATH + work) : Optional.empty();
    }

    /** The reason why stories are disabled; empty where they are enabled. */
    String whyNot() {
        return whyNot;
    }

    /**
     * The story of the unit of work with this root ID, from the lines written so far.
     *
     * @throws IOException when the log cannot be read, or is being rolled
     */
    LogStories.Told tell(CorrelationId root) throws IOException {
        return log.orElseThrow(() -> new IllegalStateException(whyNot)).tell(root);
    }

    private static String whyNot(Environment settings) {
        if (!settings.getProperty("ledger.playground.enabled", Boolean.class, false)) {
            return "the playground is disabled: ledger.playground.enabled";
        }
        if (settings.getProperty("ledger.api-keys.enabled", Boolean.class, false)) {
            return "this service requires API keys, and its log contains the requests of all their owners";
        }
        return LogFile.get(settings) == null ? "this service writes no log to a file: set logging.file.name" : "";
    }
}
