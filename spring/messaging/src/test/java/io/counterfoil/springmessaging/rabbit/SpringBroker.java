package io.counterfoil.springmessaging.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.broker.PrivateRabbitMq;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.rabbitmq.deadletter.RabbitDeadLetters;
import io.counterfoil.rabbitmq.internal.RabbitMessages;
import io.counterfoil.testkit.broker.BrokerAssumptions;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.messaging.BrokerUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.Exchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;

/** A private RabbitMQ for all tests of a JVM, and Spring AMQP to it. */
final class SpringBroker implements BrokerUnderTest {

    /** Of the classes that use it: alone, if they restart it or end its connections, otherwise to read. */
    static final String LOCK = "RabbitMQ";

    /** Longer than a busy machine may stand still, and less than the contract waits for it. */
    private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(90);

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Object STARTING = new Object();
    private static @Nullable PrivateRabbitMq shared;

    final CachingConnectionFactory connections = connections();
    private final RabbitTemplatePublisher publisher =
            new RabbitTemplatePublisher(connections, RabbitTopology.DEFAULT, CONFIRM_LIMIT);
    private final ReceiverListeners listeners = new ReceiverListeners(publisher, RabbitTopology.DEFAULT);

    static PrivateRabbitMq server() {
        BrokerAssumptions.assumeRabbitMq();
        synchronized (STARTING) {
            PrivateRabbitMq running = shared;
            if (running == null) {
                running = PrivateRabbitMq.start();
                shared = running;
            }
            return running;
        }
    }

    static CachingConnectionFactory connections() {
        CachingConnectionFactory connections = new CachingConnectionFactory(server().uri());
        connections.getRabbitConnectionFactory().setHandshakeTimeout(300_000);
        connections.setPublisherConfirmType(ConfirmType.CORRELATED);
        connections.setPublisherReturns(true);
        return connections;
    }

    @Override
    public DataSource freshDatabase() {
        return TestPostgres.freshDatabase().reusing("test").dataSource();
    }

    @Override
    public Publisher publisher() {
        return publisher;
    }

    void declare(Declarables declarables) {
        RabbitAdmin admin = new RabbitAdmin(connections);
        declarables.getDeclarablesByType(Exchange.class).forEach(admin::declareExchange);
        declarables.getDeclarablesByType(Queue.class).forEach(admin::declareQueue);
        declarables.getDeclarablesByType(Binding.class).forEach(admin::declareBinding);
    }

    @Override
    public AutoCloseable consume(String queue, List<String> patterns, Receiver receiver) throws Exception {
        declare(listeners.queue(queue, patterns.toArray(String[]::new)));
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames(queue);
        container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
        container.setRecoveryInterval(100);
        container.setShutdownTimeout(0);
        container.setMessageListener(listeners.listener(receiver));
        container.afterPropertiesSet();
        container.start();
        return () -> {
            CountDownLatch stopped = new CountDownLatch(1);
            container.stop(stopped::countDown);
            assertThat(stopped.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            container.destroy();
        };
    }

    @Override
    public Message nextDeadLetter(String queue) {
        var dead = new RabbitTemplate(connections).receive(RabbitTopology.deadLetterQueue(queue), LIMIT.toMillis());
        if (dead == null) {
            throw new AssertionError("no dead letter");
        }
        return RabbitMessages.message(
                queue,
                new DefaultMessagePropertiesConverter().fromMessageProperties(dead.getMessageProperties(), "UTF-8"),
                dead.getBody());
    }

    @Override
    public DeadLetterBroker deadLetters() {
        return RabbitDeadLetters.on(new OwnChannels(connections), RabbitTopology.DEFAULT);
    }

    @Override
    public void cutConnections() {
        server().cutConnections();
    }

    @Override
    public void restart() {
        // Or RabbitMQ would forget a queue that a test has declared just now.
        server().flushQueueNames();
        server().restart();
    }

    @Override
    public boolean redeliversAfterACut() {
        return true;
    }

    @Override
    public boolean returnsUnroutable() {
        return true;
    }
}
