package io.counterfoil.jdbc.messaging;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.SendResult;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.SignalHandler;
import io.counterfoil.signals.receiver.SignalReceiver;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * One process's controllers on a database, with no broker: deliveries are handed to them, what waits runs when the timer is told to go
 * on, and their outcomes are read where they wait for a relay. Several of them on one database are several processes. For one thread,
 * unless a test knows better.
 */
final class Controllers {

    static final int MAX_TRIES = 3;
    static final SwarmScope HERE = new SwarmScope("home", "swarm-controller", "marshal-1");
    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    final ManualScheduler timer = new ManualScheduler();
    final SettableClock clock = SettableClock.at(NOW);
    final DataSourceTransactions transactions;
    final JdbcClaimStore store;
    final JdbcOutbox outbox;
    final JdbcAttemptLog attempts;

    Controllers(DataSource database) {
        transactions = new DataSourceTransactions(database);
        store = new JdbcClaimStore(transactions);
        outbox = JdbcOutbox.of(transactions);
        attempts = JdbcAttemptLog.of(transactions);
    }

    /** An inbox that a test may set otherwise. */
    Inbox.Builder inbox(IdempotencyPolicy policy, AttemptLog counted) {
        return Inbox.builder(Idempotency.on(store).with(policy))
                .attempts(counted)
                .maxAttempts(MAX_TRIES)
                .timer(timer);
    }

    Inbox inbox() {
        return inbox(IdempotencyPolicy.DEFAULT, attempts).build();
    }

    Receiver receiver(String name, Inbox inbox, Map<String, SignalHandler> handlers) {
        return receiver(SignalReceiver.builder(inbox, name).outbox(outbox), name, handlers);
    }

    Receiver receiver(SignalReceiver.Builder signals, String name, Map<String, SignalHandler> handlers) {
        signals.origin(name + ":1").scope(HERE).clock(clock);
        handlers.forEach(signals::handler);
        return signals.build();
    }

    /** A controller that carries out commands to start by this handler. */
    Receiver starting(SignalHandler handler) {
        return receiver("swarm-controller", inbox(), Map.of("swarm-start", handler));
    }

    static Signal signal(String type, String swarm, String key, Data data) {
        return new Signal(
                NOW,
                type,
                "orchestrator-1",
                new SwarmScope(swarm, "swarm-controller", SwarmScope.ALL),
                CorrelationId.fresh(),
                new RequestId(key),
                data);
    }

    static Signal start(String key) {
        return signal("swarm-start", "s1", key, Data.EMPTY);
    }

    static NotedDelivery delivery(Signal signal) {
        return new NotedDelivery(message(signal), false);
    }

    static NotedDelivery redelivery(Signal signal) {
        return new NotedDelivery(message(signal), true);
    }

    private static Message message(Signal signal) {
        return signal.toMessage().withId(UUID.randomUUID().toString());
    }

    /** Hands a first delivery of the signal over. */
    static NotedDelivery deliver(Signal signal, Receiver receiver) {
        NotedDelivery delivery = delivery(signal);
        receiver.receive(delivery);
        return delivery;
    }

    /** The effect of a command, in the transaction of the thread. */
    void effect(Signal signal) throws SQLException {
        try (PreparedStatement insert =
                store.connection().prepareStatement("INSERT INTO effect (command) VALUES (?)")) {
            insert.setString(1, signal.type() + " " + signal.idempotencyKey());
            insert.executeUpdate();
        }
    }

    /** How often a command has taken effect. */
    int effects(Signal signal) throws SQLException {
        return transactions.single(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT count(*) FROM effect WHERE command = ?")) {
                query.setString(1, signal.type() + " " + signal.idempotencyKey());
                try (ResultSet row = query.executeQuery()) {
                    row.next();
                    return row.getInt(1);
                }
            }
        });
    }

    /** How many messages' attempts are counted. */
    int counted() throws SQLException {
        return transactions.single(connection -> {
            try (Statement query = connection.createStatement();
                    ResultSet row = query.executeQuery("SELECT count(*) FROM counterfoil_message_try")) {
                row.next();
                return row.getInt(1);
            }
        });
    }

    /** The messages that wait for a relay, in their order. */
    List<Message> waiting() {
        List<Message> messages = new ArrayList<>();
        outbox.relay(0, JdbcOutbox.MAX_LIMIT, page -> {
            page.forEach(outgoing -> messages.add(outgoing.message()));
            return SendResult.confirmed(List.of());
        });
        return messages;
    }

    /** The outcomes that wait for a relay, in their order. */
    List<SignalOutcome> outcomes() {
        return waiting(SignalOutcome.class);
    }

    /** The envelopes of a kind that wait for a relay, in their order. */
    <T extends Envelope> List<T> waiting(Class<T> kind) {
        return waiting().stream()
                .map(message -> Envelope.read(message.body()))
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    List<SignalOutcome> outcomes(Signal attempt) {
        return outcomes().stream()
                .filter(outcome -> outcome.correlationId().equals(attempt.correlationId()))
                .toList();
    }

    SignalOutcome outcome(Signal attempt) {
        List<SignalOutcome> outcomes = outcomes(attempt);
        if (outcomes.size() != 1) {
            throw new AssertionError("not one outcome of the attempt, but " + outcomes);
        }
        return outcomes.get(0);
    }
}
