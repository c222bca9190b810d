package io.counterfoil.kafka;

import io.counterfoil.testkit.broker.PrivateKafka;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka for all tests of a JVM: each test has topics and groups of its own, so that a test which restarts it disturbs no other. Thread-safe.
 */
final class SharedKafka {

    private static @Nullable PrivateKafka shared;

    private SharedKafka() {}

    /** Started at the first call, and closed when the JVM ends in order. */
    static synchronized PrivateKafka server() {
        PrivateKafka running = shared;
        if (running == null) {
            running = PrivateKafka.start();
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "counterfoil-kafka-stop"));
            shared = running;
        }
        return running;
    }
}
