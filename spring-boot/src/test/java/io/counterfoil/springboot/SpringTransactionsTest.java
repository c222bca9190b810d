package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
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
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The record rides with the commit of Spring's JDBC transactions, behind everything that they write themselves. */
@Timeout(600)
@Tag("RQ-13")
class SpringTransactionsTest {

    private static final DataSource DATA_SOURCE =
            TestPostgres.freshDatabase().reusing("test").dataSource();
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
            book(key.requestId().value());
            more.run();
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
    void rollbackThatFails_doesNotHideWhatItWasFor() {
        assertThatThrownBy(() -> bookOnce(() -> {
                    JdbcUtils.closeConnection(DataSourceUtils.getConnection(DATA_SOURCE));
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }

    @Test
    void transactionMarkedForRollback_keepsNothing() {
        Outcome<String> outcome =
                bookOnce(() -> new TransactionTemplate(manager).executeWithoutResult(inner -> inner.setRollbackOnly()));

        assertThat(outcome)
                .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.NOTHING, Outcome.Mode.OWN_TRANSACTION));
        assertThat(records()).isZero();
        assertThat(bookedOnce()).isZero();
    }

    @Test
    void constraintThatFailsInTheCommit_undoesEffectAndRecord() {
        book(key.requestId().value());

        assertThatThrownBy(() -> bookOnce(() -> {})).isInstanceOf(StoreException.class);

        assertThat(records()).isZero();
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
                .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.RESULT, Outcome.Mode.CALLERS_TRANSACTION));
        assertThat(records()).isZero();

        assertThat(outer.<Outcome<String>>execute(status -> bookOnce(() -> {})))
                .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.RESULT, Outcome.Mode.CALLERS_TRANSACTION));
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
    void managerOfAnotherDataSource_isRefused() {
        SpringTransactions mixed =
                new SpringTransactions(manager, TestPostgres.freshDatabase().dataSource());
        assertThatThrownBy(() -> mixed.run(transaction -> "unreached"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another data source");
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
