package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.testkit.proxy.Intercepted;
import io.counterfoil.testkit.thread.TestThreads;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operations promise, on whatever database. */
@Tag("RF-8")
abstract class OperationsContract {

    private final TestThreads threads = new TestThreads();

    abstract Site site();

    @AfterEach
    void endThreads() {
        threads.close();
    }

    @BeforeEach
    void nothingIsThere() {
        site().clear();
    }

    private Operation find(Operations operations, Operation operation) throws SQLException {
        try (Connection connection = site().dataSource().getConnection()) {
            return operations
                    .find(connection, operation.namespace(), operation.kind(), operation.reference())
                    .orElseThrow();
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void work_ofSeveralSteps_appliesEachItemOnce_andEndsWithAResult() throws Exception {
        try (Operations operations =
                site().builder().work("items", Site::applyNext).build()) {
            operations.start();
            Operation submitted = site().submit(operations, Site.items(5));
            Operation last = Site.end(operations, submitted);

            assertThat(submitted.state()).isEqualTo(OperationState.PENDING);
            assertThat(submitted.startedAt()).isEmpty();
            assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(last.result()).hasValue("{\"applied\":5}");
            assertThat(last.failure()).isEmpty();
            assertThat(last.done()).isEqualTo(5);
            assertThat(last.total()).hasValue(5);
            assertThat(last.recoveryPoint()).isEqualTo("5");
            assertThat(last.callback()).isEqualTo(CallbackState.NONE);
            assertThat(last.createdAt()).isEqualTo(submitted.createdAt());
            // The clock may be set back meanwhile.
            assertThat(last.startedAt().orElseThrow()).isAfter(last.createdAt().minusSeconds(1));
            assertThat(last.finishedAt().orElseThrow())
                    .isAfter(last.startedAt().orElseThrow().minusSeconds(1));
            assertThat(site().applied(last)).isEqualTo("5 of 5");
        }
        assertThat(site().number("SELECT count(*) FROM counterfoil_operation_queue"))
                .isZero();
    }

    @Test
    void operationsThatHaveNotEnded_areListed_forOperators() throws Exception {
        try (Operations operations = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            Operation first = site().submit(operations, Site.items(1));
            Operation second = site().submit(operations, Site.items(2));

            List<UnfinishedOperation> unfinished = operations.unfinished(connection, 10);

            assertThat(unfinished)
                    .extracting(each -> each.operation().reference())
                    .containsExactlyInAnyOrder(first.reference(), second.reference());
            assertThat(unfinished).extracting(UnfinishedOperation::isPicked).containsOnly(false);
            assertThat(unfinished.get(0).dueAt())
                    .isBetween(
                            first.createdAt().minusSeconds(1),
                            second.createdAt().plusSeconds(1));
            assertThat(operations.unfinished(connection, 1)).hasSize(1);
            assertThat(operations.failures(connection, 10)).isEmpty();
            assertThatThrownBy(() -> operations.unfinished(connection, 0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void operationsThatHaveFailed_areListed_theNewestFirst() throws Exception {
        try (Operations operations = site().builder()
                        .work("items", (connection, operation) -> new OperationStep.Failed("{\"title\":\"no\"}"))
                        .build();
                Connection connection = site().dataSource().getConnection()) {
            operations.start();
            Operation first = Site.end(operations, site().submit(operations, Site.items(1)));
            Operation second = Site.end(operations, site().submit(operations, Site.items(1)));

            assertThat(operations.failures(connection, 10)).containsExactly(second, first);
            assertThat(operations.failures(connection, 1)).containsExactly(second);
            assertThat(operations.unfinished(connection, 10)).isEmpty();
        }
    }

    @Test
    void submission_rolledBack_leavesNothing() throws Exception {
        try (Operations operations = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            NewOperation operation = Site.items(1);
            operations.submit(connection, operation);
            connection.rollback();

            assertThat(operations.find(connection, operation.namespace(), "items", operation.reference()))
                    .isEmpty();
            connection.rollback();
        }
        assertThat(site().number("SELECT count(*) FROM counterfoil_operation_queue"))
                .isZero();
    }

    @Test
    void submission_underATakenReference_isKnown() throws Exception {
        try (Operations operations = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            NewOperation first = Site.items(3);
            NewOperation again = first.input("4");
            NewOperation otherKind = NewOperation.of(first.namespace(), "other", first.reference());
            NewOperation otherClient = NewOperation.of(Namespace.ofClient("Acme"), "items", first.reference());

            assertThat(operations.submit(connection, first)).isInstanceOf(Submission.Submitted.class);
            Submission known = operations.submit(connection, again);
            assertThat(known).isInstanceOf(Submission.Known.class);
            assertThat(known.operation().input()).isEqualTo("3");
            assertThat(operations.submit(connection, otherKind)).isInstanceOf(Submission.Submitted.class);
            assertThat(operations.submit(connection, otherClient)).isInstanceOf(Submission.Submitted.class);
            connection.commit();
        }
        assertThat(site().number("SELECT count(*) FROM counterfoil_operation_queue"))
                .isEqualTo(3);
    }

    @Test
    void submissions_atTheSameTimeUnderOneReference_areOne() throws Exception {
        try (Operations operations =
                        site().builder().work("items", Site::applyNext).build();
                Connection first = site().dataSource().getConnection();
                Connection second = site().dataSource().getConnection()) {
            first.setAutoCommit(false);
            second.setAutoCommit(false);
            NewOperation operation = Site.items(2);
            operations.submit(first, operation);
            Future<Submission> waiting = threads.start(() -> {
                Submission submission = operations.submit(second, operation);
                second.commit();
                return submission;
            });
            first.commit();

            Submission known = TestThreads.result(waiting);
            assertThat(known).isInstanceOf(Submission.Known.class);
            operations.start();
            assertThat(site().applied(Site.end(operations, known.operation()))).isEqualTo("2 of 2");
        }
    }

    @Test
    void aStepThatThrows_isRolledBack_andMadeAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        OperationWork flaky = (connection, operation) -> {
            OperationStep step = Site.applyNext(connection, operation);
            if (calls.incrementAndGet() % 3 != 0) {
                throw new IllegalStateException("after it has written");
            }
            return step;
        };
        try (Operations operations = site().builder().work("items", flaky).build()) {
            operations.start();
            Operation last = Site.end(operations, site().submit(operations, Site.items(8)));

            // More failures than the limit altogether, and never so many in a row.
            assertThat(calls.get()).isEqualTo(27);
            assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(site().applied(last)).isEqualTo("8 of 8");
        }
    }

    @Test
    void aStepThatAlwaysThrows_failsTheOperation_andNamesNoInternals() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        OperationWork broken = (connection, operation) -> {
            OperationStep step = Site.applyNext(connection, operation);
            if (operation.done() == 2) {
                calls.incrementAndGet();
                throw new SQLException("secret_table is missing");
            }
            return step;
        };
        try (Operations operations = site().builder()
                .work("items", broken)
                .settings(Site.QUICK.withFailures(4, Duration.ZERO, Duration.ZERO))
                .build()) {
            operations.start();
            Operation last = Site.end(operations, site().submit(operations, Site.items(8)));

            assertThat(calls.get()).isEqualTo(4);
            assertThat(last.state()).isEqualTo(OperationState.FAILED);
            assertThat(last.failure().orElseThrow())
                    .contains("urn:counterfoil:problem:operation-failed")
                    .doesNotContain("secret_table");
            assertThat(last.result()).isEmpty();
            assertThat(last.finishedAt()).isPresent();
            assertThat(last.done()).isEqualTo(2);
            assertThat(site().applied(last)).isEqualTo("2 of 2");
        }
    }

    @Test
    void aStepThatSaysItFailed_endsTheOperation_andKeepsWhatItWrote() throws Exception {
        OperationWork refusing = (connection, operation) -> {
            Site.apply(connection, operation, 0);
            return new OperationStep.Failed("{\"title\":\"no such file\"}");
        };
        try (Operations operations = site().builder().work("items", refusing).build()) {
            operations.start();
            Operation last = Site.end(operations, site().submit(operations, Site.items(8)));

            assertThat(last.state()).isEqualTo(OperationState.FAILED);
            assertThat(last.failure()).hasValue("{\"title\":\"no such file\"}");
            assertThat(site().applied(last)).isEqualTo("1 of 1");
        }
    }

    @Test
    void aStepThatCommitsByItself_isFoundOut() throws Exception {
        OperationWork meddling = (connection, operation) -> {
            connection.commit();
            // As a second worker would, that has got the row meanwhile.
            site().execute(
                            "UPDATE counterfoil_operation SET step = step + 1 WHERE kind = 'items' AND state = 'RUNNING'");
            return new OperationStep.GoOn("", 1);
        };
        try (Operations operations = site().builder()
                .work("items", meddling)
                .settings(Site.QUICK.withFailures(2, Duration.ZERO, Duration.ZERO))
                .build()) {
            operations.start();
            Operation last = Site.end(operations, site().submit(operations, Site.items(8)));

            assertThat(last.state()).isEqualTo(OperationState.FAILED);
            assertThat(last.done()).isZero();
        }
    }

    @Test
    void aKindWithoutWork_staysPending_untilAProcessHasIt() throws Exception {
        try (Operations old = site().builder().work("other", Site::applyNext).build()) {
            old.start();
            Operation submitted = site().submit(old, Site.items(2));
            NewOperation known =
                    NewOperation.of(Site.ACME, "other", ReferenceId.next()).input("1");
            Site.end(old, site().submit(old, known));
            assertThat(find(old, submitted).state()).isEqualTo(OperationState.PENDING);

            try (Operations young =
                    site().builder().work("items", Site::applyNext).build()) {
                young.start();
                assertThat(site().applied(Site.end(young, submitted))).isEqualTo("2 of 2");
            }
        }
    }

    @Test
    void closing_waitsForTheStep_andAnotherProcessGoesOnBehindIt() throws Exception {
        CountDownLatch inStep = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        // It has no end, so that closing alone stops it, however late that begins.
        OperationWork held = (connection, operation) -> {
            if (operation.done() == 2) {
                inStep.countDown();
                await(goOn);
            }
            int next = Math.toIntExact(operation.done());
            Site.apply(connection, operation, next);
            return new OperationStep.GoOn(Integer.toString(next + 1), next + 1);
        };
        OperationWork applyFiveMore = (connection, operation) -> {
            int from = Integer.parseInt(operation.recoveryPoint());
            for (int next = from; next < from + 5; next++) {
                Site.apply(connection, operation, next);
            }
            return new OperationStep.Finished("{}", from + 5);
        };
        Operation submitted;
        Operation handedBack;
        try (Operations first = site().builder().work("items", held).build()) {
            first.start();
            submitted = site().submit(first, NewOperation.of(Site.ACME, "items", ReferenceId.next()));
            await(inStep);
            Future<?> closing = threads.start(Executors.callable(first::close));
            assertThat(closing.isDone()).isFalse();
            goOn.countDown();
            TestThreads.result(closing);
            handedBack = find(first, submitted);
            assertThat(handedBack.state()).isEqualTo(OperationState.RUNNING);
            assertThat(handedBack.done()).isGreaterThanOrEqualTo(3);
            assertThat(site().number("SELECT count(*) FROM counterfoil_operation_queue WHERE NOT picked"))
                    .isEqualTo(1);
        }
        try (Operations second = site().builder().work("items", applyFiveMore).build()) {
            second.start();
            Operation last = Site.end(second, submitted);
            long applied = handedBack.done() + 5;
            assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(site().applied(last)).isEqualTo(applied + " of " + applied);
        }
    }

    @Test
    void closing_interruptsAStepThatTakesTooLong_andNothingOfItStays() throws Exception {
        CountDownLatch inStep = new CountDownLatch(1);
        OperationWork endless = (connection, operation) -> {
            Site.apply(connection, operation, 0);
            inStep.countDown();
            new CountDownLatch(1).await();
            throw new AssertionError();
        };
        Operation submitted;
        try (Operations first = site().builder()
                .work("items", endless)
                .settings(Site.QUICK.withClosingWithin(Duration.ofMillis(50)))
                .build()) {
            first.start();
            submitted = site().submit(first, Site.items(3));
            await(inStep);
        }
        try (Operations second = site().builder().work("items", Site::applyNext).build()) {
            second.start();
            assertThat(site().applied(Site.end(second, submitted))).isEqualTo("3 of 3");
        }
    }

    /** What a paused process is: it believes that it works at the operation, and another one has been given it. */
    @Test
    void twoWorkersAtOneOperation_makeEachStepOnce() throws Exception {
        CountDownLatch inStep = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        OperationWork paused = (connection, operation) -> {
            inStep.countDown();
            await(goOn);
            return Site.applyNext(connection, operation);
        };
        AtomicInteger madeByTheOther = new AtomicInteger();
        OperationWork other = (connection, operation) -> {
            madeByTheOther.incrementAndGet();
            return Site.applyNext(connection, operation);
        };
        OperationSettings settings = Site.QUICK.withIntervals(Duration.ofMillis(10), Duration.ofMillis(50));
        try (Operations first = site().builder().work("items", paused).build();
                Operations second =
                        site().builder().work("items", other).settings(settings).build()) {
            first.start();
            Operation submitted = site().submit(first, Site.items(200));
            await(inStep);
            site().execute("UPDATE counterfoil_operation_queue SET picked = false, version = version + 1");
            second.start();
            Optional<Operation> still =
                    second.await(submitted.namespace(), "items", submitted.reference(), Duration.ofMillis(300));
            assertThat(still.orElseThrow().done()).isZero();
            assertThat(madeByTheOther.get()).as("kept out by the lock").isZero();
            goOn.countDown();

            Operation last = Site.end(second, submitted);
            assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(site().applied(last)).isEqualTo("200 of 200");
        }
    }

    /** As where a process that was taken for dead still works at it. */
    @ParameterizedTest(name = "[{index}] before transaction {0}: of the beginning, of a step, of a failure's count")
    @ValueSource(ints = {1, 2, 3})
    void aLockedOperation_isLeftInTheQueue_andContinuedLater(int lockedBefore) throws Exception {
        CountDownLatch locked = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        OperationWork failingOnce = (connection, operation) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("so that a failure is counted");
            }
            return Site.applyNext(connection, operation);
        };
        try (Connection owner = site().dataSource().getConnection();
                Statement lock = owner.createStatement()) {
            owner.setAutoCommit(false);
            Transactions locking =
                    Intercepted.of(Transactions.class, new DataSourceTransactions(site().dataSource()), call -> {
                        if (call.name().equals("run") && begun.incrementAndGet() == lockedBefore) {
                            lock.executeUpdate("UPDATE counterfoil_operation SET step = step");
                            locked.countDown();
                        }
                        return call.proceed();
                    });
            try (Operations operations = site().builder()
                    .work("items", failingOnce)
                    .transactions(locking)
                    .settings(Site.QUICK.withIntervals(Duration.ofMillis(20), Duration.ofMillis(250)))
                    .build()) {
                Operation submitted = site().submit(operations, Site.items(2));
                operations.start();
                await(locked);
                // Each time that it is picked or given back is one more.
                String version = "SELECT coalesce(max(version), 0) FROM counterfoil_operation_queue";
                long found = site().number(version);
                while (site().number(version) <= found) {
                    operations.await(submitted.namespace(), "items", submitted.reference(), Duration.ofMillis(20));
                }
                assertThat(site().applied(submitted)).isEqualTo("0 of 0");
                owner.rollback();

                Operation last = Site.end(operations, submitted);
                assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(site().applied(last)).isEqualTo("2 of 2");
            }
        }
    }

    @Test
    void aDeadProcess_isTakenOver_behindItsLastFinishedStep() throws Exception {
        try (Operations dead = site().builder().build()) {
            Operation submitted = site().submit(dead, Site.items(4));
            // Picked by somebody who was last heard of long ago.
            site().execute("UPDATE counterfoil_operation_queue SET picked = true, picked_by = 'dead',"
                    + " last_heartbeat = execution_time, version = version + 1");
            site().execute(
                            "UPDATE counterfoil_operation SET state = 'RUNNING', started_at = created_at, recovery_point = '2',"
                                    + " done = 2, step = 2 WHERE state = 'PENDING'");
            try (Operations heir = site().builder()
                    .work("items", Site::applyNext)
                    .settings(Site.QUICK.withIntervals(Duration.ofMillis(20), Duration.ofMillis(50)))
                    .build()) {
                heir.start();
                Operation last = Site.end(heir, submitted);
                assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(site().applied(last)).isEqualTo("2 of 2");
            }
        }
    }

    /** As where the process dies between the commit of the end and taking it out of the queue. */
    @Test
    void anEndedOperation_thatIsStillQueued_isLeftAsItIs() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        OperationWork counting = (connection, operation) -> {
            calls.incrementAndGet();
            return Site.applyNext(connection, operation);
        };
        Operation last;
        try (Operations operations = site().builder().build()) {
            last = site().submit(operations, Site.items(2));
        }
        site().execute("UPDATE counterfoil_operation SET state = 'SUCCEEDED', result = '{}', finished_at = created_at");
        CountDownLatch afterIt = new CountDownLatch(1);
        try (Operations operations = site().builder()
                .work("items", counting)
                .work("other", (connection, operation) -> {
                    afterIt.countDown();
                    return new OperationStep.Finished("{}", 0);
                })
                .settings(Site.QUICK.withThreads(1, 1))
                .build()) {
            site().submit(operations, NewOperation.of(Site.ACME, "other", ReferenceId.next()));
            operations.start();
            await(afterIt);
            last = find(operations, last);
        }
        assertThat(calls.get()).isZero();
        assertThat(last.result()).hasValue("{}");
        assertThat(site().number("SELECT count(*) FROM counterfoil_operation_queue"))
                .isZero();
    }

    @Test
    void operationsBeyondTheThreads_takeTurns() throws Exception {
        CountDownLatch othersEnded = new CountDownLatch(1);
        OperationWork endless = (connection, operation) -> othersEnded.getCount() > 0
                ? new OperationStep.GoOn("", operation.done() + 1)
                : new OperationStep.Finished("{}", 0);
        try (Operations operations = site().builder()
                .work("endless", endless)
                .work("items", Site::applyNext)
                // What gives way is due at once, and not at the next look.
                .settings(Site.QUICK
                        .withThreads(1, 1)
                        .withTurn(Duration.ofMillis(20))
                        .withIntervals(Duration.ofHours(1), Duration.ofSeconds(2)))
                .build()) {
            operations.start();
            Operation greedy = site().submit(operations, NewOperation.of(Site.ACME, "endless", ReferenceId.next()));
            assertThat(site().applied(Site.end(operations, site().submit(operations, Site.items(2)))))
                    .isEqualTo("2 of 2");
            othersEnded.countDown();
            assertThat(Site.end(operations, greedy).state()).isEqualTo(OperationState.SUCCEEDED);
        }
    }

    @Test
    void await_endsAtTimeoutCompletionOrWaiterLimit() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        OperationWork held = (connection, operation) -> {
            await(goOn);
            return new OperationStep.Finished("{}", 1);
        };
        try (Operations operations = site().builder().work("items", held).build();
                Operations elsewhere =
                        site().builder().settings(Site.QUICK.withWaiters(0)).build()) {
            operations.start();
            Operation submitted = site().submit(operations, Site.items(1));
            Optional<Operation> notYet =
                    operations.await(submitted.namespace(), "items", submitted.reference(), Duration.ofMillis(20));
            assertThat(notYet.orElseThrow().hasEnded()).isFalse();
            // No time would be enough, and there is no place to wait.
            assertThat(elsewhere
                            .await(submitted.namespace(), "items", submitted.reference(), Duration.ofDays(1))
                            .orElseThrow()
                            .hasEnded())
                    .isFalse();
            assertThat(operations.await(Namespace.SERVICE, "items", submitted.reference(), Duration.ofDays(1)))
                    .isEmpty();

            Future<Operation> waiting = threads.start(() -> Site.end(operations, submitted));
            goOn.countDown();
            assertThat(TestThreads.result(waiting).state()).isEqualTo(OperationState.SUCCEEDED);
        }
    }

    @Test
    @Tag("CO-5")
    @Tag("CO-9")
    @Tag("CO-12")
    void eachRun_andItsSteps_shareOneExtensionOfTheSubmissionsId() throws Exception {
        List<CorrelationId> seen = new CopyOnWriteArrayList<>();
        OperationWork noting = (connection, operation) -> {
            seen.add(Correlation.current().orElseThrow());
            if (seen.size() == 2) {
                throw new IllegalStateException("so there is a second run");
            }
            return Site.applyNext(connection, operation);
        };
        CorrelationId story = CorrelationId.fresh();
        try (Operations operations = site().builder().work("items", noting).build()) {
            operations.start();
            Operation submitted;
            Correlation.Scope scope = Correlation.open(story);
            try (scope) {
                submitted = site().submit(operations, Site.items(2));
            }
            Site.end(operations, submitted);

            assertThat(submitted.correlationId()).isEqualTo(story);
            assertThat(seen).hasSize(4).allMatch(id -> id.parent().equals(Optional.of(story)));
            assertThat(seen.get(0)).isEqualTo(seen.get(1)).isNotEqualTo(seen.get(2));
            assertThat(seen.get(2)).isEqualTo(seen.get(3));
        }
    }

    @Test
    void list_isPaged_theNewestFirst_ofOneClientAndKind() throws Exception {
        Namespace client = Namespace.ofClient("lister-é");
        try (Operations operations = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            List<ReferenceId> made = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ReferenceId reference = new ReferenceId((9 - i) + " été");
                made.add(0, reference);
                operations.submit(connection, NewOperation.of(client, "listed", reference));
            }
            operations.submit(connection, NewOperation.of(client, "other", ReferenceId.next()));
            operations.submit(connection, NewOperation.of(Namespace.SERVICE, "listed", ReferenceId.next()));

            List<Operation> first = operations.list(connection, client, "listed", Optional.empty(), 2);
            List<Operation> rest = operations.list(
                    connection, client, "listed", Optional.of(first.get(1).reference()), 1_000);

            assertThat(first).extracting(Operation::reference).isEqualTo(made.subList(0, 2));
            assertThat(rest).extracting(Operation::reference).isEqualTo(made.subList(2, 5));
            assertThat(rest).extracting(Operation::namespace).containsOnly(client);
            assertThat(operations.list(connection, client, "listed", Optional.empty(), 1))
                    .extracting(Operation::reference)
                    .containsExactly(made.get(0));
            for (int limit : new int[] {0, 1_001}) {
                assertThatThrownBy(() -> operations.list(connection, client, "listed", Optional.empty(), limit))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("limit must be 1 to 1000, and is " + limit);
            }
        }
    }

    @Test
    void texts_atTheirLimits_areKept() throws Exception {
        String long64k = "é".repeat(32 * 1024);
        String long4k = "é".repeat(2 * 1024);
        OperationWork copying =
                (connection, operation) -> operation.recoveryPoint().isEmpty()
                        ? new OperationStep.GoOn(long4k, 1)
                        : new OperationStep.Finished("\"" + operation.input().substring(1) + "\"", 1);
        try (Operations operations = site().builder().work("items", copying).build()) {
            operations.start();
            NewOperation largest = NewOperation.of(Site.ACME, "items", new ReferenceId("é".repeat(255)))
                    .input(long64k);
            Operation last = Site.end(operations, site().submit(operations, largest));

            assertThat(last.input()).isEqualTo(long64k);
            assertThat(last.recoveryPoint()).isEqualTo(long4k);
            assertThat(last.result()).hasValue("\"" + long64k.substring(1) + "\"");
        }
    }

    @Test
    void aCallback_whereNoneAreMade_isRefused() throws Exception {
        try (Operations operations = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            NewOperation calling = Site.items(1).callback(URI.create("https://example.com/"));
            assertThatThrownBy(() -> operations.submit(connection, calling)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> operations.checkCallback(URI.create("https://example.com/")))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(operations.find(connection, calling.namespace(), "items", calling.reference()))
                    .isEmpty();
        }
    }

    @Test
    void starting_twiceOrAfterTheEnd_isRefused() {
        Operations operations = site().builder().build();
        operations.start();
        assertThatThrownBy(operations::start).isInstanceOf(IllegalStateException.class);
        operations.close();
        operations.close();
        assertThatThrownBy(operations::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theTables_canBeMadeAgain_alsoBySeveralAtOnce() throws Exception {
        threads.together(4, i -> () -> {
            Operations.SCHEMA.create(site().dataSource());
            return i;
        });
        assertThat(Operations.SCHEMA.script(site().dialect())).contains("counterfoil_operation_queue");
    }
}
