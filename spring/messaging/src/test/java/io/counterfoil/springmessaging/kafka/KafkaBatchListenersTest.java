package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.springmessaging.BatchListenersContract;
import io.counterfoil.springmessaging.BatchService;
import io.counterfoil.springmessaging.Delivered;
import io.counterfoil.springmessaging.OncePerMessage;
import io.counterfoil.springmessaging.TwoCalls;
import io.counterfoil.testkit.broker.PrivateKafka;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.adapter.RecordFilterStrategy;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.messaging.Message;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.backoff.FixedBackOff;

class KafkaBatchListenersTest extends BatchListenersContract {

    private final PrivateKafka kafka = SharedKafka.get();

    @BeforeEach
    void createTopics() {
        kafka.createTopics(1, destination, destination + ".dead", destination + "-dlt");
    }

    @Override
    protected Class<?> listener(Shape shape) {
        return switch (shape) {
            case PAYLOADS -> Payloads.class;
            case WITH_DEAD_LETTERS -> Endless.class;
            case MESSAGES -> Messages.class;
            case BROKERS_OWN -> BrokersOwn.class;
            case WITH_HEADERS -> WithHeaders.class;
            case BY_KEY -> ByKey.class;
            case IN_A_TRANSACTION -> InATransaction.class;
            case SINGLE -> Single.class;
            case CAUGHT -> Caught.class;
            case TWO_CALLS -> Twice.class;
        };
    }

    @Override
    protected List<String> properties() {
        List<String> all = new ArrayList<>();
        SharedKafka.PATIENT.forEach((name, value) -> all.add("--" + name + "=" + value));
        all.addAll(List.of(
                "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--spring.kafka.consumer.auto-offset-reset=earliest",
                "--spring.kafka.listener.auto-startup=false",
                "--spring.kafka.listener.type=batch"));
        return all;
    }

    @Override
    protected List<String> fullBatches() {
        return List.of();
    }

    @Override
    protected List<String> manual() {
        return List.of("--spring.kafka.listener.ack-mode=manual");
    }

    /** In one batch of the producer, which a consumer gets as a whole. */
    @Override
    protected void send(ConfigurableApplicationContext application, List<Sent> messages) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", kafka.bootstrapServers(),
                "linger.ms", 60_000,
                "delivery.timeout.ms", 300_000,
                "max.block.ms", 300_000);
        List<Future<?>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (Sent each : messages) {
                ProducerRecord<String, String> record = new ProducerRecord<>(destination, "key", each.text());
                each.id().ifPresent(id -> record.headers().add(KafkaMessages.ID, id.getBytes(UTF_8)));
                sent.add(producer.send(record));
            }
            producer.flush();
        }
        for (Future<?> each : sent) {
            each.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** The first records after an assignment may have been delivered before. */
    @Override
    protected void deliverAgain(ConfigurableApplicationContext application, int messages) {}

    @Override
    protected void listen(ConfigurableApplicationContext application) {
        application.getBean(KafkaListenerEndpointRegistry.class).start();
    }

    @Override
    protected String deadLetter(ConfigurableApplicationContext application) {
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "auto.offset.reset",
                "earliest",
                "fetch.max.wait.ms",
                50);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings, bytes, bytes)) {
            consumer.assign(
                    List.of(new TopicPartition(destination + ".dead", 0), new TopicPartition(destination + "-dlt", 0)));
            Instant deadline = Instant.now().plus(LIMIT);
            while (Instant.now().isBefore(deadline)) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    Header reason = record.headers().lastHeader(Delivery.REASON);
                    return new String(record.value(), UTF_8) + " "
                            + (reason == null ? "" : new String(reason.value(), UTF_8));
                }
            }
        }
        throw new AssertionError("no dead letter");
    }

    @Test
    void poisonAmongOthers_doesNotChangeTheirOrder() throws Exception {
        ConfigurableApplicationContext application = start(Payloads.class, List.of());
        failAlways(application, "m7");

        process(application, texts());

        assertThat(rows(SIZE - 1)).isEqualTo(textsWithout("m7"));
    }

    @Test
    void errorHandlerOfTheApplication_thatEndsARecord_isPreferred() throws Exception {
        ConfigurableApplicationContext application = start(Recovering.class, List.of());
        failAlways(application, "m7");

        process(application, texts());

        assertThat(deadLetter(application)).isEqualTo("m7 ");
        assertThat(rows(SIZE - 1)).isEqualTo(textsWithout("m7"));
    }

    @Test
    void errorHandlerThatDoesNotSeek_isPreferred() throws Exception {
        ConfigurableApplicationContext application = start(NotSeeking.class, List.of());
        failAlways(application, "m7");

        process(application, texts());

        assertThat(deadLetter(application)).isEqualTo("m7 ");
        assertThat(rows(SIZE - 1)).isEqualTo(textsWithout("m7"));
    }

    @Test
    void filter_isRefusedAtTheStart() {
        assertRefused(Filtering.class, List.of(), "a RecordFilterStrategy leaves records out");
    }

    @Test
    void transactionsOfKafka_areRefusedAtTheStart() {
        assertRefused(
                InKafkasTransactions.class,
                List.of(
                        "--spring.kafka.producer.transaction-id-prefix=" + destination,
                        "--spring.kafka.producer.acks=all"),
                "a record that fails rolls back Kafka's transaction");
    }

    static class Payloads {

        private final Delivered delivered;

        Payloads(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(List<String> texts) {
            delivered.receive(texts);
        }
    }

    /** Repeats without an end what may be repeated. */
    static class Endless extends Payloads {

        Endless(Delivered delivered) {
            super(delivered);
        }

        @Bean
        static DefaultErrorHandler errors(KafkaTemplate<?, ?> template) {
            return new DefaultErrorHandler(
                    new DeadLetterPublishingRecoverer(template), new FixedBackOff(0, FixedBackOff.UNLIMITED_ATTEMPTS));
        }
    }

    static class Recovering extends Payloads {

        Recovering(Delivered delivered) {
            super(delivered);
        }

        @Bean
        static DefaultErrorHandler errors(KafkaTemplate<?, ?> template) {
            return new DefaultErrorHandler(new DeadLetterPublishingRecoverer(template), new FixedBackOff(0, 6));
        }
    }

    static class NotSeeking extends Payloads {

        NotSeeking(Delivered delivered) {
            super(delivered);
        }

        @Bean
        static DefaultErrorHandler errors(KafkaTemplate<?, ?> template) {
            DefaultErrorHandler errors =
                    new DefaultErrorHandler(new DeadLetterPublishingRecoverer(template), new FixedBackOff(0, 6));
            errors.setSeekAfterError(false);
            return errors;
        }
    }

    static class InKafkasTransactions extends Payloads {

        InKafkasTransactions(Delivered delivered) {
            super(delivered);
        }

        @Bean
        @Primary
        static DataSourceTransactionManager transactionManager(DataSource database) {
            return new DataSourceTransactionManager(database);
        }
    }

    static class Filtering {

        private final Delivered delivered;

        Filtering(Delivered delivered) {
            this.delivered = delivered;
        }

        @Bean
        static RecordFilterStrategy<String, String> withoutM3() {
            return record -> record.value().equals("m3");
        }

        @OncePerMessage("delivered")
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}", filter = "withoutM3")
        void receive(List<String> texts) {
            delivered.receive(texts);
        }
    }

    static class Messages {

        private final Delivered delivered;

        Messages(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(List<Message<String>> messages) {
            delivered.receive(messages.stream().map(Message::getPayload).toList());
        }
    }

    static class BrokersOwn {

        private final Delivered delivered;

        BrokersOwn(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(List<ConsumerRecord<String, String>> records) {
            delivered.receive(records.stream().map(ConsumerRecord::value).toList());
        }
    }

    static class WithHeaders {

        private final Delivered delivered;

        WithHeaders(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(
                List<String> texts,
                @org.springframework.messaging.handler.annotation.Header(KafkaHeaders.OFFSET) List<Long> offsets) {
            assertThat(offsets).hasSameSizeAs(texts).doesNotHaveDuplicates();
            delivered.receive(texts);
        }
    }

    static class ByKey {

        private final Delivered delivered;

        ByKey(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage(value = "delivered", key = "#texts[0]")
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(List<String> texts) {
            delivered.receive(texts);
        }
    }

    @Import(BatchService.class)
    static class InATransaction {

        private final BatchService service;

        InATransaction(BatchService service) {
            this.service = service;
        }

        @Transactional
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(List<String> texts) {
            service.receive(texts);
        }
    }

    @Import(BatchService.class)
    static class Caught {

        private final BatchService service;

        Caught(BatchService service) {
            this.service = service;
        }

        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(List<String> texts) {
            BatchService.receiveCatching(service, texts);
        }
    }

    @Import(TwoCalls.class)
    static class Twice {

        private final TwoCalls calls;

        Twice(TwoCalls calls) {
            this.calls = calls;
        }

        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(List<String> texts) {
            calls.receive(texts);
        }
    }

    static class Single {

        private final Delivered delivered;

        Single(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("delivered")
        @KafkaListener(topics = "${batches.destination}", groupId = "${batches.destination}")
        void receive(Object records) {
            delivered.receive(List.of(String.valueOf(records)));
        }
    }
}
