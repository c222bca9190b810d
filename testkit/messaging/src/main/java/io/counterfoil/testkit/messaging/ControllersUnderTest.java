package io.counterfoil.testkit.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcFailedMessages;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.deadletter.FailedMessageStore;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageHandler;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.SignalHandler;
import io.counterfoil.signals.receiver.SignalReceiver;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Controllers that execute the commands of one swarm over the broker under test, with their own PostgreSQL database,
 * and a client that sends the commands and reads the outcomes. Used by the thread of one test; handlers run in threads
 * of the adapter.
 */
final class ControllersUnderTest implements AutoCloseable {

    private static final String RECEIVER = "swarm-controller";

    /** As often as the inbox attempts a message. */
    static final int MAX_ATTEMPTS = 3;

    final JdbcClaimStore store;
    final String swarm = UUID.randomUUID().toString();
    final String queue = "controllers-" + swarm;

    private final BrokerUnderTest broker;
    private final DataSourceTransactions transactions;
    private final JdbcOutbox outbox;
    private final IdempotencyPolicy policy;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Map<CorrelationId, BlockingQueue<SignalOutcome>> outcomes = new ConcurrentHashMap<>();

    ControllersUnderTest(BrokerUnderTest broker, IdempotencyPolicy policy) throws Exception {
        this.broker = broker;
        this.policy = policy;
        var database = broker.freshDatabase();
        JdbcSchema.create(database);
        JdbcOutbox.SCHEMA.create(database);
        this.transactions = new DataSourceTransactions(database);
        this.store = new JdbcClaimStore(transactions);
        this.outbox = new JdbcOutbox(transactions);
        transactions.run(transaction -> {
            try (var statement = transaction.connection().createStatement()) {
                statement.execute("CREATE TABLE effect (type text, key text, runs integer NOT NULL)");
                statement.execute("CREATE TABLE customer (name text PRIMARY KEY)");
                statement.execute("CREATE TABLE purchase (customer text REFERENCES customer (name) DEFERRABLE INITIALLY"
                        + " DEFERRED)");
                return statement.execute("INSERT INTO customer (name) VALUES ('known')");
            }
        });
        open.push(broker.consume("outcomes-" + swarm, List.of("event.outcome.*." + swarm + ".#"), this::read));
    }

    private void read(Delivery delivery) {
        SignalOutcome outcome = (SignalOutcome) Envelope.read(delivery.message().body());
        outcomesOf(outcome.correlationId()).add(outcome);
        delivery.accept();
    }

    private BlockingQueue<SignalOutcome> outcomesOf(CorrelationId attempt) {
        return outcomes.computeIfAbsent(attempt, first -> new LinkedBlockingQueue<>());
    }

    /**
     * Starts another controller on the same queue. After its close, a command in progress fails without an outcome and
     * without a further attempt.
     */
    AutoCloseable controller(Map<String, SignalHandler> handlers) throws Exception {
        OutboxRelay relay = OutboxRelay.start(outbox, broker.publisher());
        Inbox inbox = Inbox.builder(Idempotency.on(store).with(policy))
                .attempts(JdbcAttemptLog.of(transactions))
                .maxAttempts(MAX_ATTEMPTS)
                .build();
        var signals = SignalReceiver.builder(inbox, RECEIVER)
                .outbox(outbox, relay)
                .origin(RECEIVER + ":" + open.size())
                .scope(new SwarmScope(SwarmScope.ALL, RECEIVER, "c-" + open.size()));
        handlers.forEach(signals::handler);
        Receiver receiver = signals.build();
        AutoCloseable consumer = broker.consume(queue, List.of("signal.*." + swarm + ".#"), receiver);
        open.push(relay);
        open.push(inbox);
        open.push(consumer);
        return () -> {
            consumer.close();
            inbox.close();
        };
    }

    /** Starts a consumer of plain messages, each of which its handler processes once. */
    void messages(String topic, MessageHandler handler) throws Exception {
        Inbox inbox = Inbox.builder(Idempotency.on(store).with(policy))
                .attempts(JdbcAttemptLog.of(transactions))
                .maxAttempts(MAX_ATTEMPTS)
                .build();
        open.push(inbox);
        open.push(broker.consume(queue, List.of(topic), inbox.messages("billing", handler)));
    }

    /** The messages that its consumers have failed to process. */
    FailedMessageStore failedMessages() {
        return JdbcFailedMessages.of(transactions);
    }

    /** Executes a statement in the transaction of the thread. */
    void execute(String sql) throws SQLException {
        try (Statement statement = store.connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** The result of a query of one text, in the transaction of the thread. */
    String text(String query) throws SQLException {
        try (Statement statement = store.connection().createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Waits until a command or message has taken effect; fails if it has taken effect more often. */
    void awaitEffects(String type, String key, int count) {
        Instant deadline = Instant.now().plusSeconds(Collected.LIMIT_SECONDS);
        int effects = effects(type, key);
        while (effects < count) {
            assertThat(Instant.now()).as("the effect of %s", key).isBefore(deadline);
            Thread.onSpinWait();
            effects = effects(type, key);
        }
        assertThat(effects).as("effects of %s", key).isEqualTo(count);
    }

    /**
     * Inserts a customer that is there already, and takes the violation for done, as code does that was written for auto-commit. PostgreSQL
     * aborts the transaction.
     */
    void insertKnownCustomer() {
        try {
            execute("INSERT INTO customer (name) VALUES ('known')");
        } catch (SQLException known) {
            assertThat(known.getSQLState()).isEqualTo("23505");
        }
    }

    /** Inserts a purchase whose customer is missing, which PostgreSQL finds at the commit. */
    void insertPurchaseOfNoCustomer() throws SQLException {
        execute("INSERT INTO purchase (customer) VALUES ('unknown')");
    }

    /** The effect of a command: counts its executions in the transaction of the thread. */
    void effect(Signal signal) throws SQLException {
        Connection connection = store.connection();
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO effect (type, key, runs) VALUES (?, ?, 1)")) {
            insert.setString(1, signal.type());
            insert.setString(2, signal.idempotencyKey().value());
            insert.executeUpdate();
        }
    }

    /** The number of times that a command has taken effect. */
    int effects(String type, String key) {
        return transactions.run(transaction -> {
            try (PreparedStatement query = transaction
                    .connection()
                    .prepareStatement("SELECT count(*) FROM effect WHERE type = ? AND key = ?")) {
                query.setString(1, type);
                query.setString(2, key);
                try (ResultSet row = query.executeQuery()) {
                    row.next();
                    return row.getInt(1);
                }
            } catch (SQLException failure) {
                throw new IllegalStateException("cannot count effects", failure);
            }
        });
    }

    /**
     * Removes a record whose retention has ended by the database's clock; fails if there is none within two minutes.
     */
    void purge() {
        Instant deadline = Instant.now().plusSeconds(Collected.LIMIT_SECONDS);
        while (store.purge(100) == 0) {
            assertThat(Instant.now()).as("a record past its retention").isBefore(deadline);
            Thread.onSpinWait();
        }
    }

    /** Creates a new attempt of a command. */
    Signal signal(String type, String key, Data data) {
        return new Signal(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                type,
                "orchestrator-1",
                new SwarmScope(swarm, RECEIVER, SwarmScope.ALL),
                CorrelationId.fresh(),
                new RequestId(key),
                data);
    }

    /** Publishes a signal and waits for the broker's confirm. */
    Signal send(Signal signal) throws Exception {
        broker.publisher()
                .publish(signal.toMessage().withId(UUID.randomUUID().toString()))
                .toCompletableFuture()
                .get(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
        return signal;
    }

    /** The next outcome of an attempt; fails if none arrives within two minutes. */
    SignalOutcome outcome(Signal attempt) throws InterruptedException {
        return outcome(attempt.correlationId());
    }

    /** The same for the attempt with this correlation ID. */
    SignalOutcome outcome(CorrelationId attempt) throws InterruptedException {
        SignalOutcome outcome = outcomesOf(attempt).poll(Collected.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(outcome).as("an outcome of %s", attempt).isNotNull();
        return outcome;
    }

    /** Closes everything in reverse order. */
    @Override
    public void close() {
        List<Exception> failures = new ArrayList<>();
        for (AutoCloseable part : open) {
            try {
                part.close();
            } catch (Exception failure) {
                failures.add(failure);
            }
        }
        assertThat(failures).as("failures to close").isEmpty();
    }
}
