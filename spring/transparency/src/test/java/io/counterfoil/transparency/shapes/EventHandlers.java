package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.AFTER_COMMIT_LATER;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Errors.Refused;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.RestController;

/** Events and callbacks around the end of a transaction. */
@RestController
class EventHandlers extends Handlers {

    private final ApplicationEventPublisher events;

    EventHandlers(ApplicationEventPublisher events) {
        this.events = events;
    }

    /** Announces what happened, and what its listener is to do. */
    record Happened(String phase, Runnable work) {}

    /** Announces what happened to listeners that do not wait for a transaction. */
    record HappenedNow(Runnable work) {}

    /** Announces what happened to a listener that runs without a transaction too. */
    record HappenedAnyway(Runnable work) {}

    @Shape("/event/listener-runs-at-once")
    String atOnce() throws Exception {
        in.required(() -> events.publishEvent(new HappenedNow(() -> db.add("listener"))));
        return "notes " + db.notes();
    }

    @Shape("/event/listener-fails-at-once")
    String failsAtOnce() throws Exception {
        in.required(() -> {
            db.add("undone");
            events.publishEvent(new HappenedNow(() -> {
                throw new Refused(409);
            }));
        });
        return "not reached";
    }

    @Shape("/event/before-commit-writes")
    String beforeCommitWrites() throws Exception {
        publish("BEFORE_COMMIT", () -> db.add("listener"));
        return "notes " + db.notes();
    }

    @Shape("/event/before-commit-fails-advice-answers-409")
    String beforeCommitFails() throws Exception {
        publish("BEFORE_COMMIT", () -> {
            throw new Refused(409);
        });
        return "not reached";
    }

    @Shape("/event/before-commit-fails-and-is-caught")
    String beforeCommitFailsCaught() throws Exception {
        try {
            publish("BEFORE_COMMIT", () -> {
                throw new Refused(409);
            });
        } catch (Refused refused) {
            seen.failure("controller", refused);
        }
        return "notes " + db.notes();
    }

    @Shape(value = "/event/after-commit-is-seen-by-the-handler", shows = AFTER_COMMIT_LATER)
    String afterCommit() throws Exception {
        publish("AFTER_COMMIT", () -> seen.line("listener"));
        seen.line("handler goes on");
        return "notes " + db.notes();
    }

    @Shape("/event/after-commit-as-the-last")
    String afterCommitAsTheLast() throws Exception {
        publish("AFTER_COMMIT", () -> seen.line("listener"));
        return "done";
    }

    @Shape("/event/after-commit-fails")
    String afterCommitFails() throws Exception {
        publish("AFTER_COMMIT", () -> {
            throw new IllegalStateException("listener");
        });
        return "done";
    }

    @Shape(value = "/event/after-commit-writes", shows = AFTER_COMMIT_LATER)
    String afterCommitWrites() throws Exception {
        publish("AFTER_COMMIT", () -> db.add("listener"));
        return "done";
    }

    @Shape(value = "/event/after-commit-writes-in-a-transaction-of-its-own", shows = AFTER_COMMIT_LATER)
    String afterCommitWritesApart() throws Exception {
        publish("AFTER_COMMIT", () -> apart("listener"));
        return "notes " + db.notes();
    }

    @Shape("/event/after-rollback")
    String afterRollback() throws Exception {
        try {
            in.required(() -> {
                db.add("undone");
                events.publishEvent(new Happened("AFTER_ROLLBACK", () -> seen.line("listener")));
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        return "notes " + db.notes();
    }

    @Shape("/event/after-rollback-of-a-failure")
    String afterRollbackOfAFailure() throws Exception {
        in.required(() -> {
            db.add("undone");
            events.publishEvent(new Happened("AFTER_ROLLBACK", () -> seen.line("listener")));
            throw new IllegalStateException("broken");
        });
        return "not reached";
    }

    @Shape("/event/after-completion-as-the-last")
    String afterCompletion() throws Exception {
        publish("AFTER_COMPLETION", () -> seen.line("listener"));
        return "done";
    }

    @Shape("/event/not-after-commit-when-rolled-back")
    String notAfterCommit() throws Exception {
        try {
            in.required(() -> {
                events.publishEvent(new Happened("AFTER_COMMIT", () -> seen.line("must not run")));
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        return "done";
    }

    @Shape("/event/without-transaction-is-dropped")
    String withoutTransaction() {
        events.publishEvent(new Happened("AFTER_COMMIT", () -> seen.line("must not run")));
        return "done";
    }

    @Shape("/event/without-transaction-runs-anyway")
    String withoutTransactionRunsAnyway() {
        events.publishEvent(new HappenedAnyway(() -> db.add("listener")));
        return "notes " + db.notes();
    }

    @Shape(value = "/synchronization/after-commit-fails", shows = AFTER_COMMIT_LATER)
    String synchronizationAfterCommitFails() throws Exception {
        in.required(() -> {
            db.add("kept");
            synchronize("afterCommit", () -> {
                throw new IllegalStateException("after commit");
            });
        });
        return "done";
    }

    @Shape("/synchronization/before-commit-fails-advice-answers-409")
    String synchronizationBeforeCommitFails() throws Exception {
        in.required(() -> {
            db.add("undone");
            synchronize("beforeCommit", () -> {
                throw new Refused(409);
            });
        });
        return "not reached";
    }

    @Shape("/synchronization/before-completion-fails")
    String beforeCompletionFails() throws Exception {
        in.required(() -> {
            db.add("kept");
            synchronize("beforeCompletion", () -> {
                throw new IllegalStateException("before completion");
            });
        });
        return "done";
    }

    @Shape("/synchronization/after-completion-fails")
    String afterCompletionFails() throws Exception {
        in.required(() -> {
            db.add("kept");
            synchronize("afterCompletion", () -> {
                throw new IllegalStateException("after completion");
            });
        });
        return "done";
    }

    @Shape("/synchronization/before-commit-writes")
    String beforeCommitWritesBySynchronization() throws Exception {
        in.required(() -> synchronize("beforeCommit", () -> db.add("callback")));
        return "notes " + db.notes();
    }

    @Shape("/synchronization/none-outside-of-transaction")
    String noneOutside() {
        seen.line("synchronization " + TransactionSynchronizationManager.isSynchronizationActive());
        return "done";
    }

    private void publish(String phase, Runnable work) throws Exception {
        in.required(() -> {
            db.add("publisher");
            events.publishEvent(new Happened(phase, work));
        });
    }

    private void apart(String what) {
        try {
            in.requiresNewAllowed(() -> db.add(what));
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void synchronize(String phase, Runnable work) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                run("beforeCommit");
            }

            @Override
            public void beforeCompletion() {
                run("beforeCompletion");
            }

            @Override
            public void afterCommit() {
                run("afterCommit");
            }

            @Override
            public void afterCompletion(int status) {
                run("afterCompletion");
            }

            private void run(String reached) {
                if (reached.equals(phase)) {
                    work.run();
                }
            }
        });
    }

    /** The application's listeners. */
    @Component
    static class Listeners {

        @EventListener
        void atOnce(HappenedNow event) {
            event.work().run();
        }

        @TransactionalEventListener(fallbackExecution = true)
        void anyway(HappenedAnyway event) {
            event.work().run();
        }

        @TransactionalEventListener(
                phase = TransactionPhase.BEFORE_COMMIT,
                condition = "#event.phase == 'BEFORE_COMMIT'")
        void beforeCommit(Happened event) {
            event.work().run();
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT, condition = "#event.phase == 'AFTER_COMMIT'")
        void afterCommit(Happened event) {
            event.work().run();
        }

        @TransactionalEventListener(
                phase = TransactionPhase.AFTER_ROLLBACK,
                condition = "#event.phase == 'AFTER_ROLLBACK'")
        void afterRollback(Happened event) {
            event.work().run();
        }

        @TransactionalEventListener(
                phase = TransactionPhase.AFTER_COMPLETION,
                condition = "#event.phase == 'AFTER_COMPLETION'")
        void afterCompletion(Happened event) {
            event.work().run();
        }
    }
}
