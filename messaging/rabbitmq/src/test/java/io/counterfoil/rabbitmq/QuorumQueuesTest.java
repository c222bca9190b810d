package io.counterfoil.rabbitmq;

import io.counterfoil.testkit.messaging.BrokerUnderTest;
import io.counterfoil.testkit.messaging.MessagingContract;
import io.counterfoil.testkit.soak.SoakOnly;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@SoakOnly("contracts")
class QuorumQueuesTest extends MessagingContract {

    private static Broker broker;

    @BeforeAll
    static void start() {
        broker = Broker.with(RabbitTopology.DEFAULT.withQueues(QueueKind.QUORUM));
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
