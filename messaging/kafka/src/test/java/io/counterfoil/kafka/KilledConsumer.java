package io.counterfoil.kafka;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalReceiver;
import io.counterfoil.testkit.messaging.ObservedDelivery;
import io.counterfoil.testkit.process.KillPoint;
import java.sql.PreparedStatement;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A controller as a process. At one of the steps it says so and stays there, to be killed; the rest of it goes on meanwhile. Ends with
 * its parent.
 */
final class KilledConsumer {

    /** Where a process may be killed. */
    enum Step {
        /** In the handler's transaction. */
        WORKING,
        /** After the commit, before the delivery is accepted. */
        COMMITTED,
        /** Before the outcome is handed to the broker. */
        PUBLISHING,
        /** When the broker has the outcome, before the outbox knows. */
        PUBLISHED
    }

    /** Each assignment of a partition may bring a command again. */
    private static final int MAX_ATTEMPTS = 1_000;
    /** One that stays at a step holds up no other. */
    private static final Executor PUBLISHED = Executors.newCachedThreadPool();

    private final KillPoint<Step> point;

    private KilledConsumer(KillPoint<Step> point) {
        this.point = point;
    }

    /**
     * Works until it is killed.
     *
     * @param arguments the database's URL and user, the broker, the step, and at the how-many-th of it to stay
     */
    public static void main(String[] arguments) throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(arguments[0]);
        source.setUser(arguments[1]);
        new KilledConsumer(new KillPoint<>(Step.valueOf(arguments[3]), Integer.parseInt(arguments[4])))
                .run(source, arguments[2]);
        KillPoint.endWithTheParent();
    }

    private void run(PGSimpleDataSource source, String servers) {
        DataSourceTransactions transactions = new DataSourceTransactions(source);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        JdbcOutbox outbox = new JdbcOutbox(transactions);
        KafkaPublisher kafka = KafkaPublisher.of(Map.of("bootstrap.servers", servers));
        Publisher publisher = message -> {
            point.at(Step.PUBLISHING);
            return kafka.publish(message).thenRunAsync(() -> point.at(Step.PUBLISHED), PUBLISHED);
        };
        OutboxRelay relay = OutboxRelay.start(outbox, publisher);
        Inbox inbox = Inbox.builder(Idempotency.on(store))
                .attempts(JdbcAttemptLog.of(transactions))
                .maxAttempts(MAX_ATTEMPTS)
                .build();
        Receiver signals = SignalReceiver.builder(inbox, "controller")
                .outbox(outbox, relay)
                .origin("controller:" + ProcessHandle.current().pid())
                .scope(new SwarmScope(SwarmScope.ALL, "controller", "one"))
                .handler("swarm-start", signal -> {
                    try (PreparedStatement insert =
                            store.connection().prepareStatement("INSERT INTO effect VALUES (?)")) {
                        insert.setString(1, signal.idempotencyKey().value());
                        insert.executeUpdate();
                    }
                    point.at(Step.WORKING);
                    return HandlerResult.done("Running", Data.EMPTY);
                })
                .build();
        KafkaInboxConsumer.builder(
                        Map.of("bootstrap.servers", servers, "session.timeout.ms", 1000, "heartbeat.interval.ms", 200))
                .group("controllers")
                .topics("counterfoil.signal")
                .start(delivery ->
                        signals.receive(ObservedDelivery.beforeAccept(delivery, () -> point.at(Step.COMMITTED))));
    }
}
