package io.counterfoil.story.log;

import java.time.Instant;
import java.util.Optional;

/**
 * The fields of a line before escaping and truncation. Absent fields are empty.
 *
 * @param id the correlation ID
 * @param newId the ID that replaced it
 * @param oldId the ID that it replaced
 * @param message the message, with the stack trace if there is one
 * @param client the client of the action, if the line names it
 * @param form how the line was read
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

    /** How a line was read. */
    enum Form {
        /** As JSON. */
        JSON,
        /** As text, because it begins like JSON and is not a complete object. */
        BROKEN_JSON,
        /** As text; the next lines may continue it. */
        TEXT
    }

    /** These fields, completed by those of the wrapping, except the IDs. */
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

    /** These fields, completed by a time, a service and a level. */
    Fields or(Optional<Instant> otherTime, String otherService, String otherLevel) {
        return new Fields(
                id,
                newId,
                oldId,
                time.or(() -> otherTime),
                first(service, otherService),
                first(level, otherLevel),
                logger,
                message,
                idempotencyKey,
                attempt,
                client,
                form);
    }

    /** These fields with lines appended to the message. */
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
