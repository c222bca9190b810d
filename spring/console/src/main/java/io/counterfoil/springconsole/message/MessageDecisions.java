package io.counterfoil.springconsole.message;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.deadletter.DeadLetterDecision;
import io.counterfoil.messaging.deadletter.DeadLetterResult;
import io.counterfoil.messaging.deadletter.DeadLetters;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springconsole.audit.AuditSubject;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.springconsole.audit.Reason;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Requeues and discards dead letters, and records who did and why, in one transaction. Thread-safe.
 *
 * @param transactions those of the store of dead letters and of the audit
 * @param audit empty where the application has no database for it: then the log alone has the decision
 */
record MessageDecisions(DeadLetters letters, Transactions transactions, Optional<ConsoleAudit> audit) {

    /**
     * Delivers it again to where it came from.
     *
     * @param reason as {@link Reason#of} returns it
     * @throws io.counterfoil.messaging.deadletter.DeadLetterException when the broker did not confirm; nothing is recorded
     */
    DeadLetterResult requeue(IdempotencyKey key, String by, String reason) {
        return decide("requeue", key, by, reason, letters::requeue);
    }

    /** Removes it. Otherwise as {@link #requeue}. */
    DeadLetterResult discard(IdempotencyKey key, String by, String reason) {
        return decide("discard", key, by, reason, letters::discard);
    }

    private DeadLetterResult decide(
            String action,
            IdempotencyKey key,
            String by,
            String reason,
            BiFunction<MessageKey, DeadLetterDecision, DeadLetterResult> decision) {
        String user = OperatorLog.readable(by);
        MessageKey message = new MessageKey(key.client(), key.operation(), key.requestId());
        DeadLetterResult result = transactions.<DeadLetterResult, RuntimeException>run(transaction -> {
            DeadLetterResult came = decision.apply(message, new DeadLetterDecision(user, reason));
            if (came.isSettled()) {
                audit.ifPresent(table -> table.add(subject(key), action, user, reason));
            }
            return came;
        });
        OperatorLog.acted(action, by, key, result.isSettled());
        return result;
    }

    private static AuditSubject subject(IdempotencyKey key) {
        return new AuditSubject(
                "message",
                key.requestId().value(),
                key.client().value(),
                key.operation().value());
    }
}
