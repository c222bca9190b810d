package io.counterfoil.springmessaging.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.springmessaging.Logged;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.slf4j.MDC;
import org.springframework.amqp.AmqpRejectAndDontRequeueException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.DirectRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What containers log of listeners that throw, and their error handlers: after the listener has ended, and still of its message. */
@Tag("CO-3")
@Tag("CO-12")
@ResourceLock(value = SpringBroker.LOCK, mode = ResourceAccessMode.READ)
class SpringAmqpErrorsTest {

    private static final String SPRING_AMQP = "org.springframework.amqp";

    private final String queue = "errors-" + UUID.randomUUID();
    private ApplicationContextRunner runner;

    @BeforeEach
    void broker() {
        SpringBroker.server();
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CounterfoilRabbitAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues("test.queue=" + queue);
    }

    private Message message() {
        Message message = MessageBuilder.withBody(new byte[0]).build();
        message.getMessageProperties().setCorrelationId("of-the-sender");
        return message;
    }

    @Test
    void lineOfTheContainer_hasTheIdOfTheListenerThatThrew() {
        runner.run(context -> {
            try (Logged logged = Logged.by(SPRING_AMQP, "broken " + queue)) {
                context.getBean(RabbitTemplate.class).send(queue, message());

                String id = context.getBean(Listening.class).next();
                assertThat(id).matches("of-the-sender\\.[A-Za-z0-9_-]{4}");
                assertThat(logged.next()).contains(id);
            }
        });
    }

    @Test
    void errorHandler_runsUnderTheIdOfTheFailedListener() {
        runner.run(context -> {
            for (int i = 0; i < 2; i++) {
                context.getBean(RabbitTemplate.class).send("direct-" + queue, message());

                String id = context.getBean(Listening.class).next();
                assertThat(context.getBean(Handled.class).next()).isEqualTo(id);
            }
        });
    }

    @Test
    void containerThatIsABean_reportsUnderTheIdOfItsListener() {
        runner.withUserConfiguration(OwnContainer.class).run(context -> {
            try (Logged logged = Logged.by(SPRING_AMQP, "broken own-" + queue)) {
                context.getBean(RabbitTemplate.class).send("own-" + queue, message());

                assertThat(logged.next())
                        .contains(context.getBean(Listening.class).next());
            }
        });
    }

    @Test
    void offSwitch_leavesErrorHandlersAlone() {
        runner.withPropertyValues("counterfoil.correlation.messages=false").run(context -> {
            context.getBean(RabbitTemplate.class).send("direct-" + queue, message());

            assertThat(context.getBean(Handled.class).next()).isEqualTo("none");
        });
    }

    private static String logged() {
        return Optional.ofNullable(MDC.get(Correlation.MDC_KEY)).orElse("none");
    }

    static class Listening {

        private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

        @RabbitListener(queues = "${test.queue}")
        void receive(Message message) {
            fail(message.getMessageProperties().getConsumerQueue());
        }

        @RabbitListener(queues = "direct-${test.queue}", containerFactory = "directFactory")
        void receiveDirectly(Message message) {
            fail(message.getMessageProperties().getConsumerQueue());
        }

        void fail(@Nullable String queue) {
            seen.add(logged());
            throw new AmqpRejectAndDontRequeueException("broken " + queue);
        }

        String next() throws InterruptedException {
            return nextOf(seen);
        }
    }

    /** What the application's error handler ran under. */
    static final class Handled {

        private final BlockingQueue<String> ids = new LinkedBlockingQueue<>();

        String next() throws InterruptedException {
            return nextOf(ids);
        }
    }

    private static String nextOf(BlockingQueue<String> ids) throws InterruptedException {
        String next = ids.poll(5, TimeUnit.MINUTES);
        assertThat(next).as("an ID").isNotNull();
        return next;
    }

    @Configuration
    static class OwnContainer {

        @Bean
        static Queue ownQueue(Environment environment) {
            return new Queue("own-" + environment.getRequiredProperty("test.queue"));
        }

        @Bean
        static SimpleMessageListenerContainer ownContainer(
                SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory,
                Environment environment,
                Listening listening) {
            String queue = "own-" + environment.getRequiredProperty("test.queue");
            SimpleMessageListenerContainer container = rabbitListenerContainerFactory.createListenerContainer();
            container.setQueueNames(queue);
            container.setMessageListener(message -> listening.fail(queue));
            return container;
        }
    }

    @Configuration
    @EnableRabbit
    static class Application {

        @Bean
        ConnectionFactory connectionFactory() {
            return SpringBroker.connections();
        }

        @Bean
        RabbitTemplate rabbitTemplate(ConnectionFactory connections) {
            return new RabbitTemplate(connections);
        }

        @Bean
        RabbitAdmin rabbitAdmin(ConnectionFactory connections) {
            return new RabbitAdmin(connections);
        }

        @Bean
        Queue queue(Environment environment) {
            return new Queue(environment.getRequiredProperty("test.queue"));
        }

        @Bean
        Queue directQueue(Environment environment) {
            return new Queue("direct-" + environment.getRequiredProperty("test.queue"));
        }

        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            return factory;
        }

        @Bean
        DirectRabbitListenerContainerFactory directFactory(ConnectionFactory connections, Handled handled) {
            DirectRabbitListenerContainerFactory factory = new DirectRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setErrorHandler(failure -> {
                handled.ids.add(logged());
                throw new AmqpRejectAndDontRequeueException("handled", failure);
            });
            return factory;
        }

        @Bean
        Handled handled() {
            return new Handled();
        }

        @Bean
        Listening listening() {
            return new Listening();
        }
    }
}
