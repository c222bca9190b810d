package io.counterfoil.kafka;

import io.counterfoil.testkit.messaging.BrokerUnderTest;
import io.counterfoil.testkit.messaging.MessagingContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(SharedKafka.RESTARTED)
class KafkaMessagingTest extends MessagingContract {

    private static KafkaUnderTest kafka;

    @BeforeAll
    static void start() {
        kafka = new KafkaUnderTest();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Override
    protected BrokerUnderTest broker() {
        return kafka;
    }
}
