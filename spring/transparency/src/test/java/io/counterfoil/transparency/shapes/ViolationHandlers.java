package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.FAILURE_IS_NO_SUCCESS;
import static io.counterfoil.transparency.Engine.H2;
import static io.counterfoil.transparency.Engine.MARIADB;
import static io.counterfoil.transparency.Engine.POSTGRESQL;

import io.counterfoil.transparency.Shape;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RestController;

/** Constraints that are violated, and code that handles it. */
@RestController
class ViolationHandlers extends Handlers {

    private static final String TAKEN = "INSERT INTO item (name) VALUES ('taken')";

    @Shape(value = "/duplicate/caught-answers-409", seed = TAKEN)
    ResponseEntity<String> caught() {
        try {
            db.item("taken");
        } catch (DuplicateKeyException duplicate) {
            seen.failure("controller", duplicate);
            return ResponseEntity.status(409).body("taken");
        }
        return ResponseEntity.ok("not reached");
    }

    @Shape(value = "/duplicate/caught-and-goes-on", seed = TAKEN)
    String caughtAndGoesOn() {
        db.add("before");
        try {
            db.item("taken");
        } catch (DuplicateKeyException duplicate) {
            seen.failure("controller", duplicate);
        }
        db.add("after");
        db.item("free");
        return "notes " + db.notes();
    }

    @Shape(value = "/duplicate/caught-many-times", seed = TAKEN)
    String caughtManyTimes() {
        for (int i = 0; i < 5; i++) {
            try {
                db.item("taken");
            } catch (DuplicateKeyException duplicate) {
                db.add("failure " + i);
            }
        }
        return "notes " + db.notes();
    }

    @Shape(value = "/duplicate/advice-answers-409", seed = TAKEN)
    String adviceAnswers409() {
        db.add("kept");
        db.item("taken");
        return "not reached";
    }

    @Shape(value = "/duplicate/not-handled", seed = TAKEN)
    String notHandled() throws Exception {
        try {
            db.item("taken");
        } catch (DuplicateKeyException duplicate) {
            throw new Exception("not handled", duplicate);
        }
        return "not reached";
    }

    @Shape(value = "/duplicate/in-transaction-advice-answers-409", seed = TAKEN)
    String inTransaction() throws Exception {
        in.required(() -> {
            db.add("undone");
            db.item("taken");
        });
        return "not reached";
    }

    @Shape(value = "/duplicate/in-transaction-caught-by-controller", seed = TAKEN)
    String inTransactionCaughtByController() throws Exception {
        try {
            in.required(() -> {
                db.add("undone");
                db.item("taken");
            });
        } catch (DuplicateKeyException duplicate) {
            seen.failure("controller", duplicate);
        }
        return "notes " + db.notes();
    }

    @Shape(
            value = "/duplicate/caught-inside-transaction",
            seed = TAKEN,
            on = {MARIADB, H2})
    String caughtInsideTransaction() throws Exception {
        in.required(() -> {
            db.add("one");
            caughtItem();
        });
        return "notes " + db.notes();
    }

    @Shape(
            value = "/duplicate/caught-inside-aborted-transaction",
            seed = TAKEN,
            on = POSTGRESQL,
            shows = FAILURE_IS_NO_SUCCESS)
    String caughtInsideAbortedTransaction() throws Exception {
        in.required(() -> {
            db.add("one");
            caughtItem();
        });
        return "notes " + db.notes();
    }

    @Shape(value = "/duplicate/caught-inside-transaction-that-goes-on", seed = TAKEN)
    String caughtInsideTransactionThatGoesOn() throws Exception {
        in.required(() -> {
            db.add("one");
            caughtItem();
            db.add("two");
        });
        return "notes " + db.notes();
    }

    @Shape(value = "/duplicate/in-template-caught-outside", seed = TAKEN)
    String inTemplateCaughtOutside() {
        try {
            template.executeWithoutResult(status -> {
                db.add("undone");
                db.item("taken");
            });
        } catch (DuplicateKeyException duplicate) {
            seen.failure("controller", duplicate);
        }
        template.executeWithoutResult(status -> db.add("kept"));
        return "notes " + db.notes();
    }

    @Shape(value = "/duplicate/caught-then-transaction", seed = TAKEN)
    String caughtThenTransaction() throws Exception {
        caughtItem();
        in.required(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape(value = "/duplicate/transaction-then-caught", seed = TAKEN)
    String transactionThenCaught() throws Exception {
        in.required(() -> db.add("one"));
        caughtItem();
        return "notes " + db.notes();
    }

    @Shape(value = "/duplicate/existing-is-read-instead", seed = TAKEN)
    ResponseEntity<String> existingIsRead() {
        try {
            db.item("taken");
        } catch (DuplicateKeyException duplicate) {
            String name = db.jdbc().queryForObject("SELECT name FROM item WHERE name = 'taken'", String.class);
            return ResponseEntity.ok("exists: " + name);
        }
        return ResponseEntity.ok("not reached");
    }

    @Shape("/violation/foreign-key-caught")
    String foreignKeyCaught() {
        try {
            db.child(999);
        } catch (DataIntegrityViolationException violation) {
            seen.failure("controller", violation);
        }
        db.add("after");
        return "notes " + db.notes();
    }

    @Shape("/violation/check-caught")
    String checkCaught() {
        return caught("INSERT INTO item (name, amount) VALUES ('less', -1)");
    }

    @Shape("/violation/not-null-caught")
    String notNullCaught() {
        return caught("INSERT INTO item (name) VALUES (NULL)");
    }

    @Shape("/violation/too-long-caught")
    String tooLongCaught() {
        return caught("INSERT INTO item (name) VALUES ('a name of more than twenty characters')");
    }

    @Shape("/violation/grammar-caught")
    String grammarCaught() {
        return caught("INSERT INTO no_such_table (name) VALUES ('x')");
    }

    @Shape("/violation/no-row-caught")
    String noRowCaught() {
        try {
            db.jdbc().queryForObject("SELECT name FROM item WHERE name = 'none'", String.class);
        } catch (EmptyResultDataAccessException none) {
            seen.failure("controller", none);
        }
        db.add("after");
        return "notes " + db.notes();
    }

    @Shape("/violation/grammar-not-handled")
    String grammarNotHandled() {
        db.jdbc().update("INSERT INTO no_such_table (name) VALUES ('x')");
        return "not reached";
    }

    @Shape(value = "/violation/batch-caught", seed = TAKEN)
    String batchCaught() {
        try {
            db.jdbc()
                    .batchUpdate(
                            "INSERT INTO item (name) VALUES (?)",
                            List.of(new Object[] {"a"}, new Object[] {"taken"}, new Object[] {"b"}));
        } catch (DataAccessException failure) {
            seen.line("batch failed");
        }
        db.add("after");
        return "notes " + db.notes();
    }

    @Shape(value = "/violation/batch-in-transaction", seed = TAKEN)
    String batchInTransaction() throws Exception {
        in.required(() -> db.jdbc()
                .batchUpdate(
                        "INSERT INTO item (name) VALUES (?)", List.of(new Object[] {"a"}, new Object[] {"taken"})));
        return "not reached";
    }

    @Shape(value = "/deferred/broken-outside-of-transaction", on = POSTGRESQL)
    String deferredBroken() {
        db.child(999);
        return "not reached";
    }

    @Shape(value = "/deferred/broken-in-service-advice-answers-409", on = POSTGRESQL)
    String deferredBrokenInService() throws Exception {
        in.required(() -> db.child(999));
        return "not reached";
    }

    @Shape(value = "/deferred/broken-in-service-caught", on = POSTGRESQL)
    String deferredBrokenInServiceCaught() throws Exception {
        in.required(() -> db.add("kept"));
        try {
            in.required(() -> {
                db.add("undone");
                db.child(999);
            });
        } catch (DataIntegrityViolationException violation) {
            seen.failure("controller", violation);
        }
        return "notes " + db.notes();
    }

    @Shape(value = "/deferred/broken-and-repaired", on = POSTGRESQL)
    String deferredRepaired() throws Exception {
        in.required(() -> {
            db.child(7);
            db.parent(7);
        });
        return "repaired";
    }

    @Shape(value = "/deferred/broken-and-repaired-twice", on = POSTGRESQL)
    String deferredRepairedTwice() throws Exception {
        in.required(() -> {
            db.child(7);
            db.parent(7);
        });
        in.required(() -> {
            db.child(8);
            db.parent(8);
        });
        return "repaired";
    }

    @Shape(value = "/deferred/broken-caught-then-repaired", on = POSTGRESQL)
    String deferredBrokenThenRepaired() throws Exception {
        try {
            in.required(() -> db.child(9));
        } catch (DataIntegrityViolationException violation) {
            seen.failure("controller", violation);
        }
        in.required(() -> {
            db.child(9);
            db.parent(9);
        });
        return "repaired";
    }

    @Shape(value = "/deferred/immediate-by-hand", on = POSTGRESQL)
    String deferredImmediate() throws Exception {
        in.required(() -> {
            db.jdbc().execute("SET CONSTRAINTS ALL IMMEDIATE");
            db.child(999);
        });
        return "not reached";
    }

    @Shape(value = "/deferred/in-template", on = POSTGRESQL)
    String deferredInTemplate() {
        template.executeWithoutResult(status -> db.child(999));
        return "not reached";
    }

    private String caught(String sql) {
        db.add("before");
        try {
            db.jdbc().update(sql);
        } catch (DataAccessException failure) {
            seen.failure("controller", failure);
        }
        db.add("after");
        return "notes " + db.notes();
    }

    private void caughtItem() {
        try {
            db.item("taken");
        } catch (DuplicateKeyException duplicate) {
            seen.failure("inside", duplicate);
        }
    }
}
