package io.counterfoil.story.log;

import java.time.Instant;
import java.util.Optional;

/**
 * What a line says, before it is made harmless and cut. A text that the line does not have is empty.
 *
 * @param id the correlation id
 * @param newId what the id was replaced by
 * @param oldId what the id took the place of
 */
record Fields(
        String id,
        String newId,
        String oldId,
        Optional<Instant> time,
        String service,
        String level,
        String logger,
        String message,
        String idempotencyKey,
        String attempt) {}
