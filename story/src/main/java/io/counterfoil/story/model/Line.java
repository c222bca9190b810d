package io.counterfoil.story.model;

import java.time.Instant;
import java.util.Optional;

/**
 * One line of a log.
 *
 * @param time when it was logged; empty when that could not be read. Such a line stands behind the one that stands before it in its
 *     file.
 * @param service which service logged it: the name that the line has for it, or the name of the file without its endings
 * @param level as it was written, in capital letters, such as {@code INFO}; empty when there is none
 * @param logger its name; empty when there is none
 * @param message what was said; for a text log what is left of the line. At most {@value #MAX_MESSAGE} characters, with an
 *     ellipsis at the end where there were more.
 * @param idempotencyKey the key of the user's action that it belongs to
 * @param attempt the id or number of the attempt at that action
 * @param client whose action that is, where the line says so
 * @param origin where it was read
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
     * Where a line was read.
     *
     * @param file as it was named on the command line; {@code -} for the standard input
     * @param offset of the line's first byte; in what was unpacked, where the file is compressed
     */
    public record Origin(String file, long offset) {}
}
