package io.counterfoil.samples.controlplane.controller;

import com.rabbitmq.client.ConnectionFactory;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.rabbitmq.RabbitConsumer;
import io.counterfoil.rabbitmq.RabbitPublisher;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.samples.controlplane.Amqp;
import io.counterfoil.samples.controlplane.SwarmAction;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.SignalReceiver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * A controller at work: takes signals from the queue that it shares with the others, carries each command out once, and answers each
 * attempt. This is all that an application needs for it.
 */
final class Controller implements AutoCloseable {

    private static final int CONNECTIONS = 4;

    /** Few, so that what waits behind a slow command is not kept from the other controller. */
    private static final int PREFETCH = 4;

    private static final Duration BETWEEN_METRICS = Duration.ofSeconds(2);

    private static final Duration START_LIMIT = Duration.ofSeconds(50);

    /** Longer than the orchestrator remembers, so that what it sends again is known here. */
    private static final Retention RETENTION = Retention.of(Duration.ofDays(30));

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Deque<Runnable> closings = new ArrayDeque<>();

    private Controller() {}

    /**
     * Starts one.
     *
     * @throws Exception when the database or the broker cannot be reached; nothing is left open
     */
    static Controller start(ControllerSettings settings, Told told) throws Exception {
        Controller controller = new Controller();
        try {
            controller.open(settings, told);
            return controller;
        } catch (Exception failure) {
            controller.close();
            throw failure;
        }
    }

    private void open(ControllerSettings settings, Told told) throws InterruptedException {
        HikariDataSource pool = opened(new HikariDataSource(pool(settings)), HikariDataSource::close);
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        Idempotency engine = Idempotency.on(store)
                .with(IdempotencyPolicy.DEFAULT.withRetention(
                        records -> records.withNamed(RETENTION).withAnonymous(RETENTION)));
        OutboxStore outbox = JdbcOutbox.of(transactions);
        ConnectionFactory broker = Amqp.factory(settings.broker());
        RabbitPublisher publisher = opened(RabbitPublisher.of(broker, RabbitTopology.DEFAULT), RabbitPublisher::close);
        OutboxRelay relay = opened(OutboxRelay.start(outbox, publisher), OutboxRelay::close);
        Inbox inbox = opened(
                Inbox.builder(engine).attempts(JdbcAttemptLog.of(transactions)).build(), Inbox::close);
        ScheduledExecutorService metrics =
                opened(Executors.newSingleThreadScheduledExecutor(), ExecutorService::shutdown);
        RabbitConsumer consumer = opened(
                RabbitConsumer.builder(broker)
                        .queue(SwarmAction.RECEIVER)
                        .bind(SwarmAction.SIGNALS)
                        .prefetch(PREFETCH)
                        .threads(1)
                        .start(signals(
                                SignalReceiver.builder(inbox, SwarmAction.RECEIVER)
                                        .outbox(outbox, relay)
                                        .metrics(BETWEEN_METRICS, metrics),
                                store,
                                settings.name(),
                                told)),
                RabbitConsumer::close);
        if (!consumer.awaitReceiving(START_LIMIT)) {
            throw new IllegalStateException("no subscription to signals within " + START_LIMIT);
        }
    }

    private Receiver signals(SignalReceiver.Builder signals, JdbcClaimStore store, String name, Told told) {
        signals.origin(SwarmAction.ROLE + ":" + name).scope(new SwarmScope(SwarmScope.ALL, SwarmAction.ROLE, name));
        for (SwarmAction action : SwarmAction.values()) {
            signals.handler(action.type(), new SwarmHandler(action, name, store::connection, told, stopping));
        }
        return signals.build();
    }

    private static HikariConfig pool(ControllerSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(settings.name());
        config.setJdbcUrl(settings.jdbcUrl());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(CONNECTIONS);
        return config;
    }

    private <T> T opened(T resource, Consumer<T> close) {
        closings.push(() -> close.accept(resource));
        return resource;
    }

    /**
     * Interrupts commands in progress, returns unfinished ones to the queue, and closes everything in reverse order.
     */
    @Override
    public void close() {
        stopping.countDown();
        RuntimeException failure = null;
        while (!closings.isEmpty()) {
            try {
                closings.pop().run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
