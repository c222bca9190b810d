package io.counterfoil.springconsole.operation;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.operations.CallbackRedelivery;
import io.counterfoil.operations.Operations;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.springconsole.audit.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has callbacks that were given up delivered again, and records who did and why, in one transaction. Thread-safe.
 *
 * @param transactions those of the database of the operations and of the audit
 * @param audit empty where the application has no database for it: then the log alone has the decision
 */
record CallbackDecisions(Operations operations, Transactions transactions, Optional<ConsoleAudit> audit) {

    private static final Logger log = LoggerFactory.getLogger(CallbackDecisions.class);

    private static final String DELIVER_AGAIN = "deliver-again";

    /**
     * Has it delivered again.
     *
     * @param by who decided
     * @param reason as {@link Reason#of} returns it
     * @throws StoreException when the database failed; nothing is recorded
     */
    CallbackRedelivery deliverAgain(CallbackSubject subject, String by, String reason) {
        String user = OperatorLog.readable(by);
        CallbackRedelivery came = transactions.<CallbackRedelivery, RuntimeException>run(
                transaction -> deliverAgain(transaction.connection(), subject, user, reason));
        boolean done = came == CallbackRedelivery.QUEUED;
        log.warn(
                "Action on a callback {} [action={}] [by={}] [kind={}] [reference={}] [namespace={}]",
                done ? "done" : "had nothing to act on",
                DELIVER_AGAIN,
                user,
                subject.kind(),
                subject.reference(),
                subject.namespace());
        if (done) {
            operations.wake();
        }
        return came;
    }

    private CallbackRedelivery deliverAgain(Connection connection, CallbackSubject subject, String by, String reason) {
        try {
            CallbackRedelivery came =
                    operations.redeliverCallback(connection, subject.namespace(), subject.kind(), subject.reference());
            if (came == CallbackRedelivery.QUEUED) {
                audit.ifPresent(table -> table.add(subject.audited(), DELIVER_AGAIN, by, reason));
            }
            return came;
        } catch (SQLException failure) {
            throw new StoreException("delivering a callback again", failure);
        }
    }
}
