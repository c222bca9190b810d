package io.counterfoil.benchmarks.engine;

import io.eventuate.common.jdbc.EventuateSchema;
import io.eventuate.common.spring.jdbc.EventuateSpringJdbcStatementExecutor;
import io.eventuate.common.spring.jdbc.EventuateSpringTransactionTemplate;
import io.eventuate.tram.consumer.jdbc.SqlTableBasedDuplicateMessageDetector;
import io.eventuate.tram.messaging.common.Message;
import io.eventuate.tram.messaging.common.MessageImpl;
import io.eventuate.tram.messaging.common.SubscriberIdAndMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.dao.DataAccessException;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Libraries with a JDBC store on Maven Central, each inside a transaction with the business operation, as documented.
 *
 * <p>None of them stores a result. They only detect duplicates, which is less work.
 */
public final class Peers {

    public static final String CAMEL = "Camel, `JdbcMessageIdRepository`";
    public static final String SPRING_INTEGRATION = "Spring Integration, `JdbcMetadataStore`";
    static final String SHED_LOCK = "ShedLock, `JdbcTemplateLockProvider`";
    public static final String EVENTUATE = "Eventuate Tram, `SqlTableBasedDuplicateMessageDetector`";

    private static final byte[] SEEN = {};

    private Peers() {}

    /** Camel's repository of the idempotent consumer: {@code SELECT count(*)}, then {@code INSERT}. */
    public static Contestant camel(DataSource pool) {
        TransactionTemplate transaction = transactions(pool);
        JdbcMessageIdRepository repository = new JdbcMessageIdRepository(pool, transaction, Booking.OPERATION);
        repository.setCreateTableIfNotExists(false);
        return new Peer(
                CAMEL,
                "detects duplicates, stores no result; its faults were not probed",
                pool,
                List.of("""
                        CREATE TABLE camel_messageprocessed (
                            processorName varchar(255) NOT NULL, messageId varchar(100) NOT NULL, createdAt timestamp NOT NULL,
                            PRIMARY KEY (processorName, messageId))"""),
                key -> within(transaction, () -> repository.add(key) ? book(pool, key) : SEEN),
                repository::start,
                repository::stop);
    }

    /** Spring Integration's idempotent receiver on its JDBC store: {@code INSERT … SELECT … HAVING count(*) = 0}. */
    public static Contestant springIntegration(DataSource pool) {
        TransactionTemplate transaction = transactions(pool);
        JdbcMetadataStore store = new JdbcMetadataStore(pool);
        store.setRegion(Booking.OPERATION);
        store.setCheckDatabaseOnStart(false);
        store.afterPropertiesSet();
        MetadataStoreSelector selector =
                new MetadataStoreSelector(message -> (String) message.getPayload(), message -> "1", store);
        return new Peer(
                SPRING_INTEGRATION,
                "detects duplicates, stores no result; a duplicate that meets its original waits with a connection; other contents and another client's key are dropped as seen",
                pool,
                List.of("""
                        CREATE TABLE int_metadata_store (
                            metadata_key varchar(255) NOT NULL, metadata_value varchar(4000), region varchar(100) NOT NULL,
                            CONSTRAINT int_metadata_store_pk PRIMARY KEY (metadata_key, region))"""),
                key -> within(
                        transaction,
                        () -> selector.accept(MessageBuilder.withPayload(key).build()) ? book(pool, key) : SEEN),
                () -> {},
                () -> {});
    }

    /** Eventuate's table of received messages: an {@code INSERT} that fails for a duplicate. */
    public static Contestant eventuate(DataSource pool) {
        SqlTableBasedDuplicateMessageDetector detector = new SqlTableBasedDuplicateMessageDetector(
                new EventuateSchema(EventuateSchema.EMPTY_SCHEMA),
                "(extract(epoch from clock_timestamp()) * 1000)::bigint",
                new EventuateSpringJdbcStatementExecutor(new JdbcTemplate(pool)),
                new EventuateSpringTransactionTemplate(transactions(pool)));
        return new Peer(
                EVENTUATE,
                "detects duplicates, stores no result; its faults were not probed",
                pool,
                List.of("""
                        CREATE TABLE received_messages (
                            consumer_id varchar(1000) NOT NULL, message_id varchar(1000) NOT NULL, creation_time bigint,
                            published smallint DEFAULT 0, PRIMARY KEY (consumer_id, message_id))"""),
                key -> {
                    byte[][] answer = {SEEN};
                    SubscriberIdAndMessage message =
                            new SubscriberIdAndMessage(Booking.OPERATION, new MessageImpl("", Map.of(Message.ID, key)));
                    try {
                        detector.doWithMessage(message, () -> answer[0] = book(pool, key));
                    } catch (UnexpectedRollbackException | DataAccessException duplicate) {
                        if (answer[0] != SEEN) {
                            throw duplicate;
                        }
                    }
                    return answer[0];
                },
                () -> {},
                () -> {});
    }

    /** ShedLock as a lock of the key, around a transaction of the business operation; it remembers nothing. */
    static Contestant shedLock(DataSource pool) {
        JdbcTemplateLockProvider locks = new JdbcTemplateLockProvider(pool);
        return new Peer(
                SHED_LOCK,
                "only a lock: a killed owner's or a stopped owner's request runs twice, and so does every later duplicate",
                pool,
                List.of("""
                        CREATE TABLE shedlock (
                            name varchar(64) PRIMARY KEY, lock_until timestamp NOT NULL, locked_at timestamp NOT NULL,
                            locked_by varchar(255) NOT NULL)"""),
                key -> {
                    SimpleLock lock = locks.lock(
                                    new LockConfiguration(Instant.now(), key, Duration.ofSeconds(10), Duration.ZERO))
                            .orElseThrow(() -> new IllegalStateException(key + " is locked"));
                    try (Connection connection = pool.getConnection()) {
                        return Booking.book(connection, key);
                    } catch (SQLException failed) {
                        throw new IllegalStateException("the booking of " + key + " failed", failed);
                    } finally {
                        lock.unlock();
                    }
                },
                () -> {},
                () -> {});
    }

    private static TransactionTemplate transactions(DataSource pool) {
        return new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    private static byte[] within(TransactionTemplate transaction, Supplier<byte[]> work) {
        return Objects.requireNonNull(transaction.execute(status -> work.get()));
    }

    private static byte[] book(DataSource pool, String key) {
        try {
            // The connection of the thread's transaction, which is closed with it.
            return Booking.book(DataSourceUtils.getConnection(pool), key);
        } catch (SQLException failed) {
            throw new IllegalStateException("the booking of " + key + " failed", failed);
        }
    }

    @FunctionalInterface
    private interface Request {
        byte[] execute(String key);
    }

    private record Peer(
            String name,
            String remark,
            DataSource pool,
            List<String> tables,
            Request request,
            Runnable begin,
            Runnable end)
            implements Contestant {

        @Override
        public Kind kind() {
            return Kind.PEER;
        }

        @Override
        public Set<Measured> measured() {
            return name.equals(SHED_LOCK) ? EnumSet.of(Measured.FIRST) : Contestant.super.measured();
        }

        @Override
        public byte[] execute(String key) {
            return request.execute(key);
        }

        @Override
        public void start() {
            begin.run();
        }

        @Override
        public void close() {
            end.run();
        }
    }
}
