package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.JoiningDataSource;
import io.counterfoil.springboot.store.SpringTransactions;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Units of work in Spring: the transactions of its managers inside them, and those of a caller. */
@Timeout(600)
@Tag("RQ-13")
class SpringTransactionsTest {

    private static final DataSource DATA_SOURCE =
            JoiningDataSource.of(TestPostgres.freshDatabase().reusing("test").dataSource());
    private static final Fingerprint CONTENTS = Fingerprint.of(new byte[0]);

    private final JdbcTransactionManager manager = new JdbcTransactionManager(DATA_SOURCE);
    private final JdbcClient jdbc = JdbcClient.create(DATA_SOURCE);
    private final Idempotency engine = Idempotency.on(new JdbcClaimStore(new SpringTransactions(manager, DATA_SOURCE)));
    private final IdempotencyKey key =
            IdempotencyKey.of("shop", "book", UUID.randomUUID().toString());

    @BeforeAll
    static void createTables() {
        JdbcSchema.create(DATA_SOURCE);
        JdbcClient.create(DATA_SOURCE)
                .sql("CREATE TABLE booking (seat text UNIQUE DEFERRABLE INITIALLY DEFERRED)")
                .update();
    }

    private void book(String seat) {
        jdbc.sql("INSERT INTO booking VALUES (?)").param(seat).update();
    }

    private long booked(String seat) {
        return jdbc.sql("SELECT count(*) FROM booking WHERE seat = ?")
                .param(seat)
                .query(Long.class)
                .single();
    }

    private Outcome<String> bookOnce(Runnable more) {
        return engine.execute(key, CONTENTS, PayloadCodec.TEXT, execution -> {
            new TransactionTemplate(manager).executeWithoutResult(status -> {
                book(key.requestId().value());
                more.run();
            });
            return Completion.remember("booked");
        });
    }

    private long bookedOnce() {
        return booked(key.requestId().value());
    }

    @Test
    void record_isWrittenBehindEveryOtherSynchronization() {
        List<Long> recordsSeen = new ArrayList<>();
        bookOnce(() -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                recordsSeen.add(records());
                book(key.requestId() + "-late");
            }
        }));

        assertThat(recordsSeen).containsExactly(0L);
        assertThat(records()).isEqualTo(1);
        assertThat(booked(key.requestId() + "-late")).isEqualTo(1);
        assertThat(bookOnce(() -> {})).isInstanceOf(Outcome.Replayed.class);
        assertThat(bookedOnce()).isEqualTo(1);
    }

    private long records() {
        return jdbc.sql("SELECT count(*) FROM counterfoil_record WHERE request_id = ?")
                .param(key.requestId().value())
                .query(Long.class)
                .single();
    }

    @Test
    void synchronizationThatThrows_undoesEffectAndRecord() {
        assertThatThrownBy(() -> bookOnce(() ->
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void beforeCommit(boolean readOnly) {
                                throw new IllegalStateException("no");
                            }
                        })))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");

        assertThat(records()).isZero();
        assertThat(bookedOnce()).isZero();
    }

    @Test
    void scopeMarkedForRollback_isUndoneAlone() {
        assertThatThrownBy(() -> bookOnce(
                        () -> new TransactionTemplate(manager).executeWithoutResult(inner -> inner.setRollbackOnly())))
                .isInstanceOf(UnexpectedRollbackException.class);

        assertThat(records()).isZero();
        assertThat(bookedOnce()).isZero();
    }

    @Test
    void constraintThatFailsInTheCommit_reachesTheWork() {
        book(key.requestId().value());

        assertThatThrownBy(() -> bookOnce(() -> {})).isInstanceOf(DataIntegrityViolationException.class);

        assertThat(records()).isZero();
        assertThat(bookedOnce()).isEqualTo(1);
    }

    @Test
    void afterCommit_runsOnceTheUnitHasCommitted() {
        List<Long> recordsSeen = new ArrayList<>();
        bookOnce(() -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                recordsSeen.add(records());
                throw new IllegalStateException("logged, because the unit has committed");
            }

            @Override
            public void afterCompletion(int status) {
                recordsSeen.add((long) status);
            }
        }));

        assertThat(recordsSeen).containsExactly(1L, (long) TransactionSynchronization.STATUS_COMMITTED);
        assertThat(bookedOnce()).isEqualTo(1);
    }

    @Test
    void transactionOfTheCallers_isJoined_andSoIsItsRollback() {
        TransactionTemplate outer = new TransactionTemplate(manager);
        Outcome<String> undone = outer.execute(status -> {
            Outcome<String> outcome = bookOnce(() -> {});
            status.setRollbackOnly();
            return outcome;
        });
        assertThat(undone)
                .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.RESULT, CommitMode.CALLERS_TRANSACTION));
        assertThat(records()).isZero();

        assertThat(outer.<Outcome<String>>execute(status -> bookOnce(() -> {})))
                .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.RESULT, CommitMode.CALLERS_TRANSACTION));
        assertThat(records()).isEqualTo(1);
        assertThat(bookedOnce()).isEqualTo(1);
    }

    @Test
    void connection_outsideOfATransaction_isRefused() {
        assertThatThrownBy(() -> new SpringTransactions(manager, DATA_SOURCE).connection())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no transaction");
    }

    @Test
    void dataSourceThatDoesNotJoin_isRefused() {
        DataSource plain = TestPostgres.freshDatabase().dataSource();
        assertThatThrownBy(() -> new SpringTransactions(manager, plain))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JoiningDataSource");
    }

    @Test
    void proxyThatTakesPartInTransactions_isLookedThrough() {
        SpringTransactions transactions =
                new SpringTransactions(manager, new TransactionAwareDataSourceProxy(DATA_SOURCE));
        assertThat(transactions.<Boolean, RuntimeException>run(transaction -> transactions.joins()))
                .isTrue();
        assertThat(transactions.joins()).isFalse();
    }
}
