package io.counterfoil.springconsole.record;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.UnknownHttpOutcomes;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.springboot.records.JoinedLeases;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springconsole.audit.AuditSubject;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.springconsole.audit.Reason;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Settles unknown outcomes, and records who did and why: in one transaction where the leases are in the application's database; otherwise the entry
 * follows the decision. Thread-safe.
 */
public final class OutcomeDecisions {

    private final Optional<UnknownHttpOutcomes> outcomes;
    private final Optional<Joined> joined;
    private final Optional<ConsoleAudit> audit;

    private record Joined(JoinedLeases leases, UnknownHttpOutcomes outcomes) {}

    /**
     * Gives access to the unknown outcomes of a store.
     *
     * @param outcomes those of the application's store of leases; empty where it has none, and no outcome can be unknown
     * @param policy the engine's, which has the retention of settled records
     * @param http encodes the responses that operators give
     * @param leases the same leases within transactions; empty where the store is the application's own
     * @param audit empty where the application has no database for it: then the log alone has the decision
     */
    public OutcomeDecisions(
            Optional<UnknownOutcomes> outcomes,
            IdempotencyPolicy policy,
            HttpPolicy http,
            Optional<JoinedLeases> leases,
            Optional<ConsoleAudit> audit) {
        this.outcomes = outcomes.map(known -> new UnknownHttpOutcomes(known, http));
        this.joined = leases.map(joining ->
                new Joined(joining, new UnknownHttpOutcomes(new UnknownOutcomes(joining.store(), policy), http)));
        this.audit = audit;
    }

    /**
     * Settles an outcome as "it happened": duplicates get a response from now on.
     *
     * @param key of the record
     * @param response what duplicates get
     * @param by the operator's name
     * @param reason as {@link Reason#of} returns it
     * @return false where the outcome is not unknown; nothing was changed then, nor recorded
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public boolean happened(IdempotencyKey key, Response response, String by, String reason) {
        return decide(key, "happened", by, reason, known -> known.happened(key, response));
    }

    /**
     * Settles an outcome as "it did not happen": the next request under this key is executed.
     *
     * @param key of the record
     * @param by the operator's name
     * @param reason as {@link Reason#of} returns it
     * @return false where the outcome is not unknown; nothing was changed then, nor recorded
     * @throws io.counterfoil.idempotency.store.StoreException when the store failed; the same call can be made again
     */
    public boolean didNotHappen(IdempotencyKey key, String by, String reason) {
        return decide(key, "did-not-happen", by, reason, known -> known.didNotHappen(key));
    }

    private boolean decide(
            IdempotencyKey key, String action, String by, String reason, Predicate<UnknownHttpOutcomes> decision) {
        Consumer<ConsoleAudit> entry =
                table -> table.add(AuditSubject.of(key), action, OperatorLog.readable(by), reason);
        if (joined.isPresent()) {
            boolean done = together(joined.get(), decision, entry);
            OperatorLog.acted(action, by, key, done);
            return done;
        }
        boolean done = outcomes.filter(decision).isPresent();
        // Before the entry, which may fail: the decision is made.
        OperatorLog.acted(action, by, key, done);
        if (done) {
            audit.ifPresent(entry);
        }
        return done;
    }

    private boolean together(Joined here, Predicate<UnknownHttpOutcomes> decision, Consumer<ConsoleAudit> entry) {
        return here.leases().transactions().<Boolean, RuntimeException>run(transaction -> {
            boolean done = decision.test(here.outcomes());
            if (done) {
                audit.ifPresent(entry);
            }
            return done;
        });
    }
}
