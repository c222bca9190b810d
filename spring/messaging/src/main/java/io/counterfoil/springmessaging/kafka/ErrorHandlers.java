package io.counterfoil.springmessaging.kafka;

import io.counterfoil.springmessaging.internal.ListenerMethods;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.adapter.FilteringBatchMessageListenerAdapter;

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
        if (properties.getMessageListener() instanceof BatchMessageListener<?, ?> listener) {
            checkBatches(properties, listener, method);
        }
        if (afterRollBack) {
            LOG.warn(
                    "The container of {} handles failures after the roll-back of Kafka's transaction, where attempts have the"
                            + " limit of its AfterRollbackProcessor: set a CommonErrorHandler, or one that recovers to a dead-letter topic",
                    method);
        }
    }

    private static void checkBatches(ContainerProperties properties, Object listener, Method method) {
        ListenerMethods.checkTakesBatches(method);
        if (FilteringBatchMessageListenerAdapter.class.isAssignableFrom(AopUtils.getTargetClass(listener))) {
            throw ListenerMethods.unsupported(
                    method,
                    "a RecordFilterStrategy leaves records out, so that it is not known which the listener gets",
                    "Leave them out in the listener, by a BatchInterceptor, or have its container deliver single records.");
        }
        switch (properties.getAckMode()) {
            case MANUAL, MANUAL_IMMEDIATE ->
                throw ListenerMethods.unsupported(
                        method,
                        "it acknowledges itself, in mode " + properties.getAckMode()
                                + ", and with a batch the record of it that fails",
                        "Set AckMode.BATCH, or have its container deliver single records.");
            case RECORD, BATCH, TIME, COUNT, COUNT_TIME -> {}
        }
        if (properties.getKafkaAwareTransactionManager() != null) {
            throw ListenerMethods.unsupported(
                    method,
                    "a record that fails rolls back Kafka's transaction, and with it what the listener has sent for those before it, which are done",
                    "Send by the outbox instead of Kafka's transactions, or have its container deliver single records.");
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
