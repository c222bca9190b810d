package io.counterfoil.story.log;

import java.time.Instant;
import java.util.Optional;

/**
 * What a line says, before it is made harmless and cut. A text that the line does not have is empty.
 *
 * @param id the correlation id
 * @param newId what the id was replaced by
 * @param oldId what the id took the place of
 * @param message with the stack trace behind it, where there is one
 * @param client whose action it is, where the line says so beside the key
 * @param form how it was read
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
        String attempt,
        String client,
        Form form) {

    /** How a line is read. */
    enum Form {
        /** As JSON. */
        JSON,
        /** As text, since it begins as JSON and is no complete object. */
        BROKEN_JSON,
        /** As text: the lines behind it may belong to it. */
        TEXT
    }

    /** With what this line does not say taken from what stands round it. Ids are its own. */
    Fields or(Fields round) {
        return new Fields(
                id,
                newId,
                oldId,
                time.or(round::time),
                first(service, round.service),
                first(level, round.level),
                first(logger, round.logger),
                first(message, round.message),
                first(idempotencyKey, round.idempotencyKey),
                first(attempt, round.attempt),
                first(client, round.client),
                form);
    }

    /** With these in place of what this line does not say. */
    Fields or(Optional<Instant> otherTime, String otherService) {
        return new Fields(
                id,
                newId,
                oldId,
                time.or(() -> otherTime),
                first(service, otherService),
                level,
                logger,
                message,
                idempotencyKey,
                attempt,
                client,
                form);
    }

    /** With more lines at the end of the message. */
    Fields and(String lines) {
        return new Fields(
                id,
                newId,
                oldId,
                time,
                service,
                level,
                logger,
                message + '\n' + lines,
                idempotencyKey,
                attempt,
                client,
                form);
    }

    private static String first(String one, String other) {
        return one.isBlank() ? other : one;
    }
}
