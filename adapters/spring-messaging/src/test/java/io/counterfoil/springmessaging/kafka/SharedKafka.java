package io.counterfoil.springmessaging.kafka;

import io.counterfoil.testkit.broker.PrivateKafka;
import org.jspecify.annotations.Nullable;

/** A private Kafka for all tests of a JVM. Each class has topics of its own. */
final class SharedKafka {

    /** Of the classes that use it: they share topics and groups. */
    static final String LOCK = "Kafka";

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
