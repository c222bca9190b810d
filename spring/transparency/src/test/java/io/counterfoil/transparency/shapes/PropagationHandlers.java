package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.SEPARATE_WORK_REFUSED;
import static io.counterfoil.transparency.Engine.H2;
import static io.counterfoil.transparency.Engine.POSTGRESQL;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Errors.Refused;
import java.util.Objects;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.RestController;

/** Propagation, isolation, time-outs and read-only transactions. */
@RestController
class PropagationHandlers extends Handlers {

    @Shape("/propagation/required-twice-in-each-other")
    String requiredTwice() throws Exception {
        in.required(() -> {
            db.add("outer");
            in.required(() -> db.add("inner"));
        });
        return "notes " + db.notes();
    }

    @Shape("/propagation/supports-alone")
    String supportsAlone() throws Exception {
        in.supports(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape("/propagation/supports-alone-fails-and-is-caught")
    String supportsAloneFails() throws Exception {
        try {
            in.supports(() -> {
                db.add("kept");
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        return "notes " + db.notes();
    }

    @Shape("/propagation/supports-inside")
    String supportsInside() throws Exception {
        in.required(() -> in.supports(() -> db.add("one")));
        return "notes " + db.notes();
    }

    @Shape("/propagation/mandatory-alone")
    String mandatoryAlone() throws Exception {
        in.mandatory(() -> db.add("not reached"));
        return "not reached";
    }

    @Shape("/propagation/mandatory-inside")
    String mandatoryInside() throws Exception {
        in.required(() -> in.mandatory(() -> db.add("one")));
        return "notes " + db.notes();
    }

    @Shape("/propagation/never-alone")
    String neverAlone() throws Exception {
        in.never(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape("/propagation/never-inside")
    String neverInside() throws Exception {
        in.required(() -> in.never(() -> db.add("not reached")));
        return "not reached";
    }

    @Shape("/propagation/not-supported-alone")
    String notSupportedAlone() throws Exception {
        in.notSupported(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape(value = "/propagation/not-supported-inside", shows = SEPARATE_WORK_REFUSED)
    String notSupportedInside() throws Exception {
        in.required(() -> {
            db.add("outer");
            in.notSupported(() -> db.add("apart"));
        });
        return "notes " + db.notes();
    }

    @Shape("/propagation/requires-new-alone")
    String requiresNewAlone() throws Exception {
        in.requiresNew(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape(value = "/propagation/requires-new-inside", shows = SEPARATE_WORK_REFUSED)
    String requiresNewInside() throws Exception {
        in.required(() -> {
            db.add("outer");
            in.requiresNew(() -> db.add("apart"));
        });
        return "notes " + db.notes();
    }

    @Shape(
            value = "/propagation/requires-new-allowed-inside",
            on = {POSTGRESQL, H2})
    String requiresNewAllowedInside() throws Exception {
        in.required(() -> {
            in.requiresNewAllowed(() -> db.add("apart"));
            db.add("outer");
        });
        return "notes " + db.notes();
    }

    @Shape("/propagation/requires-new-allowed-survives-a-failure")
    String requiresNewAllowedSurvives() throws Exception {
        in.required(() -> {
            in.requiresNewAllowed(() -> db.add("audit"));
            throw new Refused(409);
        });
        return "not reached";
    }

    @Shape("/propagation/nested-alone")
    String nestedAlone() throws Exception {
        in.nested(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape("/propagation/nested-alone-fails-and-is-caught")
    String nestedAloneFails() throws Exception {
        try {
            in.nested(() -> {
                db.add("undone");
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        db.add("kept");
        return "notes " + db.notes();
    }

    @Shape("/propagation/nested-inside")
    String nestedInside() throws Exception {
        in.required(() -> {
            db.add("outer");
            in.nested(() -> db.add("inner"));
        });
        return "notes " + db.notes();
    }

    @Shape("/propagation/nested-inside-fails-and-is-caught")
    String nestedInsideFails() throws Exception {
        in.required(() -> {
            db.add("outer");
            try {
                in.nested(() -> {
                    db.item("taken");
                    db.item("taken");
                });
            } catch (DuplicateKeyException duplicate) {
                seen.failure("service", duplicate);
            }
            db.add("after");
        });
        return "notes " + db.notes();
    }

    @Shape("/propagation/savepoint-by-hand")
    String savepointByHand() {
        template.executeWithoutResult(status -> {
            db.add("kept");
            Object savepoint = status.createSavepoint();
            db.add("undone");
            status.rollbackToSavepoint(savepoint);
        });
        return "notes " + db.notes();
    }

    @Shape("/isolation/read-uncommitted")
    String readUncommitted() throws Exception {
        in.readUncommitted(() -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape("/isolation/read-committed")
    String readCommitted() throws Exception {
        in.readCommitted(() -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape("/isolation/repeatable-read")
    String repeatableRead() throws Exception {
        in.repeatableRead(() -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape("/isolation/serializable")
    String serializable() throws Exception {
        in.serializable(() -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape("/isolation/default")
    String defaultIsolation() throws Exception {
        in.required(() -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape("/isolation/serializable-in-template")
    String serializableInTemplate() {
        TransactionTemplate strict = new TransactionTemplate(Objects.requireNonNull(template.getTransactionManager()));
        strict.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        strict.executeWithoutResult(status -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape("/isolation/serializable-twice")
    String serializableTwice() throws Exception {
        in.serializable(() -> db.add(isolation()));
        in.serializable(() -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape(value = "/isolation/default-then-serializable", shows = SEPARATE_WORK_REFUSED)
    String defaultThenSerializable() throws Exception {
        in.required(() -> db.add("first"));
        in.serializable(() -> db.add("second"));
        return "notes " + db.notes();
    }

    @Shape("/isolation/inner-asks-for-more")
    String innerAsksForMore() throws Exception {
        in.required(() -> {
            db.add("outer");
            in.serializable(() -> db.add(isolation()));
        });
        return "notes " + db.notes();
    }

    @Shape("/isolation/with-time-out")
    String isolationWithTimeout() throws Exception {
        in.repeatableReadWithTimeout(() -> db.add(isolation()));
        return "notes " + db.notes();
    }

    @Shape("/isolation/serializable-fails-advice-answers-409")
    String serializableFails() throws Exception {
        in.serializable(() -> {
            db.add("undone");
            throw new Refused(409);
        });
        return "not reached";
    }

    @Shape("/time-out/far")
    String farTimeout() throws Exception {
        in.withTimeout(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape(value = "/time-out/over", on = POSTGRESQL)
    String timeoutIsOver() throws Exception {
        in.withinASecond(() -> {
            db.add("undone");
            db.jdbc().execute("SELECT pg_sleep(3)");
        });
        return "not reached";
    }

    @Shape("/read-only/reads")
    String readOnlyReads() throws Exception {
        in.readOnly(() -> seen.transaction("read-only, notes " + db.notes()));
        return "read";
    }

    @Shape(
            value = "/read-only/writes",
            on = {POSTGRESQL, H2})
    String readOnlyWrites() throws Exception {
        in.readOnly(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape(
            value = "/read-only/inner-writes",
            on = {POSTGRESQL, H2})
    String readOnlyInnerWrites() throws Exception {
        in.readOnly(() -> in.required(() -> db.add("one")));
        return "notes " + db.notes();
    }

    @Shape("/read-only/then-writes")
    String readOnlyThenWrites() throws Exception {
        in.readOnly(() -> seen.transaction("read-only, notes " + db.notes()));
        in.required(() -> db.add("one"));
        return "notes " + db.notes();
    }

    @Shape("/read-only/serializable")
    String readOnlySerializable() throws Exception {
        in.serializableReadOnly(() -> seen.transaction(isolation()));
        return "read";
    }

    private String isolation() {
        return "isolation of the connection "
                + db.jdbc().execute((org.springframework.jdbc.core.ConnectionCallback<Integer>)
                        java.sql.Connection::getTransactionIsolation);
    }
}
