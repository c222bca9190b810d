package io.counterfoil.rabbitmq;

import io.counterfoil.testkit.messaging.BrokerUnderTest;
import io.counterfoil.testkit.messaging.MessagingContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ClassicQueuesTest extends MessagingContract {

    private static Broker broker;

    @BeforeAll
    static void start() {
        broker = Broker.with(RabbitTopology.DEFAULT.withQueues(QueueKind.CLASSIC));
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @Override
    protected BrokerUnderTest broker() {
        return broker;
    }
}
