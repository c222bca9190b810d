package io.counterfoil.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PrivateKafkaTest {

    private static PrivateKafka kafka;

    @BeforeAll
    static void start() {
        kafka = PrivateKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void confirmedMessages_surviveAKillAndRestart() throws Exception {
        kafka.createTopics(1, "kept");
        send(kafka.bootstrapServers(), "kept", "before").get(5, TimeUnit.MINUTES);
        String servers = kafka.bootstrapServers();

        kafka.kill();
        kafka.restart();

        assertThat(kafka.bootstrapServers()).isEqualTo(servers);
        assertThat(first("kept")).isEqualTo("before");
    }

    @Test
    void cutConnections_resetsThem_andNewOnesAreAccepted() throws Exception {
        kafka.createTopics(1, "cut");
        try (KafkaProducer<String, String> producer = producer(kafka.cuttableServers())) {
            producer.send(new ProducerRecord<>("cut", "before")).get(5, TimeUnit.MINUTES);
            double closed = closed(producer);

            kafka.cutConnections();
            producer.send(new ProducerRecord<>("cut", "after")).get(5, TimeUnit.MINUTES);

            assertThat(closed(producer)).isGreaterThan(closed);
        }
    }

    @Test
    void close_leavesNothingBehind() {
        PrivateKafka another = PrivateKafka.start();
        assertThat(another.directory()).isDirectory();

        another.close();

        assertThat(another.directory()).doesNotExist();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port(another)).close())
                .isInstanceOf(ConnectException.class);
    }

    private static int port(PrivateKafka kafka) {
        return Integer.parseInt(kafka.bootstrapServers().replace("127.0.0.1:", ""));
    }

    private static double closed(KafkaProducer<String, String> producer) {
        return producer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("connection-close-total"))
                .mapToDouble(metric -> (double) metric.getValue().metricValue())
                .sum();
    }

    private static Future<RecordMetadata> send(String servers, String topic, String value) {
        try (KafkaProducer<String, String> producer = producer(servers)) {
            return producer.send(new ProducerRecord<>(topic, value));
        }
    }

    private static KafkaProducer<String, String> producer(String servers) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", servers), new StringSerializer(), new StringSerializer());
    }

    private static String first(String topic) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        kafka.bootstrapServers(),
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            return Awaitility.await("a record")
                    .atMost(5, TimeUnit.MINUTES)
                    .pollDelay(Duration.ZERO)
                    .until(() -> consumer.poll(Duration.ofMillis(100)), records -> !records.isEmpty())
                    .iterator()
                    .next()
                    .value();
        }
    }
}
