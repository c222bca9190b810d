package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.springmessaging.internal.ListenerMethods;
import io.counterfoil.springmessaging.internal.OncePerMessageMethods;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.annotation.QueueBinding;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareBatchMessageListener;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Names, at the start, the containers of annotated listeners in which a message that always fails does not end as a dead letter, and where dead
 * letters go that no queue declares.
 */
record ListenerChecks(
        ListenerMethods<RabbitListener> listeners,
        LimitedContainers limited,
        DeclaredQueues queues,
        boolean hasLetters) {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerChecks.class);

    static ListenerChecks of(ConfigurableBeanFactory beans, OncePerMessageMethods methods, LimitedContainers limited) {
        return new ListenerChecks(
                new ListenerMethods<>(beans, methods, RabbitListener.class, ListenerChecks::queues),
                limited,
                new DeclaredQueues(beans),
                limited.usedUp().letters().isPresent());
    }

    private static Stream<String> queues(RabbitListener listener) {
        Stream<String> declared = Stream.concat(
                        Arrays.stream(listener.queuesToDeclare()),
                        Arrays.stream(listener.bindings()).map(QueueBinding::value))
                .map(queue -> queue.name().isEmpty() ? queue.value() : queue.name());
        return Stream.concat(Arrays.stream(listener.queues()), declared);
    }

    void check(AbstractMessageListenerContainer container) {
        List<String> names = List.of(container.getQueueNames());
        listeners.of(names).ifPresent(method -> check(container, names, method));
    }

    private void check(AbstractMessageListenerContainer container, List<String> names, Method method) {
        if (container.getMessageListener() instanceof ChannelAwareBatchMessageListener) {
            checkBatches(container, method);
        }
        if (container.getAcknowledgeMode() == AcknowledgeMode.NONE) {
            LOG.warn(
                    "The broker forgets the messages of {} when it delivers them to {}, so that one that fails is lost: use AcknowledgeMode.AUTO",
                    names,
                    method);
        } else if (!limited.limits(container)) {
            LOG.warn(
                    "The listener {} acknowledges the messages of {} itself, so that attempts at them have no limit and become no dead letters: use AcknowledgeMode.AUTO",
                    method,
                    names);
        } else {
            names.stream().filter(queue -> !queues.deadLetters(queue)).forEach(queue -> noDeadLetters(queue, method));
        }
    }

    private static void checkBatches(AbstractMessageListenerContainer container, Method method) {
        ListenerMethods.checkTakesBatches(method);
        if (!container.isConsumerBatchEnabled()) {
            throw ListenerMethods.unsupported(
                    method,
                    "a batch that a publisher has made is one message, of which no part could be left out",
                    "Have the container gather single messages: SimpleRabbitListenerContainerFactory.setConsumerBatchEnabled(true), without setBatchListener alone.");
        }
        if (container.getAcknowledgeMode() != AcknowledgeMode.AUTO) {
            throw ListenerMethods.unsupported(
                    method,
                    "it acknowledges in mode " + container.getAcknowledgeMode()
                            + ", where one message of a batch cannot be rejected for the listener",
                    "Set AcknowledgeMode.AUTO, or have its container deliver single messages.");
        }
        if (container.isChannelTransacted()) {
            throw ListenerMethods.unsupported(
                    method,
                    "its channel is transacted, so that a message that fails would undo what the listener has sent for those before it, which are done",
                    "Set channelTransacted to false and send by the outbox, or have its container deliver single messages.");
        }
    }

    private void noDeadLetters(String queue, Method method) {
        if (hasLetters) {
            LOG.info(
                    "No dead-letter exchange is declared for {}: messages that use up their attempts in {} go to {}.dead",
                    queue,
                    method,
                    queue);
        } else {
            LOG.warn(
                    "No dead-letter exchange is declared for {}: a message that uses up its attempts in {} stays, and is delivered again every 5 s. Declare one, or add counterfoil-rabbitmq",
                    queue,
                    method);
        }
    }
}
