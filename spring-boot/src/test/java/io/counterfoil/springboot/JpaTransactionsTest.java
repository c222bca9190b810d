package io.counterfoil.springboot;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.springboot.store.SpringTransactions;
import io.counterfoil.testkit.database.TestPostgres;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.UUID;
import javax.sql.DataSource;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;

/** Under JPA's transaction manager, whose commit writes what the work has only told Hibernate so far. */
@Timeout(600)
@Tag("RQ-13")
class JpaTransactionsTest {

    private static final DataSource DATA_SOURCE = TestPostgres.freshDatabase().dataSource();

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
        factory = new HibernatePersistenceConfiguration("test")
                .managedClasses(Booking.class)
                .property(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, DATA_SOURCE)
                .schemaToolingAction(Action.CREATE_ONLY)
                .createEntityManagerFactory();
    }

    @AfterAll
    static void close() {
        factory.close();
    }

    private static JpaTransactionManager manager() {
        JpaTransactionManager manager = new JpaTransactionManager(factory);
        manager.setDataSource(DATA_SOURCE);
        manager.setJpaDialect(new HibernateJpaDialect());
        return manager;
    }

    private Outcome<String> bookOnce() {
        return engine.execute(key, Fingerprint.of(new byte[0]), PayloadCodec.TEXT, execution -> {
            EntityManager entities = requireNonNull(EntityManagerFactoryUtils.getTransactionalEntityManager(factory));
            entities.persist(new Booking(seat));
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
                .isEqualTo(new Outcome.Executed<>("booked", Outcome.Stored.RESULT, Outcome.Mode.OWN_TRANSACTION));
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
}
