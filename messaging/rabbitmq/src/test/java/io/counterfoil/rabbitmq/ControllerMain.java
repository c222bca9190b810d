package io.counterfoil.rabbitmq;

import com.zaxxer.hikari.HikariDataSource;
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
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalReceiver;
import java.io.PrintStream;
import java.net.URI;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A controller as a process: broker's URI, database's URL, user and password, queue, where it stands still, and at which time there. It
 * tells on standard output when it stands still, and each command that it carries out.
 */
final class ControllerMain {

    static final String EFFECTS = "CREATE TABLE effect (swarm text NOT NULL, type text NOT NULL, key text NOT NULL)";
    static final String STANDS = "stands";
    static final String RUNS = "runs";
    static final String READY = "ready";

    private static final PrintStream OUT = System.out;
    private static final int POOL = 10;
    private static final int MAX_TRIES = 1_000;

    private final JdbcClaimStore store;
    private final Point point;
    private final int time;
    private final AtomicInteger times = new AtomicInteger();

    private ControllerMain(JdbcClaimStore store, Point point, int time) {
        this.store = store;
        this.point = point;
        this.time = time;
    }

    public static void main(String[] arguments) throws InterruptedException {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(arguments[1]);
        pool.setUsername(arguments[2]);
        pool.setPassword(arguments[3]);
        pool.setMaximumPoolSize(POOL);
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        ControllerMain controller =
                new ControllerMain(store, Point.valueOf(arguments[5]), Integer.parseInt(arguments[6]));
        JdbcOutbox outbox = new JdbcOutbox(transactions);
        var factory = Broker.factory(URI.create(arguments[0]));
        OutboxRelay relay = OutboxRelay.start(
                outbox,
                controller.publisher(RabbitPublisher.of(factory, RabbitTopology.DEFAULT, Duration.ofSeconds(10))));
        Inbox inbox = Inbox.builder(Idempotency.on(store))
                .attempts(JdbcAttemptLog.of(transactions))
                .maxAttempts(MAX_TRIES)
                .build();
        Receiver signals = SignalReceiver.builder(inbox, "swarm-controller")
                .outbox(outbox, relay)
                .origin("swarm-controller")
                .scope(new SwarmScope(SwarmScope.ALL, "swarm-controller", "c-1"))
                .handler("swarm-start", controller::handle)
                .handler("swarm-stop", controller::handle)
                .build();
        RabbitConsumer consumer =
                RabbitConsumer.builder(factory).queue(arguments[4]).prefetch(50).start(controller.receiver(signals));
        while (!consumer.awaitReceiving(Broker.LIMIT)) {
            // The one that waits for this process has a limit.
        }
        OUT.println(READY);
        // All threads are daemons.
        new CountDownLatch(1).await();
    }

    private HandlerResult handle(Signal signal) throws SQLException {
        try (PreparedStatement insert =
                store.connection().prepareStatement("INSERT INTO effect (swarm, type, key) VALUES (?, ?, ?)")) {
            insert.setString(1, signal.scope().swarmId());
            insert.setString(2, signal.type());
            insert.setString(3, signal.idempotencyKey().value());
            insert.executeUpdate();
        }
        OUT.println(RUNS);
        reached(Point.BEFORE_COMMIT);
        return HandlerResult.done(
                "Running", Data.of(Map.of("pid", ProcessHandle.current().pid())));
    }

    private Receiver receiver(Receiver signals) {
        return delivery -> signals.receive(new Delivery() {
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
                reached(Point.BEFORE_ACK);
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
        });
    }

    private Publisher publisher(Publisher publisher) {
        return message -> {
            reached(Point.BEFORE_PUBLISH);
            CompletableFuture<Void> confirmed = publisher.publish(message).toCompletableFuture();
            return confirmed.thenRun(() -> reached(Point.AFTER_CONFIRM));
        };
    }

    /** Stands still for ever at its point, at the given time. */
    private void reached(Point here) {
        if (here == point && times.incrementAndGet() == time) {
            OUT.println(STANDS);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException never) {
                throw new IllegalStateException("nobody interrupts", never);
            }
        }
    }
}
