package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.springmessaging.ListenerShapesContract;
import io.counterfoil.springmessaging.Observed;
import io.counterfoil.springmessaging.OncePerMessage;
import io.counterfoil.springmessaging.ShapeApplication;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaListenerErrorHandler;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.util.backoff.FixedBackOff;

class KafkaListenerShapesTest extends ListenerShapesContract {

    private static final String WITHOUT = "shapes-without";
    private static final String WITH = "shapes-with";

    @Override
    protected Map<String, Object> broker() {
        SharedKafka.get().createTopics(1, WITHOUT, WITH);
        Map<String, Object> properties = new HashMap<>(SharedKafka.PATIENT);
        properties.put("spring.kafka.bootstrap-servers", SharedKafka.get().bootstrapServers());
        properties.put("spring.kafka.consumer.auto-offset-reset", "earliest");
        return properties;
    }

    @Override
    protected Class<?> listeners() {
        return Listening.class;
    }

    @Override
    @SuppressWarnings("unchecked") // Boot's template is one of texts here, and the bean's type does not say so.
    protected void send(boolean once, String shape, String id) throws Exception {
        ProducerRecord<String, String> record = new ProducerRecord<>(once ? WITH : WITHOUT, "payload");
        record.headers().add(KafkaMessages.ID, id.getBytes(UTF_8)).add("shape", shape.getBytes(UTF_8));
        KafkaTemplate<String, String> template = bean(KafkaTemplate.class);
        template.send(record).get(5, TimeUnit.MINUTES);
    }

    /** The application's part that knows Kafka. */
    @EnableAutoConfiguration
    static class Listening {

        @Bean
        DefaultErrorHandler errors() {
            return new DefaultErrorHandler(new FixedBackOff(0, FixedBackOff.UNLIMITED_ATTEMPTS));
        }

        @Bean
        KafkaListenerErrorHandler observing(Observed observed) {
            return (message, failure) -> {
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

        @KafkaListener(topics = WITHOUT, groupId = WITHOUT, errorHandler = "observing")
        void without(String payload, @Header("shape") String shape) throws Exception {
            application.receive(payload, shape);
        }

        @OncePerMessage("shapes")
        @KafkaListener(topics = WITH, groupId = WITH, errorHandler = "observing")
        void with(String payload, @Header("shape") String shape) throws Exception {
            application.receive(payload, shape);
        }
    }
}
