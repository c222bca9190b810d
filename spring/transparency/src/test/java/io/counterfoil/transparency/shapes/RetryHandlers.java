package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;
import static io.counterfoil.transparency.Engine.MARIADB;
import static io.counterfoil.transparency.Engine.POSTGRESQL;

import io.counterfoil.transparency.Shape;
import java.util.Objects;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.web.bind.annotation.RestController;

/** Code that tries again. */
@RestController
class RetryHandlers extends Handlers {

    private static final String PURSE = "INSERT INTO purse (owner, balance) VALUES ('ann', 60)";

    @Shape("/retry/own-loop")
    String ownLoop() throws Exception {
        for (int i = 0; i < 3; i++) {
            try {
                in.required(this::conflictsOnce);
                break;
            } catch (OptimisticLockingFailureException conflict) {
                seen.failure("controller", conflict);
            }
        }
        return "notes " + db.notes();
    }

    @Shape("/retry/own-loop-round-template")
    String ownLoopRoundTemplate() {
        for (int i = 0; i < 3; i++) {
            try {
                template.executeWithoutResult(status -> conflictsOnce());
                break;
            } catch (OptimisticLockingFailureException conflict) {
                seen.failure("controller", conflict);
            }
        }
        return "notes " + db.notes();
    }

    @Shape("/retry/retryable")
    String retryable() throws Exception {
        in.retried(this::conflictsOnce);
        return "notes " + db.notes();
    }

    @Shape("/retry/retryable-in-the-second-service")
    String retryableSecond() throws Exception {
        in.required(() -> db.add("first"));
        in.retried(this::conflictsOnce);
        return "notes " + db.notes();
    }

    @Shape("/retry/exhausted-advice-answers-412")
    String exhausted() throws Exception {
        in.retried(() -> {
            db.add("attempt " + seen.attempt());
            throw new OptimisticLockingFailureException("changed");
        });
        return "not reached";
    }

    @Shape(value = "/retry/serialization-failure-retried", seed = PURSE, on = POSTGRESQL)
    String serializationFailureRetried() throws Exception {
        in.retriedSerializable(this::neighbourChangesOnce);
        return "balance " + balance();
    }

    @Shape(value = "/retry/serialization-failure-not-retried", seed = PURSE, on = POSTGRESQL)
    String serializationFailure() throws Exception {
        in.serializable(() -> {
            balance();
            neighbour.executes("UPDATE purse SET balance = 61");
            db.jdbc().update("UPDATE purse SET balance = balance - 10");
        });
        return "not reached";
    }

    @Shape(
            value = "/retry/repeatable-read-sees-its-snapshot",
            seed = PURSE,
            on = {POSTGRESQL, MARIADB},
            shows = EFFECTS_COMMIT_TOGETHER)
    String repeatableReadSeesItsSnapshot() throws Exception {
        in.repeatableRead(() -> {
            int before = balance();
            neighbour.executes("UPDATE purse SET balance = 61");
            seen.line("balance " + before + ", " + balance());
        });
        return "balance " + balance();
    }

    @Shape(value = "/retry/read-committed-sees-the-change", seed = PURSE)
    String readCommittedSeesTheChange() throws Exception {
        in.readCommitted(() -> {
            int before = balance();
            neighbour.executes("UPDATE purse SET balance = 61");
            seen.line("balance " + before + ", " + balance());
        });
        return "balance " + balance();
    }

    @Shape(value = "/retry/no-transaction-sees-the-change", seed = PURSE)
    String noTransactionSeesTheChange() {
        int before = balance();
        neighbour.executes("UPDATE purse SET balance = 61");
        return "balance " + before + ", " + balance();
    }

    @Shape(value = "/retry/compare-and-set-without-transaction", seed = PURSE)
    String compareAndSet() {
        int changed = 0;
        for (int i = 0; i < 3 && changed == 0; i++) {
            int balance = balance();
            if (seen.attempt() == 1) {
                neighbour.executes("UPDATE purse SET balance = 70");
            }
            changed = db.jdbc().update("UPDATE purse SET balance = ? WHERE balance = ?", balance - 10, balance);
        }
        return "balance " + balance();
    }

    private void conflictsOnce() {
        int attempt = seen.attempt();
        db.add("attempt " + attempt);
        if (attempt == 1) {
            throw new OptimisticLockingFailureException("changed");
        }
    }

    private void neighbourChangesOnce() {
        int balance = balance();
        if (seen.attempt() == 1) {
            neighbour.executes("UPDATE purse SET balance = balance + 1");
        }
        db.jdbc().update("UPDATE purse SET balance = ?", balance - 10);
    }

    private int balance() {
        return Objects.requireNonNull(db.jdbc().queryForObject("SELECT balance FROM purse", Integer.class));
    }
}
