package io.counterfoil.springmessaging.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.slf4j.MDC;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Tag("CO-3")
@ResourceLock(value = SpringBroker.LOCK, mode = ResourceAccessMode.READ)
class SpringAmqpCorrelationTest {

    private final String queue = "correlation-" + UUID.randomUUID();
    private ApplicationContextRunner runner;

    @BeforeEach
    void broker() {
        SpringBroker.server();
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CounterfoilRabbitAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues("test.queue=" + queue, "spring.rabbitmq.publisher-confirm-type=correlated");
    }

    private static Message message(String id) {
        return MessageBuilder.withBody(new byte[0]).setMessageId(id).build();
    }

    @Test
    @Tag("CO-12")
    void listener_runsUnderAnExtension_andSeesTheMessage() {
        runner.run(context -> {
            try (var scope = Correlation.open(CorrelationId.parse("abcd.1"))) {
                context.getBean(RabbitTemplate.class).send(queue, message("id-1"));
                assertThat(scope.id()).isPresent();
            }

            Seen seen = context.getBean(Listening.class).next();
            // Of what the template has sent, which is an extension too.
            assertThat(seen.current()).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}\\.[A-Za-z0-9_-]{4}");
            assertThat(seen).isEqualTo(new Seen(seen.current(), seen.current(), "id-1"));
        });
    }

    @Test
    @Tag("CO-12")
    void attemptsOfTheContainersOwnAdvice_runUnderAnExtensionEach() {
        runner.run(context -> {
            Message message = message("fails-once");
            message.getMessageProperties().setCorrelationId("of-the-sender");
            context.getBean(RabbitTemplate.class).send(queue, message);

            List<String> ids = List.of(
                    context.getBean(Listening.class).next().current(),
                    context.getBean(Listening.class).next().current());
            assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("of-the-sender\\.[A-Za-z0-9_-]{4}"));
        });
    }

    @Test
    @Tag("CO-7")
    void batch_runsUnderOneIdThatReplacesThoseOfItsMessages() {
        Collection<String> replaced = new ConcurrentLinkedQueue<>();
        Correlation.Listener pairs = new Correlation.Listener() {
            @Override
            public void replaced(CorrelationId old, CorrelationId next) {
                replaced.add(old + " " + next);
            }
        };
        runner.withUserConfiguration(Batches.class).run(context -> {
            for (String id : List.of(queue + ".1", queue + ".2")) {
                Message message = message(id);
                message.getMessageProperties().setCorrelationId(id);
                context.getBean(RabbitTemplate.class).send("batches-" + queue, message);
            }
            Correlation.addListener(pairs);
            context.getBean(RabbitListenerEndpointRegistry.class)
                    .getListenerContainers()
                    .forEach(container -> container.start());

            String batch = context.getBean(Batches.class).ids.poll(5, TimeUnit.MINUTES);
            Correlation.removeListener(pairs);
            assertThat(batch).matches("[A-Za-z0-9_-]{16}");
            assertThat(replaced).contains(queue + ".1 " + batch, queue + ".2 " + batch);
        });
    }

    @Test
    void correlationIdOfTheSender_stays() {
        runner.run(context -> {
            Message message = message("id-1");
            message.getMessageProperties().setCorrelationId("of-the-sender");
            try (var scope = Correlation.open(CorrelationId.parse("abcd.1"))) {
                context.getBean(RabbitTemplate.class).send(queue, message);
                assertThat(scope.id()).isPresent();
            }

            assertThat(context.getBean(Listening.class).next().current()).matches("of-the-sender\\.[A-Za-z0-9_-]{4}");
        });
    }

    @Test
    @Tag("CO-10")
    void correlationIdThatIsNone_isReplacedByAFreshOne() {
        runner.run(context -> {
            Message message = message("id-1");
            message.getMessageProperties().setCorrelationId("no\ngood");
            context.getBean(RabbitTemplate.class).send(queue, message);
            context.getBean(RabbitTemplate.class).send(queue, message("id-2"));

            List<Seen> seen = List.of(
                    context.getBean(Listening.class).next(),
                    context.getBean(Listening.class).next());
            assertThat(seen)
                    .extracting(Seen::current)
                    .doesNotContain("none", "no\ngood")
                    .doesNotHaveDuplicates();
        });
    }

    @Test
    void adviceOfTheApplication_staysInside() {
        runner.run(context -> {
            context.getBean(RabbitTemplate.class).send(queue, message("id-1"));

            assertThat(context.getBean(Listening.class).next().message()).isEqualTo("id-1");
            assertThat(context.getBean(Advised.class).messages.poll(5, TimeUnit.MINUTES))
                    .isEqualTo("id-1");
        });
    }

    @Test
    void offSwitch_leavesListenersAndTemplatesAlone() {
        runner.withPropertyValues("counterfoil.correlation.messages=false").run(context -> {
            try (var scope = Correlation.open(CorrelationId.parse("abcd.1"))) {
                context.getBean(RabbitTemplate.class).send(queue, message("id-1"));
                assertThat(scope.id()).isPresent();
            }

            assertThat(context.getBean(Listening.class).next()).isEqualTo(new Seen("none", "none", "none"));
        });
    }

    @Test
    void publisher_isThereWithConfirms_andNotWithout() {
        runner.run(
                context -> assertThat(context).hasSingleBean(Publisher.class).hasSingleBean(ReceiverListeners.class));
        runner.withPropertyValues("spring.rabbitmq.publisher-confirm-type=none")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Publisher.class));
    }

    record Seen(String current, String logged, String message) {}

    /** Stands around the listener, inside of what is ours. */
    static final class Advised {
        final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    }

    static class Listening {

        private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
        private final AtomicBoolean failed = new AtomicBoolean();

        @RabbitListener(queues = "${test.queue}")
        void receive(Message message) {
            seen.add(new Seen(
                    Correlation.current().map(CorrelationId::value).orElse("none"),
                    Optional.ofNullable(MDC.get(Correlation.MDC_KEY)).orElse("none"),
                    currentMessage()));
            if (currentMessage().equals("fails-once") && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("this once");
            }
        }

        Seen next() throws InterruptedException {
            Seen next = seen.poll(5, TimeUnit.MINUTES);
            assertThat(next).as("a message").isNotNull();
            return next;
        }
    }

    private static String currentMessage() {
        return CurrentMessage.find().flatMap(CurrentMessage::id).orElse("none");
    }

    @Configuration
    static class Batches {

        private final BlockingQueue<String> ids = new LinkedBlockingQueue<>();

        @Bean
        static Queue batchQueue(org.springframework.core.env.Environment environment) {
            return new Queue("batches-" + environment.getRequiredProperty("test.queue"));
        }

        @Bean
        static SimpleRabbitListenerContainerFactory batchFactory(ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setBatchListener(true);
            factory.setConsumerBatchEnabled(true);
            factory.setBatchSize(2);
            factory.setBatchReceiveTimeout(60_000L);
            factory.setReceiveTimeout(60_000L);
            return factory;
        }

        @RabbitListener(
                id = "batches",
                queues = "batches-${test.queue}",
                containerFactory = "batchFactory",
                autoStartup = "false")
        void receive(List<Message> messages) {
            ids.add(String.valueOf(MDC.get(Correlation.MDC_KEY)));
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
        Queue queue(org.springframework.core.env.Environment environment) {
            return new Queue(environment.getRequiredProperty("test.queue"));
        }

        @Bean
        Advised advised() {
            return new Advised();
        }

        @Bean
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(
                ConnectionFactory connections, Advised advised) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            MethodInterceptor own = invocation -> {
                advised.messages.add(currentMessage());
                MethodInvocation again = ((ProxyMethodInvocation) invocation).invocableClone();
                try {
                    return invocation.proceed();
                } catch (RuntimeException failed) {
                    return again.proceed();
                }
            };
            factory.setAdviceChain(own);
            return factory;
        }

        @Bean
        Listening listening() {
            return new Listening();
        }
    }
}
