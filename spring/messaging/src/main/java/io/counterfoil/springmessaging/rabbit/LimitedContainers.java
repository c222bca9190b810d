package io.counterfoil.springmessaging.rabbit;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.beans.factory.BeanFactory;

/**
 * The containers whose messages' attempts have a limit: those that settle by themselves. Where the listener acknowledges, or the broker does at
 * the delivery, no error handler can. Thread-safe.
 */
final class LimitedContainers {

    private final BeanFactory beans;
    private final Set<String> queues = ConcurrentHashMap.newKeySet();

    LimitedContainers(BeanFactory beans) {
        this.beans = beans;
    }

    void add(AbstractMessageListenerContainer container) {
        if (limits(container)) {
            queues.addAll(Set.of(container.getQueueNames()));
        }
    }

    boolean limits(AbstractMessageListenerContainer container) {
        return container.getAcknowledgeMode() == AcknowledgeMode.AUTO;
    }

    /** Whether what is delivered from this queue will end: without that, no attempt may be refused for those before it. */
    boolean limits(String queue) {
        return queues.contains(queue);
    }

    UsedUpMessages usedUp() {
        return new UsedUpMessages(
                Optional.ofNullable(
                        beans.getBeanProvider(ListenerDeadLetters.class).getIfAvailable()),
                new DeclaredQueues(beans));
    }
}
