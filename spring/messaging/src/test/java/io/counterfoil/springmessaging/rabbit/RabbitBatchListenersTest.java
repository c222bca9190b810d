package io.counterfoil.springmessaging.rabbit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.springmessaging.BatchListenersContract;
import io.counterfoil.springmessaging.BatchService;
import io.counterfoil.springmessaging.Delivered;
import io.counterfoil.springmessaging.OncePerMessage;
import io.counterfoil.springmessaging.TwoCalls;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.batch.SimpleBatchingStrategy;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.BatchingRabbitTemplate;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.amqp.autoconfigure.SimpleRabbitListenerContainerFactoryConfigurer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.transaction.annotation.Transactional;

@ResourceLock(value = SpringBroker.LOCK, mode = ResourceAccessMode.READ)
class RabbitBatchListenersTest extends BatchListenersContract {

    @Override
    protected Class<?> listener(Shape shape) {
        return switch (shape) {
            case PAYLOADS, WITH_DEAD_LETTERS -> Payloads.class;
            case MESSAGES -> Messages.class;
            case BROKERS_OWN -> BrokersOwn.class;
            case WITH_HEADERS -> BrokersOwnAmongOthers.class;
            case BY_KEY -> ByKey.class;
            case IN_A_TRANSACTION -> InATransaction.class;
            case SINGLE -> Single.class;
            case CAUGHT -> Caught.class;
            case TWO_CALLS -> Twice.class;
        };
    }

    @Override
    protected List<String> properties() {
        URI uri = SpringBroker.server().uri();
        String[] user = uri.getUserInfo().split(":", -1);
        return List.of(
                "--spring.rabbitmq.host=" + uri.getHost(),
                "--spring.rabbitmq.port=" + uri.getPort(),
                "--spring.rabbitmq.username=" + user[0],
                "--spring.rabbitmq.password=" + user[1],
                "--spring.rabbitmq.listener.simple.auto-startup=false",
                "--spring.rabbitmq.listener.simple.consumer-batch-enabled=true",
                "--spring.rabbitmq.listener.simple.batch-size=" + SIZE);
    }

    @Override
    protected List<String> fullBatches() {
        return List.of("--batches.receive-timeout=" + LIMIT.toMillis());
    }

    @Override
    protected List<String> manual() {
        return List.of("--spring.rabbitmq.listener.simple.acknowledge-mode=manual");
    }

    @Override
    protected void send(ConfigurableApplicationContext application, List<Sent> messages) {
        for (Sent each : messages) {
            MessageBuilder message = MessageBuilder.withBody(each.text().getBytes(UTF_8));
            message.setContentType(MessageProperties.CONTENT_TYPE_TEXT_PLAIN);
            each.id().ifPresent(message::setMessageId);
            template(application).send(destination, message.build());
        }
    }

    private static RabbitTemplate template(ConfigurableApplicationContext application) {
        return application.getBean(RabbitTemplate.class);
    }

    /** Gets them all, and returns them. */
    @Override
    protected void deliverAgain(ConfigurableApplicationContext application, int messages) {
        template(application).execute(channel -> {
            long last = 0;
            for (int got = 0; got < messages; ) {
                var message = channel.basicGet(destination, false);
                if (message != null) {
                    got++;
                    last = message.getEnvelope().getDeliveryTag();
                }
            }
            channel.basicNack(last, true, true);
            return last;
        });
    }

    @Override
    protected void listen(ConfigurableApplicationContext application) {
        application.getBean(RabbitListenerEndpointRegistry.class).start();
    }

    @Override
    protected String deadLetter(ConfigurableApplicationContext application) {
        Message dead = template(application).receive(destination + "-letters", LIMIT.toMillis());
        if (dead == null) {
            throw new AssertionError("no dead letter");
        }
        return new String(dead.getBody(), UTF_8) + " "
                + dead.getMessageProperties().getHeaders().get(Delivery.REASON);
    }

    /** Boot's own, whose recoverer does not know batches: without an end of its own the message would be forgotten. */
    @Test
    void retriesOfTheApplication_endWithARejection() throws Exception {
        ConfigurableApplicationContext application = start(
                Payloads.class,
                List.of(
                        "--spring.rabbitmq.listener.simple.retry.enabled=true",
                        "--spring.rabbitmq.listener.simple.retry.max-retries=1",
                        "--spring.rabbitmq.listener.simple.retry.initial-interval=1ms"));
        failAlways(application, "m7");

        process(application, texts());

        assertThat(deadLetter(application)).isEqualTo("m7 null");
        assertThat(rows(SIZE - 1)).containsExactlyInAnyOrderElementsOf(textsWithout("m7"));
    }

    /** Spring rejects what it cannot convert, and hands over a shorter list. */
    @Test
    void messageThatCannotBeConverted_isRejected_withoutItsNeighbours() throws Exception {
        ConfigurableApplicationContext application = start(Payloads.class, List.of());
        send(application, texts().subList(0, 3).stream().map(Sent::of).toList());
        template(application)
                .send(
                        destination,
                        MessageBuilder.withBody(new byte[] {1})
                                .setContentType(MessageProperties.CONTENT_TYPE_SERIALIZED_OBJECT)
                                .setMessageId("unreadable")
                                .build());
        send(application, texts().subList(3, SIZE).stream().map(Sent::of).toList());
        listen(application);

        assertThat(rows(SIZE)).containsExactlyInAnyOrderElementsOf(texts());
    }

    /** Its messages have one ID, that of the first. */
    @Test
    void batchOfAPublisher_isRejected_andNotTakenForDuplicates() throws Exception {
        ConfigurableApplicationContext application = start(Payloads.class, List.of());
        BatchingRabbitTemplate batching =
                new BatchingRabbitTemplate(new SimpleBatchingStrategy(2, 10_000, 0), new ThreadPoolTaskScheduler());
        batching.setConnectionFactory(application.getBean(ConnectionFactory.class));
        for (String text : List.of("a", "b")) {
            batching.send(
                    "",
                    destination,
                    MessageBuilder.withBody(text.getBytes(UTF_8))
                            .setContentType(MessageProperties.CONTENT_TYPE_TEXT_PLAIN)
                            .setMessageId("id of " + text)
                            .build());
        }
        process(application, texts());

        assertThat(deadLetter(application)).contains("a", "b");
        assertThat(rows(SIZE)).containsExactlyInAnyOrderElementsOf(texts());
    }

    @Test
    void transactedChannel_isRefusedAtTheStart() {
        assertRefused(Payloads.class, List.of("--batches.transacted=true"), "its channel is transacted");
    }

    @Test
    void batchOfThePublisher_isRefusedAtTheStart() {
        assertRefused(Payloads.class, List.of("--batches.of-publishers=true"), "a batch that a publisher has made");
    }

    /** The queue and its dead letters, and Boot's factory with what Boot has no properties for. */
    @Configuration(proxyBeanMethods = false)
    static class Wiring {

        @Bean
        Queue queue(@Value("${batches.destination}") String name) {
            return QueueBuilder.durable(name)
                    .deadLetterExchange("")
                    .deadLetterRoutingKey(name + "-letters")
                    .build();
        }

        @Bean
        Queue letters(@Value("${batches.destination}") String name) {
            return new Queue(name + "-letters");
        }

        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(
                SimpleRabbitListenerContainerFactoryConfigurer boots,
                ConnectionFactory connections,
                @Value("${batches.receive-timeout:200}") long receiveTimeout,
                @Value("${batches.transacted:false}") boolean transacted,
                @Value("${batches.of-publishers:false}") boolean ofPublishers) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            boots.configure(factory, connections);
            factory.setReceiveTimeout(receiveTimeout);
            factory.setChannelTransacted(transacted);
            // One that waits for a full batch need not be waited for.
            factory.setContainerCustomizer(container -> container.setShutdownTimeout(0));
            if (ofPublishers) {
                factory.setConsumerBatchEnabled(false);
                factory.setBatchListener(true);
            }
            return factory;
        }
    }

    @Import(Wiring.class)
    static class Payloads {

        private final Delivered delivered;

        Payloads(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @RabbitListener(queues = "${batches.destination}")
        void receive(List<String> texts) {
            delivered.receive(texts);
        }
    }

    @Import(Wiring.class)
    static class Messages {

        private final Delivered delivered;

        Messages(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @RabbitListener(queues = "${batches.destination}")
        void receive(List<org.springframework.messaging.Message<String>> messages) {
            delivered.receive(messages.stream()
                    .map(org.springframework.messaging.Message::getPayload)
                    .toList());
        }
    }

    @Import(Wiring.class)
    static class BrokersOwn {

        private final Delivered delivered;

        BrokersOwn(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @RabbitListener(queues = "${batches.destination}")
        void receive(List<Message> messages) {
            delivered.receive(messages.stream()
                    .map(message -> new String(message.getBody(), UTF_8))
                    .toList());
        }
    }

    @Import(Wiring.class)
    static class BrokersOwnAmongOthers {

        private final Delivered delivered;

        BrokersOwnAmongOthers(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @RabbitListener(queues = "${batches.destination}")
        void receive(List<Message> messages, com.rabbitmq.client.Channel channel) {
            assertThat(channel.isOpen()).isTrue();
            delivered.receive(messages.stream()
                    .map(message -> new String(message.getBody(), UTF_8))
                    .toList());
        }
    }

    @Import(Wiring.class)
    static class ByKey {

        private final Delivered delivered;

        ByKey(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage(value = "delivered", key = "#texts[0]")
        @RabbitListener(queues = "${batches.destination}")
        void receive(List<String> texts) {
            delivered.receive(texts);
        }
    }

    @Import({Wiring.class, BatchService.class})
    static class InATransaction {

        private final BatchService service;

        InATransaction(BatchService service) {
            this.service = service;
        }

        @Transactional
        @RabbitListener(queues = "${batches.destination}")
        void receive(List<String> texts) {
            service.receive(texts);
        }
    }

    @Import({Wiring.class, BatchService.class})
    static class Caught {

        private final BatchService service;

        Caught(BatchService service) {
            this.service = service;
        }

        @RabbitListener(queues = "${batches.destination}")
        void receive(List<String> texts) {
            BatchService.receiveCatching(service, texts);
        }
    }

    @Import({Wiring.class, TwoCalls.class})
    static class Twice {

        private final TwoCalls calls;

        Twice(TwoCalls calls) {
            this.calls = calls;
        }

        @RabbitListener(queues = "${batches.destination}")
        void receive(List<String> texts) {
            calls.receive(texts);
        }
    }

    @Import(Wiring.class)
    static class Single {

        private final Delivered delivered;

        Single(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @RabbitListener(queues = "${batches.destination}")
        void receive(Collection<String> texts) {
            delivered.receive(List.copyOf(texts));
        }
    }
}
