package io.counterfoil.benchmarks.messaging;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.engine.Booking;
import io.counterfoil.benchmarks.engine.Database;
import io.counterfoil.benchmarks.engine.Floors;
import io.counterfoil.benchmarks.engine.Peers;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalReceiver;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** The contestants over one broker, each with its own schema and pool. */
final class Field implements AutoCloseable {

    private static final int POOL = 8;
    private static final SwarmScope AT = new SwarmScope(SwarmScope.ALL, "booker", "one");

    private final Database database;
    private final Publisher publisher;
    private final String prefix;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    Field(Database database, Broker broker) {
        this.database = database;
        this.publisher = broker.publisher();
        this.prefix = broker.name().toLowerCase(Locale.ROOT) + "_";
    }

    /** Plain messages, identified by their IDs; the first is the consumer without deduplication. */
    List<Contestant> plain() throws SQLException {
        List<Contestant> all = new ArrayList<>();
        all.add(peer("no deduplication", "none", Floors::none));
        all.add(sameBatches("no deduplication, in the same batches", "batches", true));
        all.add(sameBatches("no deduplication, in the same batches without savepoints", "bare_batches", false));
        all.add(inbox("ours, `Inbox.messages`", "inbox", Inbox.Builder.MAX_BATCH));
        all.add(inbox("ours, one by one (`maxBatch(1)`)", "single", 1));
        all.add(peer(Peers.SPRING_INTEGRATION, "spring", Peers::springIntegration));
        all.add(peer(Peers.CAMEL, "camel", Peers::camel));
        all.add(peer(Peers.EVENTUATE, "eventuate", Peers::eventuate));
        return all;
    }

    /** The consumers of {@link #plain} whose latency for a message that comes alone is compared; the first is without deduplication. */
    List<Contestant> lone() throws SQLException {
        return List.of(
                peer("no deduplication", "lone_none", Floors::none),
                inbox("ours, `Inbox.messages`", "lone_inbox", Inbox.Builder.MAX_BATCH),
                inbox("ours, one by one (`maxBatch(1)`)", "lone_single", 1));
    }

    /** Signals, each with an outcome through the outbox; the first is the same consumer without deduplication. */
    List<Contestant> signals() throws SQLException {
        return List.of(bare(), commands());
    }

    private HikariDataSource pool(String name) throws SQLException {
        HikariDataSource pool = database.countedPool(prefix + name, POOL);
        open.push(pool);
        Database.run(pool, List.of(Booking.TABLE));
        return pool;
    }

    private Contestant peer(
            String name, String schema, Function<DataSource, io.counterfoil.benchmarks.engine.Contestant> made)
            throws SQLException {
        DataSource pool = pool(schema);
        io.counterfoil.benchmarks.engine.Contestant peer = made.apply(pool);
        Database.run(pool, peer.tables());
        peer.start();
        open.push(peer);
        Receiver receiver = delivery -> {
            try {
                peer.execute(delivery.message().id().orElseThrow());
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
            delivery.accept();
        };
        return new Contestant(name, prefix + schema, receiver, () -> Booking.count(pool), () -> true, false);
    }

    private Contestant sameBatches(String name, String schema, boolean savepoints) throws SQLException {
        DataSource pool = pool(schema);
        Receiver receiver = new SameBatches(new DataSourceTransactions(pool), Inbox.Builder.MAX_BATCH, savepoints);
        return new Contestant(name, prefix + schema, receiver, () -> Booking.count(pool), () -> true, false);
    }

    private Contestant inbox(String name, String schema, int maxBatch) throws SQLException {
        DataSource pool = tables(schema);
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        Inbox inbox = Inbox.builder(Idempotency.on(store))
                .attempts(JdbcAttemptLog.of(transactions))
                .maxBatch(maxBatch)
                .build();
        open.push(inbox);
        Receiver receiver = inbox.messages(
                "bench",
                message -> Booking.book(store.connection(), message.id().orElseThrow()));
        return new Contestant(name, prefix + schema, receiver, () -> Booking.count(pool), () -> true, false);
    }

    private DataSource tables(String schema) throws SQLException {
        DataSource pool = pool(schema);
        Database.run(
                pool, List.of(JdbcSchema.script(Dialects.POSTGRESQL), JdbcOutbox.SCHEMA.script(Dialects.POSTGRESQL)));
        return pool;
    }

    private Contestant bare() throws SQLException {
        DataSource pool = tables("bare");
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcOutbox outbox = JdbcOutbox.of(transactions);
        OutboxRelay relay = OutboxRelay.start(outbox, publisher);
        open.push(relay);
        Receiver receiver = delivery -> {
            Signal signal = (Signal) Envelope.read(delivery.message().body());
            try {
                transactions.run(transaction -> {
                    Booking.book(
                            transaction.connection(), signal.idempotencyKey().value());
                    SignalOutcome outcome = SignalOutcome.of(
                            signal,
                            Instant.now(),
                            "booker:one",
                            signal.scope().resolvedFor(AT),
                            "Booked",
                            false,
                            Data.EMPTY);
                    outbox.add(outcome.toMessage().withId(UUID.randomUUID().toString()));
                    return 0;
                });
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
            delivery.accept();
            relay.wake();
        };
        return new Contestant(
                "no deduplication, outcome by the outbox",
                prefix + "bare",
                receiver,
                () -> Booking.count(pool),
                () -> isEmpty(pool),
                true);
    }

    private Contestant commands() throws SQLException {
        DataSource pool = tables("commands");
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        JdbcOutbox outbox = JdbcOutbox.of(transactions);
        OutboxRelay relay = OutboxRelay.start(outbox, publisher);
        Inbox inbox = Inbox.builder(Idempotency.on(store))
                .attempts(JdbcAttemptLog.of(transactions))
                .build();
        open.push(relay);
        open.push(inbox);
        Receiver receiver = SignalReceiver.builder(inbox, "booker")
                .outbox(outbox, relay)
                .origin("booker:one")
                .scope(AT)
                .handler("book", signal -> {
                    Booking.book(store.connection(), signal.idempotencyKey().value());
                    return HandlerResult.done("Booked", Data.EMPTY);
                })
                .build();
        return new Contestant(
                "ours, `SignalReceiver`",
                prefix + "commands",
                receiver,
                () -> Booking.count(pool),
                () -> isEmpty(pool),
                true);
    }

    private static boolean isEmpty(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT NOT EXISTS (SELECT 1 FROM counterfoil_outbox)")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    @Override
    public void close() {
        for (AutoCloseable part : open) {
            try {
                part.close();
            } catch (Exception failure) {
                throw new IllegalStateException("cannot close " + part, failure);
            }
        }
    }
}
