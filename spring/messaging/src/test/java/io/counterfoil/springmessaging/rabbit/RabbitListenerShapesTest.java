package io.counterfoil.springmessaging.rabbit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.springmessaging.ListenerShapesContract;
import io.counterfoil.springmessaging.Observed;
import io.counterfoil.springmessaging.OncePerMessage;
import io.counterfoil.springmessaging.ShapeApplication;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.api.RabbitListenerErrorHandler;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.handler.annotation.Header;

@ResourceLock(value = SpringBroker.LOCK, mode = ResourceAccessMode.READ)
class RabbitListenerShapesTest extends ListenerShapesContract {

    private static final String WITHOUT = "shapes-without";
    private static final String WITH = "shapes-with";

    @Override
    protected Map<String, Object> broker() {
        URI uri = SpringBroker.server().uri();
        String[] user = uri.getUserInfo().split(":", -1);
        return Map.of(
                "spring.rabbitmq.host",
                uri.getHost(),
                "spring.rabbitmq.port",
                uri.getPort(),
                "spring.rabbitmq.username",
                user[0],
                "spring.rabbitmq.password",
                user[1],
                // A message that is requeued comes before the next one.
                "spring.rabbitmq.listener.simple.prefetch",
                1);
    }

    @Override
    protected Class<?> listeners() {
        return Listening.class;
    }

    @Override
    protected void send(boolean once, String shape, String id) {
        bean(RabbitTemplate.class)
                .send(
                        once ? WITH : WITHOUT,
                        MessageBuilder.withBody("payload".getBytes(UTF_8))
                                .setContentType(MessageProperties.CONTENT_TYPE_TEXT_PLAIN)
                                .setMessageId(id)
                                .setHeader("shape", shape)
                                .build());
    }

    /** The application's part that knows RabbitMQ. */
    @EnableAutoConfiguration
    static class Listening {

        @Bean
        Queue without() {
            return new Queue(WITHOUT);
        }

        @Bean
        Queue with() {
            return new Queue(WITH);
        }

        @Bean
        RabbitListenerErrorHandler observing(Observed observed) {
            return (raw, channel, message, failure) -> {
                observed.failure("container", failure);
                throw failure;
            };
        }

        @Bean
        Listeners listeners(ShapeApplication application) {
            return new Listeners(application);
        }
    }

    static class Listeners {

        private final ShapeApplication application;

        Listeners(ShapeApplication application) {
            this.application = application;
        }

        @RabbitListener(queues = WITHOUT, errorHandler = "observing")
        void without(String payload, @Header("shape") String shape) throws Exception {
            application.receive(payload, shape);
        }

        @OncePerMessage("shapes")
        @RabbitListener(queues = WITH, errorHandler = "observing")
        void with(String payload, @Header("shape") String shape) throws Exception {
            application.receive(payload, shape);
        }
    }
}
