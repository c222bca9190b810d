package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.rabbitmq.RabbitPublisher;
import io.counterfoil.rabbitmq.RabbitTopology;
import io.counterfoil.rabbitmq.deadletter.RabbitDeadLetters;
import io.counterfoil.springmessaging.internal.Conversations;
import io.counterfoil.springmessaging.internal.OncePerMessageMethods;
import io.counterfoil.springmessaging.internal.PublisherSetting;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import org.springframework.amqp.core.TopicExchange;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/**
 * Spring AMQP in an application: listeners run under extensions of their message's correlation ID and know their message, error handlers of
 * containers run under the ID of the processing that failed, templates send extensions of the thread's correlation ID; {@code counterfoil.correlation.messages=false} leaves both alone, and with them {@code
 * OncePerMessage}.
 *
 * <p>With {@code counterfoil-rabbitmq}, and {@code spring.rabbitmq.publisher-confirm-type=correlated}, there is a {@link Publisher} over
 * the application's connection factory, and {@link ReceiverListeners}. Each bean gives way to one of the application's own of the same
 * type.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(RabbitTemplate.class)
class CounterfoilRabbitAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnClass(Correlation.class)
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.messages", matchIfMissing = true)
    static LimitedContainers counterfoilLimitedContainers(BeanFactory beans) {
        return new LimitedContainers(beans);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnClass(Correlation.class)
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.messages", matchIfMissing = true)
    static SpringAmqpBeans counterfoilSpringAmqpBeans(LimitedContainers limited) {
        return new SpringAmqpBeans(limited);
    }

    @Bean
    @ConditionalOnClass(Correlation.class)
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.messages", matchIfMissing = true)
    ErrorHandlers counterfoilErrorHandlers(
            ObjectProvider<RabbitListenerEndpointRegistry> registries,
            LimitedContainers limited,
            ObjectProvider<OncePerMessageMethods> methods,
            ConfigurableBeanFactory beans) {
        return new ErrorHandlers(
                registries,
                limited,
                Optional.ofNullable(methods.getIfAvailable()).map(all -> ListenerChecks.of(beans, all, limited)));
    }

    /** Correlation IDs on the observations of Spring AMQP, where these are enabled. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Correlation.class, ObservationFilter.class})
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.messages", matchIfMissing = true)
    static class Observing {

        @Bean
        static ObservationFilter counterfoilRabbitConversations() {
            return new Conversations(CorrelatedSends::correlationId);
        }
    }

    /** Dead letters of listeners, over the connections of their containers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RabbitTopology.class)
    static class DeadLettering {

        @Bean
        @ConditionalOnMissingBean
        ListenerDeadLetters listenerDeadLetters(ObjectProvider<RabbitTopology> topology, BeanFactory beans) {
            return new ConfirmedDeadLetters(
                    topology.getIfUnique(() -> RabbitTopology.DEFAULT), new DeclaredQueues(beans));
        }
    }

    /** Requeues dead letters, over the application's connection. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RabbitTopology.class)
    @ConditionalOnSingleCandidate(ConnectionFactory.class)
    static class Requeueing {

        @Bean
        @ConditionalOnMissingBean
        RabbitDeadLetters counterfoilRabbitDeadLetters(
                ConnectionFactory connections, ObjectProvider<RabbitTopology> topology) {
            return RabbitDeadLetters.on(
                    new OwnChannels(connections), topology.getIfUnique(() -> RabbitTopology.DEFAULT));
        }
    }

    /** What the publisher below depends on. */
    @Bean
    @ConditionalOnClass(RabbitTopology.class)
    @ConditionalOnBean(ConnectionFactory.class)
    PublisherSetting counterfoilRabbitPublisherSetting() {
        return new PublisherSetting(
                "spring.rabbitmq.publisher-confirm-type: correlated (with spring.rabbitmq.publisher-returns: true)");
    }

    /** What needs this library's RabbitMQ module. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RabbitTopology.class)
    @ConditionalOnBean(ConnectionFactory.class)
    @ConditionalOnProperty(name = "spring.rabbitmq.publisher-confirm-type", havingValue = "correlated")
    static class Publishing {

        @Bean
        @ConditionalOnMissingBean
        RabbitTopology rabbitTopology() {
            return RabbitTopology.DEFAULT;
        }

        @Bean
        TopicExchange counterfoilExchange(RabbitTopology topology) {
            return new TopicExchange(topology.exchange());
        }

        @Bean
        @ConditionalOnMissingBean
        RabbitTemplatePublisher rabbitTemplatePublisher(ConnectionFactory factory, RabbitTopology topology) {
            return new RabbitTemplatePublisher(factory, topology, RabbitPublisher.CONFIRM_LIMIT);
        }

        @Bean
        @ConditionalOnMissingBean
        ReceiverListeners receiverListeners(RabbitTemplatePublisher publisher, RabbitTopology topology) {
            return new ReceiverListeners(publisher, topology);
        }
    }
}
