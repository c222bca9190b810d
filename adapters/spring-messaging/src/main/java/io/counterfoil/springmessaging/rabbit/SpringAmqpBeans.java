package io.counterfoil.springmessaging.rabbit;

import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.config.BaseRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Puts us into every factory of listener containers, outside of its own advice, and into every template. */
final class SpringAmqpBeans implements BeanPostProcessor {

    @Override
    public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof BaseRabbitListenerContainerFactory<?> factory) {
            factory.setAdviceChain(first(new CurrentMessageAdvice(), factory.getAdviceChain()));
        }
        if (bean instanceof RabbitTemplate template) {
            template.addBeforePublishPostProcessors(new CorrelatedSends());
        }
        return bean;
    }

    private static Advice[] first(Advice ours, Advice @Nullable [] theirs) {
        int others = theirs == null ? 0 : theirs.length;
        Advice[] all = new Advice[1 + others];
        all[0] = ours;
        if (theirs != null) {
            System.arraycopy(theirs, 0, all, 1, others);
        }
        return all;
    }
}
