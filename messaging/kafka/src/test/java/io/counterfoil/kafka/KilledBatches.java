package io.counterfoil.kafka;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.testkit.messaging.ObservedDelivery;
import io.counterfoil.testkit.process.KillPoint;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/** A consumer of plain messages, which the inbox processes in batches, as a process that stays at a step until it is killed. */
public final class KilledBatches {

    /** Where it stays. */
    enum Step {
        /** In a handler, after its effect. */
        WORKING,
        /** After the commit, before its message is acknowledged. */
        COMMITTED
    }

    private static final int MAX_ATTEMPTS = 1_000;

    private final KillPoint<Step> point;

    private KilledBatches(KillPoint<Step> point) {
        this.point = point;
    }

    /**
     * Works until it is killed.
     *
     * @param arguments the database's URL and user, the broker, the step, and at the how-many-th of it to stay
     */
    public static void main(String[] arguments) throws IOException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(arguments[0]);
        source.setUser(arguments[1]);
        new KilledBatches(new KillPoint<>(Step.valueOf(arguments[3]), Integer.parseInt(arguments[4])))
                .consume(source, arguments[2]);
        KillPoint.endWithTheParent();
    }

    private void consume(PGSimpleDataSource source, String servers) {
        DataSourceTransactions transactions = new DataSourceTransactions(source);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        Inbox inbox = Inbox.builder(Idempotency.on(store))
                .attempts(JdbcAttemptLog.of(transactions))
                .maxAttempts(MAX_ATTEMPTS)
                .build();
        Receiver messages = inbox.messages("billing", message -> {
            try (PreparedStatement insert =
                    store.connection().prepareStatement("INSERT INTO effect VALUES (?, txid_current())")) {
                insert.setString(1, message.id().orElseThrow());
                insert.executeUpdate();
            }
            point.at(Step.WORKING);
        });
        KafkaInboxConsumer.builder(
                        Map.of("bootstrap.servers", servers, "session.timeout.ms", 1000, "heartbeat.interval.ms", 200))
                .group("billing")
                .topics("orders")
                .start(new Watching(messages));
    }

    private final class Watching implements Receiver {

        private final Receiver receiver;

        Watching(Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public void receive(Delivery delivery) {
            receiver.receive(watched(delivery));
        }

        @Override
        public int maxBatch() {
            return receiver.maxBatch();
        }

        @Override
        public void receiveAll(List<Delivery> deliveries) {
            receiver.receiveAll(deliveries.stream()
                    .<Delivery>map(KilledBatches.this::watched)
                    .toList());
        }
    }

    private ObservedDelivery watched(Delivery delivery) {
        return ObservedDelivery.beforeAccept(delivery, () -> point.at(Step.COMMITTED));
    }
}
