package io.counterfoil.springmessaging.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.springmessaging.EndedObservations;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The correlation ID of a message on the observations of Spring AMQP. */
@Tag("CO-3")
@Tag("OB-4")
@Timeout(600)
@ResourceLock(value = SpringBroker.LOCK, mode = ResourceAccessMode.READ)
class ObservedMessagesTest {

    private static final String SENT = "spring.rabbit.template";
    private static final String PROCESSED = "spring.rabbit.listener";

    private final String queue = "observed-" + UUID.randomUUID();
    private ApplicationContextRunner runner;

    @BeforeEach
    void broker() {
        SpringBroker.server();
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ObservationAutoConfiguration.class, CounterfoilRabbitAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues("test.queue=" + queue);
    }

    @Test
    void observationsOfOneMessage_showItsCorrelationId() {
        runner.run(context -> {
            EndedObservations ended = context.getBean(EndedObservations.class);
            try (var scope = Correlation.open(CorrelationId.parse("abcd.1"))) {
                context.getBean(RabbitTemplate.class)
                        .send(queue, MessageBuilder.withBody(new byte[0]).build());
                assertThat(scope.id()).isPresent();
            }

            String sent = ended.next(SENT);
            assertThat(sent).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}");
            assertThat(ended.next(PROCESSED)).isEqualTo(sent);
        });
    }

    @Test
    void textThatIsNoCorrelationId_isNotShown() {
        runner.run(context -> {
            Message message = MessageBuilder.withBody(new byte[0]).build();
            message.getMessageProperties().setCorrelationId("no\ngood");
            context.getBean(RabbitTemplate.class).send(queue, message);

            assertThat(context.getBean(EndedObservations.class).next(PROCESSED)).isEqualTo("none");
        });
    }

    @Test
    void offSwitch_leavesObservationsAlone() {
        runner.withPropertyValues("counterfoil.correlation.messages=false").run(context -> {
            Message message = MessageBuilder.withBody(new byte[0]).build();
            message.getMessageProperties().setCorrelationId("abcd.2");
            context.getBean(RabbitTemplate.class).send(queue, message);

            assertThat(context.getBean(EndedObservations.class).next(PROCESSED)).isEqualTo("none");
        });
    }

    @Configuration
    @EnableRabbit
    static class Application {

        @Bean
        EndedObservations endedObservations() {
            return new EndedObservations();
        }

        @Bean
        ConnectionFactory connectionFactory() {
            return SpringBroker.connections();
        }

        @Bean
        RabbitTemplate rabbitTemplate(ConnectionFactory connections) {
            RabbitTemplate template = new RabbitTemplate(connections);
            template.setObservationEnabled(true);
            return template;
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
        SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(ConnectionFactory connections) {
            SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setObservationEnabled(true);
            return factory;
        }

        @RabbitListener(queues = "${test.queue}")
        void receive(Message message) {
            assertThat(message).isNotNull();
        }
    }
}
