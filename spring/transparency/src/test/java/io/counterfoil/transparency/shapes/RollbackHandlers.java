package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Errors.Refused;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Objects;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.web.bind.annotation.RestController;

/** Rollback rules. */
@RestController
class RollbackHandlers extends Handlers {

    @Shape("/rollback/checked-exception-commits")
    String checkedCommits() throws Exception {
        try {
            in.required(() -> {
                db.add("kept");
                throw new IOException("checked");
            });
        } catch (IOException failure) {
            seen.failure("controller", failure);
        }
        return "notes " + db.notes();
    }

    @Shape(value = "/rollback/checked-exception-commits-and-fails", shows = EFFECTS_COMMIT_TOGETHER)
    String checkedCommitsAndFails() throws Exception {
        in.required(() -> {
            db.add("kept");
            throw new IOException("checked");
        });
        return "not reached";
    }

    @Shape("/rollback/rollback-for-checked")
    String rollbackForChecked() throws Exception {
        try {
            in.rollbackForAll(() -> {
                db.add("undone");
                throw new IOException("checked");
            });
        } catch (IOException failure) {
            seen.failure("controller", failure);
        }
        return "notes " + db.notes();
    }

    @Shape("/rollback/rollback-for-class-name")
    String rollbackForClassName() throws Exception {
        try {
            in.rollbackForName(() -> {
                db.add("undone");
                throw new FileNotFoundException("checked");
            });
        } catch (IOException failure) {
            seen.failure("controller", failure);
        }
        return "notes " + db.notes();
    }

    @Shape("/rollback/no-rollback-for-runtime")
    String noRollbackForRuntime() throws Exception {
        try {
            in.noRollbackForState(() -> {
                db.add("kept");
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        return "notes " + db.notes();
    }

    @Shape("/rollback/marked-in-service")
    String markedInService() throws Exception {
        in.required(() -> {
            db.add("undone");
            TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        });
        return "notes " + db.notes();
    }

    @Shape("/rollback/marked-in-service-then-another")
    String markedThenAnother() throws Exception {
        in.required(() -> {
            db.add("undone");
            TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        });
        in.required(() -> db.add("kept"));
        return "notes " + db.notes();
    }

    @Shape("/rollback/marked-in-template")
    String markedInTemplate() {
        template.executeWithoutResult(status -> {
            db.add("undone");
            status.setRollbackOnly();
        });
        return "notes " + db.notes();
    }

    @Shape("/rollback/template-fails-and-is-caught")
    String templateFails() {
        try {
            template.executeWithoutResult(status -> {
                db.add("undone");
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        return "notes " + db.notes();
    }

    @Shape("/rollback/inner-marks-outer-goes-on")
    String innerMarksOuterGoesOn() throws Exception {
        in.required(() -> {
            db.add("outer");
            innerFails();
            db.add("not kept");
        });
        return "not reached";
    }

    @Shape("/rollback/unexpected-rollback-is-caught")
    String unexpectedRollbackIsCaught() throws Exception {
        try {
            in.required(() -> {
                db.add("outer");
                innerFails();
            });
        } catch (UnexpectedRollbackException undone) {
            seen.failure("controller", undone);
        }
        return "notes " + db.notes();
    }

    @Shape("/rollback/inner-does-not-mark-by-its-rule")
    String innerDoesNotMark() throws Exception {
        in.required(() -> {
            db.add("outer");
            try {
                in.noRollbackForState(() -> {
                    db.add("inner");
                    throw new IllegalStateException("broken");
                });
            } catch (IllegalStateException failure) {
                seen.failure("service", failure);
            }
        });
        return "notes " + db.notes();
    }

    @Transactional
    @Shape("/rollback/handler-is-transactional")
    public String handlerIsTransactional() {
        db.add("one");
        return "notes " + db.notes();
    }

    @Transactional
    @Shape("/rollback/transactional-handler-fails")
    public String transactionalHandlerFails() {
        db.add("undone");
        throw new IllegalStateException("broken");
    }

    @Transactional
    @Shape("/rollback/transactional-handler-is-refused-by-advice")
    public String transactionalHandlerIsRefused() {
        db.add("undone");
        throw new Refused(409);
    }

    @Transactional
    @Shape(value = "/rollback/transactional-handler-fails-with-checked", shows = EFFECTS_COMMIT_TOGETHER)
    public String transactionalHandlerFailsWithChecked() throws IOException {
        db.add("kept");
        throw new IOException("checked");
    }

    @Transactional
    @Shape("/rollback/transactional-handler-marks-and-answers-200")
    public String transactionalHandlerMarks() {
        db.add("undone");
        TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        return "marked";
    }

    @Transactional
    @Shape("/rollback/transactional-handler-marks-and-answers-400")
    public ResponseEntity<String> transactionalHandlerMarksAndAnswers400() {
        db.add("undone");
        TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        return ResponseEntity.badRequest().body("marked");
    }

    @Shape("/rollback/manager-by-hand")
    String managerByHand() {
        PlatformTransactionManager manager = Objects.requireNonNull(template.getTransactionManager());
        TransactionStatus first = manager.getTransaction(TransactionDefinition.withDefaults());
        db.add("undone");
        manager.rollback(first);
        TransactionStatus second = manager.getTransaction(TransactionDefinition.withDefaults());
        db.add("kept");
        manager.commit(second);
        return "notes " + db.notes();
    }

    private void innerFails() throws Exception {
        try {
            in.required(() -> {
                db.add("inner");
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("service", failure);
        }
    }
}
