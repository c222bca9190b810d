package io.counterfoil.ledger.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import io.counterfoil.samples.support.launch.LaunchException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The logs of a demo in one directory, as input of stories: the clients' log as text, written by this process; the
 * service's log as JSON, over all its restarts, configured by its command line. Closing this closes the clients' log.
 */
final class DemoLogs implements Closeable {

    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [service=client] [corr_id=%X{corr_id:--}] %logger{0} - %msg%n";

    private final Path directory;
    private final Logger logger;
    private final @Nullable Level levelBefore;
    private final boolean additiveBefore;
    private final FileAppender<ILoggingEvent> file = new FileAppender<>();

    private DemoLogs(Path directory, LoggerContext context) {
        this.directory = directory;
        this.logger = context.getLogger("io.counterfoil");
        this.levelBefore = logger.getLevel();
        this.additiveBefore = logger.isAdditive();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        file.setContext(context);
        file.setEncoder(encoder);
        file.setFile(clientLog().toString());
        file.setAppend(false);
        file.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(file);
    }

    /**
     * Opens the clients' log, and removes the logs of an earlier demo.
     *
     * @throws LaunchException when the directory cannot be created or written to
     */
    static DemoLogs in(Path directory) {
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(directory.resolve("service.log"));
        } catch (IOException refused) {
            throw new LaunchException("the directory %s cannot hold logs: %s".formatted(directory, refused), refused);
        }
        DemoLogs logs = new DemoLogs(directory.toAbsolutePath(), (LoggerContext) LoggerFactory.getILoggerFactory());
        if (!logs.file.isStarted()) {
            logs.close();
            throw new LaunchException("%s is not writable".formatted(logs.clientLog()));
        }
        return logs;
    }

    Path clientLog() {
        return directory.resolve("client.log");
    }

    Path serviceLog() {
        return directory.resolve("service.log");
    }

    /** The service's arguments for its log in this directory, in one file that is never rolled. */
    List<String> serviceSettings() {
        return List.of(
                "-Dlogging.level.io.counterfoil=INFO",
                "-Dlogging.file.name=" + serviceLog(),
                "-Dlogging.logback.rollingpolicy.max-file-size=1TB");
    }

    @Override
    public void close() {
        logger.detachAppender(file);
        logger.setAdditive(additiveBefore);
        logger.setLevel(levelBefore);
        file.stop();
    }
}
