package io.counterfoil.springmessaging.kafka;

import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.messaging.Receiver;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;

/**
 * Makes listener containers for a {@link Receiver}, such as an inbox's, out of the application's own factory: with its settings, its
 * concurrency, its advice.
 *
 * <pre>{@code
 * @Bean
 * ConcurrentMessageListenerContainer<?, ?> controllers(ReceiverContainers containers, Receiver signals) {
 *     return containers.container("swarm-controller", signals, "counterfoil.signal");
 * }
 * }</pre>
 *
 * <p>A message is unsettled until the receiver settles it, from whichever thread, in any order. Two things differ from {@link
 * io.counterfoil.kafka.KafkaInboxConsumer}, which suits receivers that hold many deliveries or work for long: the container fetches no more
 * while something of its last fetch is unsettled, and work in the calling thread counts against {@code max.poll.interval.ms}. A message
 * that is given back, or that the receiver throws over, is delivered again here after growing pauses, from 100 ms to 30 s. Thread-safe.
 */
public final class ReceiverContainers {

    private final ConcurrentKafkaListenerContainerFactory<?, ?> factory;
    private final KafkaDeadLetters deadLetters;

    /**
     * Makes a source of containers.
     *
     * @param factory makes the containers
     * @param deadLetters publishes what the receivers reject
     */
    public ReceiverContainers(ConcurrentKafkaListenerContainerFactory<?, ?> factory, KafkaDeadLetters deadLetters) {
        this.factory = factory;
        this.deadLetters = deadLetters;
    }

    /**
     * {@return a container that has not started; as a bean it starts with the application} Where the application does not configure where a new group
     * begins, it begins where the topics do.
     *
     * @param group the consumer group
     * @param receiver settles each message
     * @param topics the Kafka topics to read
     */
    public ConcurrentMessageListenerContainer<?, ?> container(String group, Receiver receiver, String... topics) {
        ConcurrentMessageListenerContainer<?, ?> container = factory.createContainer(topics);
        ContainerProperties properties = container.getContainerProperties();
        properties.setGroupId(group);
        properties.setAckMode(ContainerProperties.AckMode.MANUAL);
        properties.setAsyncAcks(true);
        // It would commit the consumer's position also before what is not settled yet.
        properties.setFixTxOffsets(false);
        properties.setKafkaConsumerProperties(settings());
        properties.setMessageListener(new ReceiverListener(receiver, group, deadLetters));
        return container;
    }

    /** Over the factory's. */
    private Properties settings() {
        Properties settings = new Properties();
        settings.setProperty(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        settings.setProperty(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        settings.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        ConsumerFactory<?, ?> consumers = factory.getConsumerFactory();
        if (consumers == null
                || !consumers.getConfigurationProperties().containsKey(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG)) {
            settings.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        }
        return settings;
    }
}
