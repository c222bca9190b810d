package io.counterfoil.story.model;

import java.util.List;
import java.util.Optional;

/**
 * One attempt of an {@link Action}: what one try of the client caused, in all processes. Its lines have the key of the action, and the name
 * of the attempt or a correlation ID at or below that of the attempt.
 *
 * @param unit the correlation ID of the attempt; a unit of the story only if lines have it
 * @param name the ID or number of the attempt as it was logged, unless it is the correlation ID
 * @param span from the first to the last line of its unit, with and without the key, or of its own lines where several attempts share a
 *     unit; empty if none has a time
 * @param lines the number of lines that have the key
 * @param services the services that logged them, without duplicates
 * @param processings the units below the attempt's own, in the order of their first lines: one for each request or message that was
 *     processed under an extension of the attempt's ID. A message that is delivered twice is processed twice in one attempt.
 * @param result how it ended, as far as the lines say it
 * @param status the status that the lines say it ended with
 * @param replayOf the correlation ID of the attempt with whose result it was answered, if the lines name it
 */
public record Attempt(
        String unit,
        Optional<String> name,
        Optional<Span> span,
        long lines,
        List<String> services,
        List<Processing> processings,
        Result result,
        Optional<String> status,
        Optional<String> replayOf) {

    /** How an attempt ended. */
    public enum Result {
        /**
         * A line says that the action was executed in it, that a later attempt was answered with its result, or that its client was answered
         * with a success.
         */
        EXECUTED,
        /** A line says that it was answered with the result of another attempt. */
        REPLAYED,
        /** A line says that it was rejected. */
        REJECTED,
        /** A line says that it failed, or none says how it ended and one has the level of an error. */
        FAILED,
        /** A line says that its client had no answer, and none says whether the action was executed in it. */
        UNANSWERED,
        /** No line says how it ended. */
        UNKNOWN
    }

    /** Copies the lists. */
    public Attempt {
        services = List.copyOf(services);
        processings = List.copyOf(processings);
    }

    /** Whether the lines leave open whether the action was executed in it. */
    public boolean isOpen() {
        return result == Result.UNKNOWN || result == Result.UNANSWERED;
    }

    /** The name of the attempt, otherwise the last segment of its correlation ID. */
    public String label() {
        return name.orElseGet(() -> unit.substring(unit.lastIndexOf('.') + 1));
    }
}
