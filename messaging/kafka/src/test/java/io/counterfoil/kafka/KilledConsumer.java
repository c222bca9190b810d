package io.counterfoil.kafka;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalReceiver;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.PreparedStatement;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static final PrintStream OUT = System.out;
    /** Each assignment of a partition may bring a command again. */
    private static final int MAX_ATTEMPTS = 1_000;
    /** One that stays at a step holds up no other. */
    private static final Executor PUBLISHED = Executors.newCachedThreadPool();

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final Step step;
    private final AtomicInteger left;

    private KilledConsumer(Step step, int count) {
        this.step = step;
        this.left = new AtomicInteger(count);
    }

    /**
     * Works until it is killed.
     *
     * @param arguments the database's URL and user, the broker, the group, the step, and at the how-many-th of it to stay
     */
    public static void main(String[] arguments) throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(arguments[0]);
        source.setUser(arguments[1]);
        KilledConsumer process = new KilledConsumer(Step.valueOf(arguments[4]), Integer.parseInt(arguments[5]));
        process.run(source, arguments[2], arguments[3]);
        OUT.println("up");
        endWithParent();
    }

    private static void endWithParent() throws IOException {
        while (System.in.read() >= 0) {
            // Nothing is said to it.
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(PGSimpleDataSource source, String servers, String group) {
        DataSourceTransactions transactions = new DataSourceTransactions(source);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        JdbcOutbox outbox = new JdbcOutbox(transactions);
        KafkaPublisher kafka = KafkaPublisher.of(Map.of("bootstrap.servers", servers));
        Publisher publisher = message -> {
            at(Step.PUBLISHING);
            return kafka.publish(message).thenRunAsync(() -> at(Step.PUBLISHED), PUBLISHED);
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
                    at(Step.WORKING);
                    return HandlerResult.done("Running", Data.EMPTY);
                })
                .build();
        KafkaInboxConsumer.builder(
                        Map.of("bootstrap.servers", servers, "session.timeout.ms", 1000, "heartbeat.interval.ms", 200))
                .group(group)
                .topics("counterfoil.signal")
                .start(delivery -> signals.receive(new Watched(delivery)));
    }

    /** Whoever reaches it after the one that stays, stays too. */
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
