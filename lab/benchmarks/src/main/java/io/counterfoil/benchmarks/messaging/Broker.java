package io.counterfoil.benchmarks.messaging;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.broker.PrivateRabbitMq;
import io.counterfoil.kafka.KafkaInboxConsumer;
import io.counterfoil.kafka.KafkaPublisher;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.rabbitmq.RabbitConsumer;
import io.counterfoil.rabbitmq.RabbitPublisher;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.testkit.broker.PrivateKafka;
import java.time.Duration;
import java.util.Map;

/** The real broker of a run and its consumers, equal for all contestants. */
interface Broker extends AutoCloseable {

    /** The number of threads that call a consumer's receiver. */
    int THREADS = 4;

    /** The number of deliveries that a consumer may hold unsettled. */
    int PREFETCH = 100;

    String name();

    Publisher publisher();

    /** Creates the queue or topic with this name, which receives subsequent messages to its name. */
    void prepare(String queue) throws Exception;

    /** The topic of the messages for this queue. */
    String topic(String queue);

    /** Starts to consume the queue. */
    AutoCloseable consume(String queue, Receiver receiver);

    @Override
    void close();

    static Broker rabbitMq() throws Exception {
        PrivateRabbitMq server = PrivateRabbitMq.start();
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(server.uri());
        RabbitPublisher publisher = RabbitPublisher.of(factory, RabbitTopology.DEFAULT);
        return new Broker() {
            @Override
            public String name() {
                return "RabbitMQ";
            }

            @Override
            public Publisher publisher() {
                return publisher;
            }

            @Override
            public void prepare(String queue) throws InterruptedException {
                try (RabbitConsumer maker = RabbitConsumer.builder(factory)
                        .queue(queue)
                        .bind(topic(queue))
                        .start(delivery -> delivery.giveBack())) {
                    if (!maker.awaitReceiving(Duration.ofSeconds(30))) {
                        throw new IllegalStateException("cannot create the queue " + queue);
                    }
                }
            }

            @Override
            public String topic(String queue) {
                return "signal.book." + queue + ".role.one";
            }

            @Override
            public AutoCloseable consume(String queue, Receiver receiver) {
                return RabbitConsumer.builder(factory)
                        .queue(queue)
                        .bind(topic(queue))
                        .prefetch(PREFETCH)
                        .threads(THREADS)
                        .start(receiver);
            }

            @Override
            public void close() {
                publisher.close();
                server.close();
            }
        };
    }

    static Broker kafka() {
        PrivateKafka server = PrivateKafka.start();
        Map<String, Object> settings = Map.of("bootstrap.servers", server.bootstrapServers());
        KafkaPublisher publisher = KafkaPublisher.of(
                settings, message -> message.topic().startsWith("event") ? "outcomes" : message.topic());
        server.createTopics(1, "outcomes");
        return new Broker() {
            @Override
            public String name() {
                return "Kafka";
            }

            @Override
            public Publisher publisher() {
                return publisher;
            }

            @Override
            public void prepare(String queue) {
                server.createTopics(THREADS, topic(queue), topic(queue) + ".dead");
            }

            @Override
            public String topic(String queue) {
                return "signal.book." + queue + ".role.one";
            }

            @Override
            public AutoCloseable consume(String queue, Receiver receiver) {
                return KafkaInboxConsumer.builder(settings)
                        .group(queue)
                        .topics(topic(queue))
                        .threads(THREADS)
                        .inFlight(PREFETCH)
                        .start(receiver);
            }

            @Override
            public void close() {
                publisher.close();
                server.close();
            }
        };
    }
}
