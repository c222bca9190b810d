package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.springmessaging.Desk;
import io.counterfoil.springmessaging.ListenersContract;
import io.counterfoil.springmessaging.OncePerMessage;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

class KafkaListenersTest extends ListenersContract {

    @Override
    protected Map<String, Object> broker() {
        SharedKafka.get().createTopics(1, "counterfoil.order", "invoices", "invoices-dlt");
        Map<String, Object> properties = new HashMap<>(SharedKafka.PATIENT);
        properties.put("spring.kafka.bootstrap-servers", SharedKafka.get().bootstrapServers());
        properties.put("spring.kafka.consumer.auto-offset-reset", "earliest");
        properties.put("spring.kafka.producer.acks", "all");
        return properties;
    }

    @Override
    protected Class<?> listeners() {
        return Shop.class;
    }

    @Override
    protected void order(String order, String id) throws Exception {
        send("counterfoil.order", order, id);
    }

    @Override
    protected void invoice(String order, @Nullable String id) throws Exception {
        send("invoices", order, id);
    }

    @Override
    protected @Nullable String deadInvoice() throws Exception {
        return bean(Listeners.class).dead.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @SuppressWarnings("unchecked") // Boot's template is one of texts here, and the bean's type does not say so.
    private void send(String topic, String order, @Nullable String id) throws Exception {
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, "key", order);
        if (id != null) {
            record.headers().add(KafkaMessages.ID, id.getBytes(UTF_8));
        }
        KafkaTemplate<String, String> template = bean(KafkaTemplate.class);
        template.send(record).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** The group goes on without the listener's consumer, whose commit is refused for that. */
    @Override
    protected void loseTheAcknowledgement() throws Exception {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", SharedKafka.get().bootstrapServers()))) {
            admin.removeMembersFromConsumerGroup("desk", new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** The application. */
    @EnableAutoConfiguration
    static class Shop {

        /** Repeats without an end what may be repeated. */
        @Bean
        DefaultErrorHandler errors(KafkaTemplate<?, ?> template) {
            return new DefaultErrorHandler(
                    new DeadLetterPublishingRecoverer(template), new FixedBackOff(0, FixedBackOff.UNLIMITED_ATTEMPTS));
        }

        @Bean
        Listeners listeners(Desk desk) {
            return new Listeners(desk);
        }

        @Bean
        Invoices invoicing(Desk desk, JdbcClient jdbc) {
            return new Invoices(desk, jdbc);
        }
    }

    static class Listeners {

        final BlockingQueue<String> dead = new LinkedBlockingQueue<>();
        private final Desk desk;

        Listeners(Desk desk) {
            this.desk = desk;
        }

        @KafkaListener(topics = "invoices-dlt", groupId = "dead")
        void bury(String order) {
            dead.add(order);
        }

        @KafkaListener(topics = "counterfoil.order", groupId = "desk")
        void receive(String order) throws Exception {
            desk.take(order);
        }
    }

    static class Invoices {

        private final Desk desk;
        private final JdbcClient jdbc;

        Invoices(Desk desk, JdbcClient jdbc) {
            this.desk = desk;
            this.jdbc = jdbc;
        }

        @OncePerMessage("invoices")
        @KafkaListener(topics = "invoices", groupId = "invoices")
        void invoice(String order) {
            jdbc.sql("INSERT INTO invoiced VALUES (?)").param(order).update();
            desk.invoiced.add(order);
        }
    }
}
