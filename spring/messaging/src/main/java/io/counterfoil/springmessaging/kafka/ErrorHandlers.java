package io.counterfoil.springmessaging.kafka;

import io.counterfoil.springmessaging.internal.ListenerMethods;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Gives the attempts at messages that take effect once a limit, in each container of a listener, before it starts. A container with transactions
 * of Kafka's, and without an error handler, has its failures handled after the roll-back, which this leaves alone. Thread-safe.
 */
final class ErrorHandlers implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandlers.class);

    private final ObjectProvider<KafkaListenerEndpointRegistry> registries;
    private final RecordDeadLetters letters;
    private final Optional<ListenerMethods<KafkaListener>> listeners;
    private volatile boolean running;

    /** @param listeners empty in an application without an inbox */
    ErrorHandlers(
            ObjectProvider<KafkaListenerEndpointRegistry> registries,
            RecordDeadLetters letters,
            Optional<ListenerMethods<KafkaListener>> listeners) {
        this.registries = registries;
        this.letters = letters;
        this.listeners = listeners;
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
        ContainerProperties properties = one.getContainerProperties();
        boolean afterRollBack = given == null && properties.getKafkaAwareTransactionManager() != null;
        String[] topics = properties.getTopics();
        if (topics != null) {
            listeners
                    .flatMap(all -> all.of(List.of(topics)))
                    .ifPresent(method -> check(properties, method, afterRollBack));
        }
        if (!afterRollBack && !(given instanceof LimitedErrorHandler)) {
            one.setCommonErrorHandler(new LimitedErrorHandler(given, letters));
        }
    }

    private static void check(ContainerProperties properties, Method method, boolean afterRollBack) {
        if (properties.getMessageListener() instanceof BatchMessageListener) {
            throw ListenerMethods.batch(method);
        }
        if (afterRollBack) {
            LOG.warn(
                    "The container of {} handles failures after the roll-back of Kafka's transaction, where attempts have the"
                            + " limit of its AfterRollbackProcessor: set a CommonErrorHandler, or one that recovers to a dead-letter topic",
                    method);
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
