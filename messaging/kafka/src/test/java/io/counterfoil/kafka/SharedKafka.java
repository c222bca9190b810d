package io.counterfoil.kafka;

import io.counterfoil.testkit.broker.PrivateKafka;
import org.jspecify.annotations.Nullable;

/** The two Kafkas of a JVM's tests, each of which has topics and groups of its own there. Thread-safe. */
final class SharedKafka {

    /** Of the classes whose tests restart the broker. */
    static final String RESTARTED = "restarted Kafka";

    private static final SharedKafka STEADY = new SharedKafka();
    private static final SharedKafka OF_RESTARTS = new SharedKafka();

    private @Nullable PrivateKafka started;

    private SharedKafka() {}

    /** One that no test stops. */
    static PrivateKafka server() {
        return STEADY.get();
    }

    /** One for tests that stop it, whose classes hold {@link #RESTARTED}. */
    static PrivateKafka serverToRestart() {
        return OF_RESTARTS.get();
    }

    /** Started at the first call, and closed when the JVM ends in order. */
    private synchronized PrivateKafka get() {
        PrivateKafka running = started;
        if (running == null) {
            running = PrivateKafka.start();
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "counterfoil-kafka-stop"));
            started = running;
        }
        return running;
    }
}
