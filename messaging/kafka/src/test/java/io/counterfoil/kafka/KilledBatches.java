package io.counterfoil.kafka;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static final PrintStream OUT = System.out;
    private static final int MAX_ATTEMPTS = 1_000;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final Step step;
    private final AtomicInteger left;

    private KilledBatches(Step step, int count) {
        this.step = step;
        this.left = new AtomicInteger(count);
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
        KilledBatches process = new KilledBatches(Step.valueOf(arguments[3]), Integer.parseInt(arguments[4]));
        process.consume(source, arguments[2]);
        OUT.println("up");
        while (System.in.read() >= 0) {
            // Ends with its parent.
        }
        Runtime.getRuntime().halt(0);
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
            at(Step.WORKING);
        });
        KafkaInboxConsumer.builder(
                        Map.of("bootstrap.servers", servers, "session.timeout.ms", 1000, "heartbeat.interval.ms", 200))
                .group("billing")
                .topics("orders")
                .start(new Watching(messages));
    }

    private void at(Step reached) {
        if (reached != step || left.decrementAndGet() > 0) {
            return;
        }
        OUT.println("at " + step);
        try {
            NEVER.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private final class Watching implements Receiver {

        private final Receiver receiver;

        Watching(Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public void receive(Delivery delivery) {
            receiver.receive(new Watched(delivery));
        }

        @Override
        public int maxBatch() {
            return receiver.maxBatch();
        }

        @Override
        public void receiveAll(List<Delivery> deliveries) {
            receiver.receiveAll(deliveries.stream().<Delivery>map(Watched::new).toList());
        }
    }

    private final class Watched implements Delivery {

        private final Delivery delivery;

        Watched(Delivery delivery) {
            this.delivery = delivery;
        }

        @Override
        public Message message() {
            return delivery.message();
        }

        @Override
        public boolean isMaybeRedelivered() {
            return delivery.isMaybeRedelivered();
        }

        @Override
        public void accept() {
            at(Step.COMMITTED);
            delivery.accept();
        }

        @Override
        public void reject(String reason) {
            delivery.reject(reason);
        }

        @Override
        public void giveBack() {
            delivery.giveBack();
        }
    }
}
