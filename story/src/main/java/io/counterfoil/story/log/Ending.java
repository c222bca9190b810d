package io.counterfoil.story.log;

import io.counterfoil.story.model.Attempt.Result;
import java.util.Map;
import java.util.Optional;

/**
 * What a message says about how an attempt ended.
 *
 * @param status the status that it ended with; may be empty
 * @param replayOf the correlation ID of the attempt whose result it was answered with; may be empty
 */
public record Ending(Result result, String status, String replayOf) {

    /** The beginnings of the messages that the HTTP engine and the receivers of signals and messages log. */
    private static final Map<String, Result> MESSAGES = Map.of(
            "Request executed [", Result.EXECUTED,
            "Command executed [", Result.EXECUTED,
            "Request replayed [", Result.REPLAYED,
            "Command replayed [", Result.REPLAYED,
            "Request rejected [", Result.REJECTED,
            "Command rejected [", Result.REJECTED,
            "Message dead-lettered [", Result.REJECTED);

    /** What this message says; empty if it says nothing about the end of an attempt. */
    public static Optional<Ending> of(String message) {
        int logger = message.indexOf(": ");
        return of(message, 0)
                .or(() -> logger > 0 && message.indexOf(' ') > logger ? of(message, logger + 2) : Optional.empty());
    }

    /** A layout without a known separator leaves the name of the logger before the message. */
    private static Optional<Ending> of(String message, int start) {
        return MESSAGES.entrySet().stream()
                .filter(known -> message.startsWith(known.getKey(), start))
                .map(known -> new Ending(
                        known.getValue(),
                        TextLine.inBrackets(message, "status"),
                        TextLine.inBrackets(message, "replay_of")))
                .findFirst();
    }
}
