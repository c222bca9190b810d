package io.counterfoil.springmessaging;

import static io.counterfoil.springmessaging.ListenerShape.different;
import static io.counterfoil.springmessaging.ListenerShape.same;
import static io.counterfoil.testkit.transparency.DifferentUnderAKey.AFTER_COMMIT_LATER;
import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;
import static io.counterfoil.testkit.transparency.DifferentUnderAKey.FAILURE_IS_NO_SUCCESS;
import static io.counterfoil.testkit.transparency.DifferentUnderAKey.LOST_CONFLICT_RUNS_AGAIN;
import static io.counterfoil.testkit.transparency.DifferentUnderAKey.SEPARATE_WORK_REFUSED;
import static org.springframework.transaction.event.TransactionPhase.AFTER_COMMIT;
import static org.springframework.transaction.event.TransactionPhase.BEFORE_COMMIT;

import java.sql.Connection;
import java.util.List;

/** The shapes of listeners. */
final class ListenerShapes {

    private static final List<ListenerShape> ALL = List.of(
            same("insert of the payload", (application, payload) -> application.add(payload)),
            same("two inserts", (application, payload) -> {
                application.add("one");
                application.add("two");
            }),
            same("duplicate key caught", (application, payload) -> {
                application.add("before");
                application.caught(application::addTaken);
                application.add("after");
            }),
            same("duplicate key", (application, payload) -> {
                if (application.observed.runs() == 1) {
                    application.addTaken();
                }
                application.add("after");
            }),
            same("service", (application, payload) -> application.service.required(() -> application.add(payload))),
            same("service throws and is caught", (application, payload) -> {
                application.caught(() -> application.service.required(() -> {
                    application.add("undone");
                    throw ShapeApplication.broken();
                }));
                application.add("after");
            }),
            same(
                    "service throws",
                    (application, payload) -> application.service.required(() -> {
                        application.add("effect");
                        application.failOnce();
                    })),
            same(
                    "inner service throws and is caught",
                    (application, payload) -> application.caught(() -> application.service.required(() -> {
                        application.add("undone");
                        application.caught(() -> application.service.required(() -> {
                            throw ShapeApplication.broken();
                        }));
                    }))),
            same("second service throws and is caught", (application, payload) -> {
                application.service.required(() -> application.add("kept"));
                application.caught(() -> application.service.required(() -> {
                    application.add("undone");
                    application.addTaken();
                }));
            }),
            different("serializable after a statement", SEPARATE_WORK_REFUSED, (application, payload) -> {
                application.add("before");
                application.caught(() -> application.service.serializable(() -> application.add("effect")));
            }),
            same(
                    "read-only writes",
                    (application, payload) ->
                            application.caught(() -> application.service.readOnly(() -> application.add("refused")))),
            same("retry loop", (application, payload) -> {
                for (int i = 1; i <= 2; i++) {
                    int attempt = i;
                    application.caught(() -> application.service.required(() -> {
                        application.add("attempt " + attempt);
                        if (attempt == 1) {
                            application.addTaken();
                        }
                    }));
                }
            }),
            same(
                    "nested throws and is caught",
                    (application, payload) -> application.service.required(() -> {
                        application.add("outer");
                        application.caught(() -> application.service.nested(() -> {
                            application.add("undone");
                            application.addTaken();
                        }));
                        application.add("outer again");
                    })),
            different(
                    "new transaction inside another",
                    SEPARATE_WORK_REFUSED,
                    (application, payload) -> application.caught(() -> application.service.required(
                            () -> application.service.requiresNew(() -> application.add("apart"))))),
            same(
                    "transaction template",
                    (application, payload) ->
                            application.template.executeWithoutResult(status -> application.add("effect"))),
            same("transaction template marked for rollback", (application, payload) -> {
                application.template.executeWithoutResult(status -> {
                    application.add("undone");
                    status.setRollbackOnly();
                });
                application.add("after");
            }),
            same(
                    "after commit as the last",
                    (application, payload) -> application.service.required(() -> {
                        application.add("effect");
                        application.at(AFTER_COMMIT, () -> application.observed.line("after commit"));
                    })),
            same(
                    "after commit throws",
                    (application, payload) -> application.service.required(() -> {
                        application.add("effect");
                        application.at(AFTER_COMMIT, () -> {
                            throw ShapeApplication.broken();
                        });
                    })),
            different("after commit before the end", AFTER_COMMIT_LATER, (application, payload) -> {
                application.service.required(
                        () -> application.at(AFTER_COMMIT, () -> application.observed.line("after commit")));
                application.add("after");
            }),
            same(
                    "before commit throws and is caught",
                    (application, payload) -> application.caught(() -> application.service.required(() -> {
                        application.add("undone");
                        application.at(BEFORE_COMMIT, () -> {
                            throw ShapeApplication.broken();
                        });
                    }))),
            same("deferred constraint caught", (application, payload) -> {
                application.caught(() -> application.service.required(() -> {
                    application.add("undone");
                    application.addOrphan();
                }));
                application.caught(application::addOrphan);
                application.add("after");
            }),
            same("manual transaction", (application, payload) -> application.byHand("effect", Connection::commit)),
            same("listener throws before its effects", (application, payload) -> {
                application.failOnce();
                application.add("effect");
            }),
            different("listener throws after an effect", EFFECTS_COMMIT_TOGETHER, (application, payload) -> {
                application.add("effect");
                application.failOnce();
            }),
            different("listener throws after a transaction", EFFECTS_COMMIT_TOGETHER, (application, payload) -> {
                application.service.required(() -> application.add("effect"));
                application.failOnce();
            }),
            different(
                    "failed statement caught in a transaction",
                    FAILURE_IS_NO_SUCCESS,
                    (application, payload) -> application.service.required(() -> {
                        application.add("effect");
                        if (application.observed.runs() == 1) {
                            application.caught(application::addTaken);
                        }
                    })),
            same("event outside of a transaction", (application, payload) -> {
                application.at(AFTER_COMMIT, () -> application.observed.line("after commit"));
                application.add("effect");
            }),
            same("manual transaction rolled back", (application, payload) -> {
                application.byHand("undone", Connection::rollback);
                application.add("after");
            }),
            same("deferred constraint", (application, payload) -> {
                if (application.observed.runs() == 1) {
                    application.service.required(application::addOrphan);
                }
                application.add("effect");
            }),
            same(
                    "service commits its failure, which is caught",
                    (application, payload) -> application.caught(() -> application.service.commitsItsFailure(() -> {
                        application.add("kept");
                        throw ShapeApplication.broken();
                    }))),
            different(
                    "service commits its failure",
                    EFFECTS_COMMIT_TOGETHER,
                    (application, payload) -> application.service.commitsItsFailure(() -> {
                        application.add("effect");
                        application.failOnce();
                    })),
            same(
                    "mandatory without a transaction",
                    (application, payload) ->
                            application.caught(() -> application.service.mandatory(() -> application.add("refused")))),
            same(
                    "not supported without a transaction",
                    (application, payload) -> application.service.notSupported(() -> application.add("effect"))),
            different(
                    "not supported inside a transaction",
                    SEPARATE_WORK_REFUSED,
                    (application, payload) -> application.caught(() -> application.service.required(
                            () -> application.service.notSupported(() -> application.add("apart"))))),
            same(
                    "new transaction alone",
                    (application, payload) -> application.service.requiresNew(() -> application.add("effect"))),
            same(
                    "after commit writes",
                    (application, payload) -> application.service.required(() -> {
                        application.add("effect");
                        application.at(
                                AFTER_COMMIT, () -> application.service.requiresNew(() -> application.add("after")));
                    })),
            same(
                    "before commit writes",
                    (application, payload) -> application.service.required(() -> {
                        application.add("effect");
                        application.at(BEFORE_COMMIT, () -> application.add("before"));
                    })),
            same(
                    "serializable",
                    (application, payload) -> application.service.serializable(() -> application.add("effect"))),
            same("usual level after a message with another one", (application, payload) -> {
                application.add("one");
                application.service.required(() -> application.add("two"));
                application.add("three");
            }),
            different(
                    "lost conflict at the commit",
                    LOST_CONFLICT_RUNS_AGAIN,
                    (application, payload) -> application.service.serializable(() -> {
                        application.count();
                        application.add("effect");
                        application.conflictOnce();
                    })),
            same(
                    "repeatable read, read-only",
                    (application, payload) ->
                            application.service.snapshot(() -> application.observed.transaction("snapshot"))));

    private ListenerShapes() {}

    static List<ListenerShape> all() {
        return ALL;
    }

    static ListenerShape named(String name) {
        return ALL.stream()
                .filter(shape -> shape.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no shape " + name));
    }
}
