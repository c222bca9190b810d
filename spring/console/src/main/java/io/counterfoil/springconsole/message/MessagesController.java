package io.counterfoil.springconsole.message;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.messaging.deadletter.DeadLetter;
import io.counterfoil.messaging.deadletter.DeadLetterBacklog;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.deadletter.FailedMessage;
import io.counterfoil.messaging.deadletter.FailedMessageStore;
import io.counterfoil.messaging.deadletter.MessagePage;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springboot.records.Tokens;
import io.counterfoil.springconsole.ConsoleController;
import io.counterfoil.springconsole.ConsoleProblem;
import io.counterfoil.springconsole.ConsoleRights;
import io.counterfoil.springconsole.audit.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

/** Messages that the inbox could not process: lists, and decisions about dead letters. */
@ConsoleController
final class MessagesController {

    private static final int PAGE = 100;

    private final FailedMessageStore store;
    private final MessageDecisions decisions;

    MessagesController(FailedMessageStore store, MessageDecisions decisions) {
        this.store = store;
        this.decisions = decisions;
    }

    /** How many there are, as far as {@value DeadLetterBacklog#MOST_COUNTED}. */
    @GetMapping("/counterfoil/api/messages")
    Map<String, Object> counts() {
        DeadLetterBacklog backlog = store.backlog();
        return Map.of("deadLetters", backlog.deadLetters(), "failing", backlog.failing());
    }

    /** Messages that are to be attempted again. */
    @GetMapping("/counterfoil/api/messages/failing")
    Map<String, Object> failing(@RequestParam(name = "cursor", required = false) @Nullable String cursor) {
        return page(cursor, after -> store.failing(after, PAGE), MessagesController::json);
    }

    /** Dead letters. */
    @GetMapping("/counterfoil/api/messages/dead")
    Map<String, Object> deadLetters(@RequestParam(name = "cursor", required = false) @Nullable String cursor) {
        return page(cursor, after -> store.deadLetters(after, PAGE), MessagesController::json);
    }

    /** Delivers a dead letter again; {@code reason} in the body. */
    @PostMapping("/counterfoil/api/messages/dead/{id}/requeue")
    Map<String, Object> requeue(
            @PathVariable("id") String id, @RequestBody Map<String, Object> body, HttpServletRequest request) {
        IdempotencyKey key = Tokens.key("id", id);
        String reason = Reason.of(body);
        return settled(() -> decisions.requeue(key, ConsoleRights.user(request), reason));
    }

    /** Removes a dead letter; {@code reason} in the body. */
    @PostMapping("/counterfoil/api/messages/dead/{id}/discard")
    Map<String, Object> discard(
            @PathVariable("id") String id, @RequestBody Map<String, Object> body, HttpServletRequest request) {
        IdempotencyKey key = Tokens.key("id", id);
        String reason = Reason.of(body);
        return settled(() -> decisions.discard(key, ConsoleRights.user(request), reason));
    }

    private static Map<String, Object> settled(Supplier<DeadLetterResult> decision) {
        DeadLetterResult result;
        try {
            result = OperatorLog.correlated(decision);
        } catch (DeadLetterException failure) {
            throw problem(503, "broker-unavailable", "Broker unavailable", String.valueOf(failure.getMessage()));
        }
        return switch (result) {
            case REQUEUED, DISCARDED, FORGOTTEN ->
                Map.of("result", result.name().toLowerCase(Locale.ROOT));
            case NOT_FOUND ->
                throw problem(
                        404,
                        "no-such-dead-letter",
                        "No such dead letter",
                        "it was requeued or discarded before, or it is being processed");
            case MISSING ->
                throw problem(
                        409,
                        "dead-letter-missing",
                        "Dead letter missing",
                        "its broker has it no more, or not yet: it was published again, or removed, by other means");
            case UNREACHABLE ->
                throw problem(
                        409,
                        "dead-letter-unreachable",
                        "Dead letter unreachable",
                        "where it is is unknown, or this application has no connection to its broker");
        };
    }

    private static ConsoleProblem problem(int status, String type, String title, String detail) {
        return new ConsoleProblem(Problem.of(status, ProblemTypes.PREFIX + type, title, detail));
    }

    private static <T> Map<String, Object> page(
            @Nullable String cursor,
            Function<Optional<String>, MessagePage<T>> query,
            Function<T, Map<String, Object>> item) {
        MessagePage<T> page;
        try {
            page = query.apply(Optional.ofNullable(cursor));
        } catch (IllegalArgumentException none) {
            throw new BadParameterException("cursor", "is no position in this list");
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("messages", page.items().stream().map(item).toList());
        page.next().ifPresent(next -> json.put("next", next));
        return json;
    }

    private static Map<String, Object> json(FailedMessage message) {
        Map<String, Object> json = json(message.key());
        json.put("attempts", message.attempts());
        json.put("failure", message.failure());
        json.put("since", message.since().toString());
        json.put("failedAt", message.failedAt().toString());
        json.put("nextAt", message.nextAt().toString());
        return json;
    }

    private static Map<String, Object> json(DeadLetter letter) {
        Map<String, Object> json = json(letter.key());
        json.put("attempts", letter.attempts());
        json.put("reason", letter.reason());
        json.put("since", letter.since().toString());
        json.put("rejectedAt", letter.rejectedAt().toString());
        letter.origin().ifPresent(origin -> {
            json.put("broker", origin.broker());
            json.put("source", origin.source());
            json.put("deadLetters", origin.deadLetters());
        });
        return json;
    }

    private static Map<String, Object> json(MessageKey key) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", Tokens.of(key.idempotencyKey()));
        json.put("messageId", key.id().value());
        json.put("receiver", key.receiver().value());
        json.put("kind", key.kind().value());
        return json;
    }
}
