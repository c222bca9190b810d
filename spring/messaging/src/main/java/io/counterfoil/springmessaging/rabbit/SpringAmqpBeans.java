package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.config.BaseRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Adds the advice to every factory of listener containers, outside and inside of its own advice, the correlation ID to the error handler of
 * every container that is a bean, and to every template.
 */
final class SpringAmqpBeans implements BeanPostProcessor {

    private final LimitedContainers limited;

    SpringAmqpBeans(LimitedContainers limited) {
        this.limited = limited;
    }

    @Override
    public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof BaseRabbitListenerContainerFactory<?> factory) {
            factory.setAdviceChain(around(factory.getAdviceChain()));
        }
        ErrorHandlers.wrap(bean, limited);
        if (bean instanceof RabbitTemplate template) {
            template.addBeforePublishPostProcessors(new CorrelatedSends());
        }
        return bean;
    }

    private Advice[] around(Advice @Nullable [] theirs) {
        List<Advice> all = new ArrayList<>();
        all.add(new CurrentMessageAdvice(limited, theirs != null && theirs.length > 0));
        if (theirs != null) {
            all.addAll(List.of(theirs));
        }
        all.add(CurrentMessage.attempts());
        return all.toArray(Advice[]::new);
    }
}
