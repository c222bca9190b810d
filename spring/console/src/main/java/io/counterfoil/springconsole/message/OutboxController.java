package io.counterfoil.springconsole.message;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.messaging.outbox.SetAsideMessage;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springconsole.ConsoleController;
import io.counterfoil.springconsole.ConsoleProblem;
import io.counterfoil.springconsole.ConsoleRights;
import io.counterfoil.springconsole.audit.AuditSubject;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.springconsole.audit.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** What waits in the outbox, and decisions about messages that the broker refuses. */
@ConsoleController
final class OutboxController {

    private static final Logger log = LoggerFactory.getLogger(OutboxController.class);
    private static final int MOST = 200;

    private final OutboxStore outbox;
    private final Transactions transactions;
    private final Optional<ConsoleAudit> audit;

    OutboxController(OutboxStore outbox, Transactions transactions, Optional<ConsoleAudit> audit) {
        this.outbox = outbox;
        this.transactions = transactions;
        this.audit = audit;
    }

    /** How much waits and for how long, and the oldest messages that are set aside. */
    @GetMapping("/counterfoil/api/outbox")
    Map<String, Object> list() {
        Map<String, Object> json = new LinkedHashMap<>();
        outbox.backlog().ifPresent(backlog -> {
            json.put("waiting", backlog.waiting());
            json.put("oldestSeconds", backlog.oldest().toSeconds());
            json.put("setAside", backlog.setAside());
        });
        json.put(
                "messages",
                outbox.setAside(MOST).stream().map(OutboxController::json).toList());
        return json;
    }

    private static Map<String, Object> json(SetAsideMessage aside) {
        Message message = aside.message();
        Map<String, Object> json = new LinkedHashMap<>();
        // Of 64 bits, which are no number in JavaScript.
        json.put("id", Long.toString(aside.id()));
        json.put("messageId", message.id().orElse(""));
        json.put("topic", message.topic());
        json.put("key", message.key().orElse(""));
        json.put("bytes", message.length());
        json.put("attempts", aside.attempts());
        json.put("reason", aside.reason());
        return json;
    }

    /** Publishes it again, before the later ones of its key; {@code reason} in the body. */
    @PostMapping("/counterfoil/api/outbox/{id}/send-again")
    Map<String, Object> sendAgain(
            @PathVariable("id") String id, @RequestBody Map<String, Object> body, HttpServletRequest request) {
        return decide("send-again", id, body, request, outbox::sendAgain);
    }

    /** Removes it; {@code reason} in the body. */
    @PostMapping("/counterfoil/api/outbox/{id}/discard")
    Map<String, Object> discard(
            @PathVariable("id") String id, @RequestBody Map<String, Object> body, HttpServletRequest request) {
        return decide("discard", id, body, request, outbox::discard);
    }

    /** The decision and its entry in the audit are one transaction. */
    private Map<String, Object> decide(
            String action, String id, Map<String, Object> body, HttpServletRequest request, LongPredicate decision) {
        long place = place(id);
        String reason = Reason.of(body);
        String user = OperatorLog.readable(ConsoleRights.user(request));
        AuditSubject subject = subject(place, outbox.setAside(MOST));
        boolean done = transactions.<Boolean, RuntimeException>run(transaction -> {
            boolean changed = decision.test(place);
            if (changed) {
                audit.ifPresent(table -> table.add(subject, action, user, reason));
            }
            return changed;
        });
        log.warn(
                "Action on a message of the outbox {} [action={}] [by={}] [message_id={}]",
                done ? "done" : "had nothing to act on",
                action,
                user,
                OperatorLog.readable(subject.name()));
        if (!done) {
            throw new ConsoleProblem(Problem.of(
                    404,
                    ProblemTypes.PREFIX + "not-set-aside",
                    "Not set aside",
                    "no message of this place is set aside: it was sent again or discarded before"));
        }
        return Map.of("decided", true);
    }

    private static long place(String id) {
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException none) {
            throw new BadParameterException("id", "must be the place of a message in the outbox");
        }
    }

    /** By its message ID, which the log and the broker have, where the message is among the oldest. */
    private static AuditSubject subject(long place, List<SetAsideMessage> oldest) {
        Optional<Message> message = oldest.stream()
                .filter(aside -> aside.id() == place)
                .map(SetAsideMessage::message)
                .findFirst();
        String name = message.flatMap(Message::id).map(OperatorLog::readable).orElse("place " + place);
        return new AuditSubject("outbox", name, "", message.map(Message::topic).orElse(""));
    }
}
