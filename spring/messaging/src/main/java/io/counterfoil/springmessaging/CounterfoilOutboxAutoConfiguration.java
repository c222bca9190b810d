package io.counterfoil.springmessaging;

import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.OutboxStore;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Publishes the messages of the outbox, in an application with one publisher. With several, the application selects one: by
 * {@code @Primary}, or by an {@link OutboxRelay} of its own. An outbox that nothing publishes is named in the log at the start.
 */
@AutoConfiguration(
        after = CounterfoilMessagingAutoConfiguration.class,
        afterName = {
            "io.counterfoil.springmessaging.rabbit.CounterfoilRabbitAutoConfiguration",
            "io.counterfoil.springmessaging.kafka.CounterfoilKafkaAutoConfiguration"
        })
@ConditionalOnClass(OutboxRelay.class)
@ConditionalOnBean(OutboxStore.class)
class CounterfoilOutboxAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnSingleCandidate(Publisher.class)
    @ConditionalOnMissingBean
    OutboxRelay outboxRelay(OutboxStore outbox, Publisher publisher) {
        return OutboxRelay.start(outbox, publisher);
    }

    @Bean
    UnpublishedOutbox counterfoilUnpublishedOutbox(ListableBeanFactory beans) {
        return new UnpublishedOutbox(beans);
    }
}
