package io.counterfoil.story.log;

import io.counterfoil.story.model.Attempt.Result;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a message says about how an attempt ended.
 *
 * @param status the status that it ended with; may be empty
 * @param replayOf the correlation ID of the attempt whose result it was answered with; may be empty
 * @param byClient whether the client says it, which knows no more than the answer that it got
 */
public record Ending(Result result, String status, String replayOf, boolean byClient) {

    /** The beginnings of the messages that the engines and the receivers of signals and messages log. */
    private static final Map<String, Result> MESSAGES = Map.of(
            "Request executed [", Result.EXECUTED,
            "Command executed [", Result.EXECUTED,
            "Request replayed [", Result.REPLAYED,
            "Command replayed [", Result.REPLAYED,
            "Request rejected [", Result.REJECTED,
            "Command rejected [", Result.REJECTED,
            "Message dead-lettered [", Result.REJECTED,
            "An execution failed under a lease: its outcome is unknown [", Result.FAILED);

    /** The message of the HTTP client: a status, or what it got in place of an answer. */
    private static final Pattern CLIENT = Pattern.compile(
            "Attempt ended: (?:(?<status>[1-5][0-9]{2})(?<replayed> \\(replayed\\))?|.*) after [0-9]+ ms \\[.*",
            Pattern.DOTALL);

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
                        TextLine.inBrackets(message, "replay_of"),
                        false))
                .findFirst()
                .or(() -> ofClient(message, start));
    }

    private static Optional<Ending> ofClient(String message, int start) {
        Matcher matcher = CLIENT.matcher(message).region(start, message.length());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Optional<String> status = Optional.ofNullable(matcher.group("status"));
        Result result = matcher.group("replayed") != null
                ? Result.REPLAYED
                : status.map(Ending::resultOf).orElse(Result.UNANSWERED);
        return Optional.of(new Ending(result, status.orElse(""), "", true));
    }

    private static Result resultOf(String status) {
        return switch (status.charAt(0)) {
            case '2' -> Result.EXECUTED;
            case '4', '5' -> Result.FAILED;
            default -> Result.UNKNOWN;
        };
    }
}
