package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.callbacks.TargetPolicy;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.jdbc.transaction.SingleStatement;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.SettableClock;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callbacks that were given up, and that an operator has made again. */
@Tag("RF-10")
abstract class CallbackRedeliveryContract {

    private static final CallbackSecret SECRET = CallbackSecret.fresh();
    private static final List<Duration> AT_ONCE = List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    private static final URI NOBODY = URI.create("http://127.0.0.1:1/");
    private static final int GONE = 410;

    private final TestThreads threads = new TestThreads();

    private final Callbacks callbacks = Callbacks.under(
                    TargetPolicy.builder().allowLoopback().build())
            .withRetrySettings(RetrySettings.DEFAULT.withPolicy(Callbacks.DEFAULT_POLICY
                    .withBudget(Duration.ofMinutes(10))
                    .withAttemptTimeout(Duration.ofMinutes(5))));

    abstract Site site();

    @BeforeEach
    void nothingIsThere() {
        site().clear();
    }

    @AfterEach
    void close() {
        threads.close();
        callbacks.close();
    }

    private Operations.Builder builder() {
        return site().builder()
                .work("items", Site::applyNext)
                .callbacks(callbacks, namespace -> List.of(SECRET))
                .settings(Site.QUICK.withCallbackPauses(AT_ONCE));
    }

    /** An operation that has ended, and whose callback to this target is in that state. */
    private Operation ended(URI target, CallbackState callback) throws SQLException, InterruptedException {
        Operation operation;
        try (Operations callers = builder().build();
                Operations working =
                        site().builder().work("items", Site::applyNext).build()) {
            working.start();
            operation = Site.end(working, site().submit(callers, Site.items(0).callback(target)));
        }
        site().execute("DELETE FROM counterfoil_callback_queue");
        site().execute("UPDATE counterfoil_operation SET callback_tries = 4, callback_state = '" + callback + "'");
        return operation;
    }

    private Operation givenUp() throws SQLException, InterruptedException {
        return ended(NOBODY, CallbackState.GAVE_UP);
    }

    /** In a transaction of its own. */
    private CallbackRedelivery redeliver(Operations operations, Operation operation) throws SQLException {
        try (Connection connection = site().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            CallbackRedelivery came = operations.redeliverCallback(
                    connection, operation.namespace(), operation.kind(), operation.reference());
            connection.commit();
            return came;
        }
    }

    private CallbackState callback(Operation operation) throws SQLException {
        try (Operations reader = site().builder().build();
                Connection connection = site().dataSource().getConnection()) {
            return reader.find(connection, operation.namespace(), operation.kind(), operation.reference())
                    .orElseThrow()
                    .callback();
        }
    }

    private long queued() {
        return site().number("SELECT count(*) FROM counterfoil_callback_queue");
    }

    @Test
    void callbackGivenUp_isDeliveredAgain_underItsId() throws Exception {
        Operation submitted;
        try (CallbackReceiver receiver =
                CallbackReceiver.of(2, number -> ScriptedReply.of(number == 1 ? GONE : 200, ""))) {
            // What is not woken is not seen.
            OperationSettings settings = Site.QUICK.withIntervals(Duration.ofHours(1), Duration.ofMinutes(1));
            try (Operations operations = builder().settings(settings).build()) {
                operations.start();
                submitted = site().submit(
                                operations,
                                Site.items(1).callback(receiver.server().uri()));
                while (callback(submitted) != CallbackState.GAVE_UP) {
                    assertThat(receiver.server().seen()).hasSizeLessThan(2);
                }

                assertThat(redeliver(operations, submitted)).isEqualTo(CallbackRedelivery.QUEUED);

                operations.wake();
                receiver.await();
            }
            assertThat(receiver.server().seen())
                    .extracting(request -> request.header("Idempotency-Key"))
                    .hasSize(2)
                    .containsOnly(receiver.server().seen().get(0).header("Idempotency-Key"));
        }
        assertThat(callback(submitted)).isEqualTo(CallbackState.DELIVERED);
        assertThat(queued()).isZero();
    }

    @Test
    void callbackMadeAgain_hasAFreshSchedule() throws Exception {
        try (CallbackReceiver receiver = CallbackReceiver.of(4, number -> ScriptedReply.of(500, ""))) {
            Operation operation = ended(receiver.server().uri(), CallbackState.GAVE_UP);
            try (Operations operations = builder().build()) {
                redeliver(operations, operation);
                operations.start();
                receiver.await();
            }
            assertThat(receiver.server().seen()).hasSize(AT_ONCE.size() + 1);
            assertThat(callback(operation)).isEqualTo(CallbackState.GAVE_UP);
        }
    }

    @Test
    void callbackMadeAgain_isListed_withoutFailures() throws Exception {
        Operation operation = givenUp();
        try (Operations operations = builder().build();
                Connection connection = site().dataSource().getConnection()) {
            redeliver(operations, operation);

            PendingCallback pending =
                    operations.pendingCallbacks(connection, 10).get(0);

            assertThat(pending.operation().reference()).isEqualTo(operation.reference());
            assertThat(pending.failures()).isZero();
            assertThat(operations.failures(connection, 10)).isEmpty();
        }
    }

    @Test
    void redelivery_rolledBack_changesNothing() throws Exception {
        Operation operation = givenUp();
        try (Operations operations = builder().build();
                Connection connection = site().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            operations.redeliverCallback(connection, operation.namespace(), operation.kind(), operation.reference());
            connection.rollback();
        }
        assertThat(callback(operation)).isEqualTo(CallbackState.GAVE_UP);
        assertThat(queued()).isZero();
    }

    @Test
    void redelivery_ofSeveralAtOnce_isQueuedOnce() throws Exception {
        Operation operation = givenUp();
        try (Operations operations = builder().build()) {
            List<CallbackRedelivery> came = threads.together(4, i -> () -> redeliver(operations, operation));

            assertThat(came)
                    .containsExactlyInAnyOrder(
                            CallbackRedelivery.QUEUED,
                            CallbackRedelivery.NOT_GIVEN_UP,
                            CallbackRedelivery.NOT_GIVEN_UP,
                            CallbackRedelivery.NOT_GIVEN_UP);
        }
        assertThat(queued()).isOne();
    }

    @Test
    void redelivery_ofManyOperationsAtOnce_isQueuedForEach() throws Exception {
        List<Operation> all = List.of(givenUp(), givenUp(), givenUp(), givenUp());
        site().execute("UPDATE counterfoil_operation SET callback_state = 'GAVE_UP'");
        try (Operations operations = builder().build()) {
            List<CallbackRedelivery> came = threads.together(4, i -> () -> redeliver(operations, all.get(i)));

            assertThat(came).containsOnly(CallbackRedelivery.QUEUED);
        }
        assertThat(queued()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(value = CallbackState.class, names = "GAVE_UP", mode = EnumSource.Mode.EXCLUDE)
    void redelivery_ofWhatWasNotGivenUp_changesNothing(CallbackState state) throws Exception {
        Operation operation = ended(NOBODY, state);
        try (Operations operations = builder().build()) {
            assertThat(redeliver(operations, operation)).isEqualTo(CallbackRedelivery.NOT_GIVEN_UP);
        }
        assertThat(callback(operation)).isEqualTo(state);
        assertThat(queued()).isZero();
    }

    @Test
    void redelivery_ofAnUnknownReference_isNotFound() throws Exception {
        Operation operation = givenUp();
        try (Operations operations = builder().build();
                Connection connection = site().dataSource().getConnection()) {
            assertThat(operations.redeliverCallback(
                            connection, operation.namespace(), operation.kind(), new ReferenceId("another")))
                    .isEqualTo(CallbackRedelivery.NOT_FOUND);
        }
    }

    @Test
    void redelivery_toAClientWithoutASecret_changesNothing() throws Exception {
        Operation operation = givenUp();
        try (Operations operations =
                builder().callbacks(callbacks, namespace -> List.of()).build()) {
            assertThat(redeliver(operations, operation)).isEqualTo(CallbackRedelivery.NO_SECRET);
        }
        assertThat(callback(operation)).isEqualTo(CallbackState.GAVE_UP);
    }

    @Test
    void redelivery_whereNoCallbacksAreMade_changesNothing() throws Exception {
        Operation operation = givenUp();
        try (Operations operations = site().builder().build()) {
            assertThat(redeliver(operations, operation)).isEqualTo(CallbackRedelivery.NO_SECRET);
        }
        assertThat(callback(operation)).isEqualTo(CallbackState.GAVE_UP);
    }

    @Test
    void redelivery_whoseSecretsCannotBeRead_changesNothing() throws Exception {
        Operation operation = givenUp();
        CallbackSecrets closed = namespace -> {
            throw new IllegalStateException("the vault is closed");
        };
        try (Operations operations = builder().callbacks(callbacks, closed).build()) {
            assertThatThrownBy(() -> redeliver(operations, operation)).hasMessage("the vault is closed");
        }
        assertThat(callback(operation)).isEqualTo(CallbackState.GAVE_UP);
    }

    /** A delivery records its outcome, and leaves the queue after that. */
    @Test
    void redelivery_beforeTheQueueIsLeft_isNotLost() throws Exception {
        Operation submitted;
        try (CallbackReceiver receiver =
                        CallbackReceiver.of(2, number -> ScriptedReply.of(number == 1 ? GONE : 200, ""));
                Operations operator = builder().build()) {
            Transactions redelivering = new AfterEachStatement(new DataSourceTransactions(site().dataSource()), () -> {
                if (site().number("SELECT count(*) FROM counterfoil_operation WHERE callback_state = 'GAVE_UP'") == 1) {
                    Operation operation = listedFailure(operator);
                    assertThat(redeliver(operator, operation)).isEqualTo(CallbackRedelivery.QUEUED);
                }
            });
            try (Operations operations = builder().transactions(redelivering).build()) {
                operations.start();
                submitted = site().submit(
                                operations,
                                Site.items(1).callback(receiver.server().uri()));
                receiver.await();
            }
        }
        assertThat(callback(submitted)).isEqualTo(CallbackState.DELIVERED);
        assertThat(queued()).isZero();
    }

    private Operation listedFailure(Operations operations) throws SQLException {
        try (Connection connection = site().dataSource().getConnection()) {
            return operations.failures(connection, 1).get(0);
        }
    }

    /** As where a process was paused, another took over and gave up, and the first one goes on. */
    @Test
    void lateFailure_afterARedelivery_countsNothing() throws Exception {
        AtomicBoolean redelivered = new AtomicBoolean();
        Operation submitted;
        try (Operations operator = builder().build();
                CallbackReceiver receiver = CallbackReceiver.of(3, number -> {
                    if (number != 2) {
                        return ScriptedReply.of(number == 1 ? 500 : 200, "");
                    }
                    site().execute("UPDATE counterfoil_operation SET callback_state = 'GAVE_UP'");
                    try {
                        redelivered.set(redeliver(operator, listedFailure(operator)) == CallbackRedelivery.QUEUED);
                    } catch (SQLException failure) {
                        throw new IllegalStateException(failure);
                    }
                    return ScriptedReply.of(GONE, "");
                })) {
            OperationSettings oneByOne = Site.QUICK.withCallbackPauses(AT_ONCE).withThreads(1, 1);
            try (Operations operations = builder().settings(oneByOne).build()) {
                operations.start();
                submitted = site().submit(
                                operations,
                                Site.items(1).callback(receiver.server().uri()));
                receiver.await();
            }
        }
        assertThat(redelivered).isTrue();
        assertThat(callback(submitted)).isEqualTo(CallbackState.DELIVERED);
    }

    @Test
    void operationOverItsRetention_isKept_whileItsCallbackIsMade() throws Exception {
        Operation operation = givenUp();
        SettableClock clock = SettableClock.at(Instant.now().plus(Duration.ofDays(60)));
        try (Operations operations = builder().clock(clock).build();
                Connection connection = site().dataSource().getConnection()) {
            ExpiredRows expired = operations.expired(Duration.ofDays(30));
            // Above it, MariaDB locks all rows that a statement reads.
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            operations.redeliverCallback(connection, operation.namespace(), operation.kind(), operation.reference());

            assertThat(expired.remove(10)).isZero();
            connection.commit();
            assertThat(expired.remove(10)).isZero();
            site().execute("UPDATE counterfoil_operation SET callback_state = 'DELIVERED'");
            assertThat(expired.remove(10)).isOne();
        }
    }

    /** Does something after each single statement. */
    private record AfterEachStatement(Transactions given, Work work) implements Transactions {

        private interface Work {
            void run() throws SQLException;
        }

        @Override
        public <T, X extends Exception> T run(Transactions.Work<T, X> inside) throws X {
            return given.run(inside);
        }

        @Override
        public boolean joins() {
            return given.joins();
        }

        @Override
        public Connection connection() {
            return given.connection();
        }

        @Override
        public <T> T single(SingleStatement<T> statement) throws SQLException {
            T result = given.single(statement);
            work.run();
            return result;
        }
    }
}
