package io.counterfoil.story.model;

import java.time.Instant;
import java.util.Optional;

/**
 * One log line.
 *
 * @param time the time of the line; empty if it could not be read. Such a line follows its predecessor in the file.
 * @param service the service as named by the line, otherwise the name of the file without extensions
 * @param level the level in capital letters, such as {@code INFO}; may be empty
 * @param logger the name of the logger; may be empty
 * @param message the message; for a text log the rest of the line. At most {@value #MAX_MESSAGE} characters, with an
 *     ellipsis at the end if it was truncated.
 * @param idempotencyKey the key of the action that the line belongs to
 * @param attempt the ID or number of the attempt of that action
 * @param client the client of that action, if the line names it
 * @param origin the position that it was read from
 */
public record Line(
        Optional<Instant> time,
        String service,
        String level,
        String logger,
        String message,
        Optional<String> idempotencyKey,
        Optional<String> attempt,
        Optional<String> client,
        Origin origin) {

    /** The longest message, in characters. */
    public static final int MAX_MESSAGE = 8192;

    /**
     * The position of a line.
     *
     * @param file the file as named on the command line; {@code -} for standard input
     * @param offset the offset of the first byte of the line; in the decompressed text if the file is compressed
     */
    public record Origin(String file, long offset) {}
}
