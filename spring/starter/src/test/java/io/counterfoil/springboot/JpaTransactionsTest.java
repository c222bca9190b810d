package io.counterfoil.springboot;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
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
import io.counterfoil.testkit.database.CountingSockets;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.TransactionCompletionCallbacks.BeforeCompletionCallback;
import org.hibernate.event.spi.EventSource;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Under JPA's transaction manager, whose commit writes what the work has only told Hibernate so far: the record rides with that commit, behind
 * everything that Hibernate writes in it.
 */
@Timeout(600)
@Tag("RQ-13")
@ResourceLock(RoundTripsTest.LOCK)
class JpaTransactionsTest {

    private static final DataSource BESIDE =
            TestPostgres.freshDatabase().reusing("test").dataSource();
    private static final DataSource DATA_SOURCE = JoiningDataSource.of(BESIDE);

    private static EntityManagerFactory factory;

    private final JdbcClient jdbc = JdbcClient.create(DATA_SOURCE);
    private final Idempotency engine =
            Idempotency.on(new JdbcClaimStore(new SpringTransactions(manager(), DATA_SOURCE)));
    private final String seat = UUID.randomUUID().toString();
    private final IdempotencyKey key = IdempotencyKey.of("shop", "book", seat);

    /** A row of the table. */
    @Entity(name = "booking")
    static class Booking {

        @Id
        private String seat = "";

        protected Booking() {}

        Booking(String seat) {
            this.seat = seat;
        }
    }

    @BeforeAll
    static void open() {
        JdbcSchema.create(DATA_SOURCE);
        factory = factory(DATA_SOURCE, Action.CREATE_ONLY);
    }

    private static EntityManagerFactory factory(DataSource dataSource, Action action) {
        return new HibernatePersistenceConfiguration("test")
                .managedClasses(Booking.class)
                .property(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, dataSource)
                .schemaToolingAction(action)
                .createEntityManagerFactory();
    }

    @AfterAll
    static void close() {
        factory.close();
    }

    private static JpaTransactionManager manager() {
        return manager(factory, DATA_SOURCE);
    }

    private static JpaTransactionManager manager(EntityManagerFactory factory, DataSource dataSource) {
        JpaTransactionManager manager = new JpaTransactionManager(factory);
        manager.setDataSource(dataSource);
        manager.setJpaDialect(new HibernateJpaDialect());
        return manager;
    }

    private Outcome<String> bookOnce() {
        return bookOnce(entities -> {});
    }

    private Outcome<String> bookOnce(Consumer<EntityManager> more) {
        return engine.execute(key, Fingerprint.of(new byte[0]), PayloadCodec.TEXT, execution -> {
            new TransactionTemplate(manager()).executeWithoutResult(status -> {
                EntityManager entities =
                        requireNonNull(EntityManagerFactoryUtils.getTransactionalEntityManager(factory));
                entities.persist(new Booking(seat));
                more.accept(entities);
            });
            return Completion.remember("booked");
        });
    }

    private long rows(String table, String column) {
        return jdbc.sql("SELECT count(*) FROM " + table + " WHERE " + column + " = ?")
                .param(seat)
                .query(Long.class)
                .single();
    }

    @Test
    void entityThatIsFlushedInTheCommit_isKeptWithItsRecord() {
        assertThat(bookOnce())
                .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION));
        assertThat(bookOnce()).isInstanceOf(Outcome.Replayed.class);
        assertThat(rows("booking", "seat")).isEqualTo(1);
        assertThat(rows("counterfoil_record", "request_id")).isEqualTo(1);
    }

    @Test
    void flushThatFailsInTheCommit_keepsNeither() {
        jdbc.sql("INSERT INTO booking VALUES (?)").param(seat).update();

        assertThatThrownBy(this::bookOnce).isInstanceOf(DataIntegrityViolationException.class);

        assertThat(rows("counterfoil_record", "request_id")).isZero();
    }

    @Test
    void record_ridesWithTheCommit() throws Exception {
        Database database = TestPostgres.freshDatabase();
        JdbcSchema.create(database.dataSource());
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.counted().jdbcUrl());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setMaximumPoolSize(1);
            DataSource joining = JoiningDataSource.of(pool);
            try (EntityManagerFactory counted = factory(joining, Action.CREATE_ONLY)) {
                JpaTransactionManager manager = manager(counted, joining);
                SpringTransactions transactions = new SpringTransactions(manager, joining);
                Idempotency idempotency = Idempotency.on(new JdbcClaimStore(transactions));
                long fewest = Long.MAX_VALUE;
                for (int i = 0; i < 5; i++) {
                    String next = UUID.randomUUID().toString();
                    CountingSockets.Sent before = CountingSockets.sent();
                    idempotency.execute(
                            IdempotencyKey.of("shop", "book", next),
                            Fingerprint.of(new byte[0]),
                            PayloadCodec.TEXT,
                            execution -> {
                                new TransactionTemplate(manager)
                                        .executeWithoutResult(status -> requireNonNull(
                                                        EntityManagerFactoryUtils.getTransactionalEntityManager(
                                                                counted))
                                                .persist(new Booking(next)));
                                return Completion.remember("booked");
                            });
                    fewest = Math.min(
                            fewest, CountingSockets.sent().since(before).roundTrips());
                }
                assertThat(fewest)
                        .as("the claim, the insert in the flush, the record with the commit")
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void whatHibernateWritesBehindTheFlush_isKeptWithTheRecord() {
        List<Long> recordsSeen = new ArrayList<>();
        bookOnce(entities -> entities.unwrap(EventSource.class)
                .getActionQueue()
                .registerCallback((BeforeCompletionCallback) session -> {
                    recordsSeen.add(((Number) session.createNativeQuery(
                                            "SELECT count(*) FROM counterfoil_record WHERE request_id = ?", Long.class)
                                    .setParameter(1, seat)
                                    .getSingleResult())
                            .longValue());
                    session.createNativeMutationQuery("INSERT INTO booking VALUES (?)")
                            .setParameter(1, seat + "-late")
                            .executeUpdate();
                }));

        assertThat(recordsSeen).containsExactly(0L);
        assertThat(rows("counterfoil_record", "request_id")).isEqualTo(1);
        assertThat(jdbc.sql("SELECT count(*) FROM booking WHERE seat = ?")
                        .param(seat + "-late")
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    /** As when a lock was lost: the primary key decides. */
    @Test
    void recordThatIsThereAtTheCommit_undoesTheEffect_andIsReplayed() {
        AtomicInteger runs = new AtomicInteger();
        Outcome<String> outcome = bookOnce(entities -> {
            if (runs.incrementAndGet() == 1) {
                recordElsewhere();
            }
        });

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.value()).isEqualTo("booked elsewhere"));
        assertThat(rows("booking", "seat")).isZero();
    }

    /** Makes a record of the key that its lock has not kept out. */
    private void recordElsewhere() {
        String other = UUID.randomUUID().toString();
        Idempotency.on(JdbcClaimStore.on(BESIDE))
                .execute(
                        IdempotencyKey.of("shop", "book", other),
                        Fingerprint.of(new byte[0]),
                        PayloadCodec.TEXT,
                        execution -> Completion.remember("booked elsewhere"));
        try (Connection connection = BESIDE.getConnection();
                PreparedStatement rename = connection.prepareStatement(
                        "UPDATE counterfoil_record SET request_id = ? WHERE request_id = ?")) {
            rename.setString(1, seat);
            rename.setString(2, other);
            rename.executeUpdate();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
