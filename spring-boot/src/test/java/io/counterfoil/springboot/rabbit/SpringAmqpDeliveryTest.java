package io.counterfoil.springboot.rabbit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.testkit.messaging.BrokerUnderTest;
import io.counterfoil.testkit.messaging.DeliveryContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;

class SpringAmqpDeliveryTest extends DeliveryContract {

    private static SpringBroker broker;

    @BeforeAll
    static void start() {
        broker = new SpringBroker();
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.connections.destroy();
        }
    }

    @Override
    protected BrokerUnderTest broker() {
        return broker;
    }

    @Test
    void containerThatAcknowledgesByItself_isRefused() {
        RabbitTemplatePublisher publisher =
                new RabbitTemplatePublisher(broker.connections, RabbitTopology.DEFAULT, Duration.ofSeconds(1));
        SimpleMessageListenerContainer container = new SimpleMessageListenerContainer(broker.connections);
        container.setQueueNames("any");
        container.setAcknowledgeMode(AcknowledgeMode.AUTO);
        assertThatThrownBy(() -> {
                    container.setMessageListener(new ReceiverListeners(publisher, RabbitTopology.DEFAULT)
                            .listener(delivery -> delivery.accept()));
                    container.afterPropertiesSet();
                    container.start();
                })
                .rootCause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("MANUAL");
    }

    @Test
    void factoryWithoutConfirms_isRefused_withTheSettingsThatAreNeeded() {
        CachingConnectionFactory plain =
                new CachingConnectionFactory(SpringBroker.server().uri());

        assertThatThrownBy(() -> new RabbitTemplatePublisher(plain, RabbitTopology.DEFAULT, Duration.ofSeconds(1)))
                .isInstanceOf(CounterfoilStartUpException.class);
        plain.destroy();
    }
}
