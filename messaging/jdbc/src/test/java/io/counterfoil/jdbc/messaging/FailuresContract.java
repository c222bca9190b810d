package io.counterfoil.jdbc.messaging;

import static io.counterfoil.jdbc.messaging.Controllers.deliver;
import static io.counterfoil.jdbc.messaging.Controllers.redelivery;
import static io.counterfoil.jdbc.messaging.Controllers.signal;
import static io.counterfoil.jdbc.messaging.Controllers.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Processed;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.receiver.HandlerResult;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left of commands whose handler, database or process fails: nothing, until they are carried out or given up. */
abstract class FailuresContract extends ControllersContract {

    @Test
    @Tag("SG-5")
    void handlerThatThrows_isTriedThreeTimes_thenRejected() throws Exception {
        Receiver receiver = here.starting(failing());
        Signal first = start("k");
        NotedDelivery delivery = deliver(first, receiver);
        assertThat(here.outcomes()).isEmpty();
        assertThat(here.counted()).isOne();

        here.timer.advance(A_WHILE);

        assertThat(runs).hasValue(Controllers.MAX_TRIES);
        assertThat(delivery.settled()).singleElement().asString().contains("3 times", "no machine");
        SignalOutcome outcome = here.outcome(first);
        assertThat(outcome.error().orElseThrow().code()).isEqualTo("handler-failed");
        assertThat(outcome.isRetryable()).isTrue();
        assertThat(here.effects(first)).isZero();
        assertThat(here.counted()).isZero();

        Signal retry = start("k");
        deliver(retry, here.starting(running(here)));
        assertThat(here.outcome(retry).status()).isEqualTo("Running");
        assertThat(here.outcome(retry).replayOf()).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void triesOfOneMessage_areCountedOverProcesses_eachOnce() throws Exception {
        Signal signal = start("k");
        here.starting(failing()).receive(redelivery(signal));
        assertThat(runs).hasValue(1);
        Controllers second = new Controllers(database().dataSource());
        second.starting(failing()).receive(redelivery(signal));
        assertThat(runs).hasValue(2);
        Controllers third = new Controllers(database().dataSource());
        NotedDelivery last = redelivery(signal);

        third.starting(failing()).receive(last);

        assertThat(runs).hasValue(3);
        assertThat(last.settled()).singleElement().asString().contains("3 times");
        assertThat(third.outcome(signal).error().orElseThrow().code()).isEqualTo("handler-failed");
        assertThat(third.counted()).isZero();
    }

    @Test
    @Tag("SG-5")
    void commandThatKillsProcesses_isRejectedAfterMaxAttempts() throws Exception {
        Signal signal = start("k");
        for (int i = 1; i < Controllers.MAX_TRIES; i++) {
            dieOnceCounted(signal);
        }
        NotedDelivery survived = redelivery(signal);
        here.starting(running(here)).receive(survived);
        assertThat(survived.settled()).containsExactly("accepted");
        assertThat(here.counted()).isZero();

        Signal deadly = start("deadly");
        for (int i = 1; i <= Controllers.MAX_TRIES; i++) {
            dieOnceCounted(deadly);
        }
        NotedDelivery last = redelivery(deadly);
        here.starting(running(here)).receive(last);

        assertThat(last.settled()).singleElement().asString().startsWith("rejected: it was begun 3 times");
        assertThat(here.outcome(deadly).isRetryable()).isTrue();
        assertThat(here.effects(deadly)).isZero();
        assertThat(here.counted()).isZero();
    }

    @Test
    @Tag("SG-4")
    @Tag("SG-5")
    void executedCommand_isReplayed_howeverOftenItWasStarted() throws Exception {
        Signal first = start("k");
        deliver(first, here.starting(running(here)));
        Signal retry = start("k");
        for (int i = 1; i <= Controllers.MAX_TRIES; i++) {
            dieOnceCounted(retry);
        }
        NotedDelivery last = redelivery(retry);

        here.starting(running(here)).receive(last);

        assertThat(last.settled()).containsExactly("accepted");
        assertThat(here.outcome(retry)).isEqualTo(here.outcome(first).replayedFor(retry.correlationId()));
        assertThat(runs).hasValue(1);
        assertThat(here.counted()).isZero();
    }

    /** A process that is never heard of again once it has counted a try. */
    private void dieOnceCounted(Signal signal) {
        Controllers dying = new Controllers(database().dataSource());
        AttemptLog lastWords = new AttemptLog() {
            @Override
            public int count(MessageKey key) {
                dying.attempts.count(key);
                throw new StoreException("counting", new IllegalStateException("killed"));
            }

            @Override
            public void uncount(MessageKey key) {
                throw new AssertionError("a dead process takes nothing back");
            }

            @Override
            public void forget(MessageKey key) {
                throw new AssertionError("a dead process forgets nothing");
            }
        };
        Inbox inbox = dying.inbox(IdempotencyPolicy.DEFAULT, lastWords).build();
        NotedDelivery delivery = redelivery(signal);
        dying.receiver("swarm-controller", inbox, Map.of("swarm-start", running(dying)))
                .receive(delivery);
        assertThat(delivery.settled()).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void violationThatAStoreReports_isCounted_andRejected() throws Exception {
        Signal signal = start("k");
        NotedDelivery delivery = deliver(signal, here.starting(it -> {
            running(here).handle(it);
            try {
                insertTwice();
            } catch (SQLException violated) {
                throw new StoreException("writing the booking", violated);
            }
            return HandlerResult.done("Running", Data.EMPTY);
        }));
        assertThat(here.counted()).isOne();

        here.timer.advance(A_WHILE);

        assertThat(runs).hasValue(Controllers.MAX_TRIES);
        assertThat(delivery.settled()).singleElement().asString().contains("3 times", "writing the booking");
        assertThat(here.outcome(signal).error().orElseThrow().code()).isEqualTo("handler-failed");
        assertThat(here.effects(signal)).isZero();
        assertThat(here.counted()).isZero();
    }

    /** The second one violates the primary key. */
    private void insertTwice() throws SQLException {
        String insert = "INSERT INTO counterfoil_outbox_relay (id) VALUES (2)";
        try (Statement statement = here.store.connection().createStatement()) {
            statement.executeUpdate(insert);
            statement.executeUpdate(insert);
        }
    }

    @Test
    @Tag("SG-5")
    void handlerThatHidesAFailureOfItsTransaction_isNotTakenForDone() throws Exception {
        Signal signal = start("k");
        NotedDelivery delivery = deliver(signal, here.starting(it -> {
            running(here).handle(it);
            hideAFailure();
            return HandlerResult.done("Running", Data.EMPTY);
        }));

        here.timer.advance(A_WHILE);

        assertThat(delivery.settled()).singleElement().asString().contains("marked for roll-back");
        assertThat(here.outcome(signal).error().orElseThrow().code()).isEqualTo("handler-failed");
        assertThat(here.effects(signal)).isZero();
    }

    @Test
    @Tag("SG-4")
    @Tag("SG-5")
    void lostCommit_leavesNothing_andTheCommandRunsAgain() throws Exception {
        LostCommits database = new LostCommits(database().dataSource());
        Controllers losing = new Controllers(database.dataSource());
        Signal signal = start("k");
        NotedDelivery delivery = Controllers.delivery(signal);
        database.loseNext(LostCommits.Fate.NOTHING_IS_KEPT);

        losing.starting(running(losing)).receive(delivery);
        assertThat(database.isAhead()).isFalse();
        assertThat(delivery.settled()).isEmpty();
        assertThat(here.effects(signal)).isZero();
        assertThat(here.outcomes()).isEmpty();
        assertThat(here.counted()).isZero();
        losing.timer.advance(A_WHILE);

        assertThat(delivery.settled()).containsExactly("accepted");
        assertThat(here.effects(signal)).isOne();
        assertThat(here.outcome(signal).data().asMap().get("run")).hasToString("2");
    }

    @Test
    @Tag("SG-4")
    @Tag("SG-5")
    void commitWhoseAnswerIsLost_isFoundAgain_andRunsNothing() throws Exception {
        LostCommits database = new LostCommits(database().dataSource());
        Controllers losing = new Controllers(database.dataSource());
        Signal signal = start("k");
        NotedDelivery delivery = Controllers.delivery(signal);
        database.loseNext(LostCommits.Fate.ALL_IS_KEPT);

        losing.starting(running(losing)).receive(delivery);
        assertThat(delivery.settled()).isEmpty();
        assertThat(here.outcomes(signal)).as("the outcome that was committed").hasSize(1);
        losing.timer.advance(A_WHILE);

        assertThat(delivery.settled()).containsExactly("accepted");
        assertThat(runs).hasValue(1);
        assertThat(here.effects(signal)).isOne();
        assertThat(here.outcomes()).isNotEmpty().containsOnly(here.outcomes().get(0));
        assertThat(here.outcomes().get(0).correlationId()).isEqualTo(signal.correlationId());
        assertThat(here.outcomes().get(0).replayOf()).isEmpty();
    }

    @Test
    @Tag("SG-5")
    void once_whoseCommitIsNotCarriedOut_leavesNothing_andRunsAgain() throws Exception {
        LostCommits database = new LostCommits(database().dataSource());
        Controllers losing = new Controllers(database.dataSource());
        Inbox inbox = losing.inbox();
        MessageKey key = MessageKey.of("billing", "m");
        database.loseNext(LostCommits.Fate.NOTHING_IS_KEPT);

        assertThatThrownBy(() -> inbox.once(key, () -> losing.effect(start("m"))))
                .isInstanceOf(StoreException.class);

        assertThat(here.effects(start("m"))).isZero();
        assertThat(inbox.once(key, () -> losing.effect(start("m")))).isEqualTo(Processed.PROCESSED);
        assertThat(here.effects(start("m"))).isOne();
    }

    @Test
    @Tag("SG-5")
    void once_whoseCommitsAnswerIsLost_runsNothingTheNextTime() throws Exception {
        LostCommits database = new LostCommits(database().dataSource());
        Controllers losing = new Controllers(database.dataSource());
        Inbox inbox = losing.inbox();
        MessageKey key = MessageKey.of("billing", "m");
        database.loseNext(LostCommits.Fate.ALL_IS_KEPT);

        assertThatThrownBy(() -> inbox.once(key, () -> losing.effect(start("m"))))
                .isInstanceOf(StoreException.class);

        assertThat(inbox.once(key, () -> losing.effect(start("m")))).isEqualTo(Processed.DUPLICATE);
        assertThat(here.effects(start("m"))).isOne();
    }

    @Test
    void once_inARollbackOnlyTransaction_throwsAndKeepsNothing() throws Exception {
        MessageKey key = MessageKey.of("billing", "m");

        assertThatThrownBy(() -> here.inbox().once(key, () -> {
                    here.effect(start("m"));
                    hideAFailure();
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("marked for roll-back");

        assertThat(here.effects(start("m"))).isZero();
    }

    /** A part of the work that fails, and marks the transaction, without a word to the whole. */
    private void hideAFailure() {
        try {
            here.transactions.run(transaction -> {
                throw new SQLException("a part of it");
            });
        } catch (SQLException hidden) {
            assertThat(hidden.getMessage()).isEqualTo("a part of it");
        }
    }
}
