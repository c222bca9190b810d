package io.counterfoil.springmessaging.kafka;

import io.counterfoil.testkit.broker.PrivateKafka;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A private Kafka for all tests of a JVM, which none of them stops. Each class has topics and groups of its own. */
final class SharedKafka {

    /**
     * Boot's properties with limits that a busy machine keeps: what is not confirmed would fail, and what a consumer holds that is taken
     * for dead would be delivered again. A fetch that finds nothing ends soon: until then a seek, and so the next attempt, and a close wait.
     */
    static final Map<String, String> PATIENT = Map.of(
            "spring.kafka.producer.properties.delivery.timeout.ms", "300000",
            "spring.kafka.producer.properties.max.block.ms", "300000",
            "spring.kafka.consumer.properties.session.timeout.ms", "300000",
            "spring.kafka.consumer.fetch-max-wait", "50ms");

    private static @Nullable PrivateKafka started;

    private SharedKafka() {}

    static synchronized PrivateKafka get() {
        PrivateKafka running = started;
        if (running == null) {
            running = PrivateKafka.start();
            started = running;
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "counterfoil-kafka-stop"));
        }
        return running;
    }
}
