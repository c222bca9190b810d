package io.counterfoil.springmessaging.kafka;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Gives the attempts at messages that take effect once a limit, in each container of a listener, before it starts. A container with transactions
 * of Kafka's, and without an error handler, has its failures handled after the roll-back, which this leaves alone. Thread-safe.
 */
final class ErrorHandlers implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandlers.class);

    private final ObjectProvider<KafkaListenerEndpointRegistry> registries;
    private final RecordDeadLetters letters;
    private volatile boolean running;

    ErrorHandlers(ObjectProvider<KafkaListenerEndpointRegistry> registries, RecordDeadLetters letters) {
        this.registries = registries;
        this.letters = letters;
    }

    @Override
    public void start() {
        running = true;
        for (KafkaListenerEndpointRegistry registry : registries) {
            registry.getListenerContainers().forEach(this::limit);
        }
    }

    private void limit(MessageListenerContainer container) {
        if (!(container instanceof AbstractMessageListenerContainer<?, ?> one)) {
            LOG.debug("{} has no error handler that could be limited", container);
            return;
        }
        CommonErrorHandler given = one.getCommonErrorHandler();
        boolean afterRollBack = given == null && one.getContainerProperties().getKafkaAwareTransactionManager() != null;
        if (!afterRollBack && !(given instanceof LimitedErrorHandler)) {
            one.setCommonErrorHandler(new LimitedErrorHandler(given, letters));
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before every container. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
