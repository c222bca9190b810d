package io.counterfoil.cli.console;

import java.io.IOException;
import java.util.List;

/** Reads the story of a key from logs. */
@FunctionalInterface
public interface StoryPage {

    /**
     * The story as one HTML page; of an ID without any line a page that says so.
     *
     * @param id a correlation ID or an idempotency key
     * @param logs file names
     * @throws IllegalArgumentException when the ID cannot be one, or a log cannot be read; the message is one line
     * @throws IOException when reading fails
     */
    String html(String id, List<String> logs) throws IOException;
}
