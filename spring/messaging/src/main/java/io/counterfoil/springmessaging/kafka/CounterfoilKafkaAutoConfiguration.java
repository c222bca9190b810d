package io.counterfoil.springmessaging.kafka;

import io.counterfoil.kafka.CorrelatedRecords;
import io.counterfoil.kafka.KafkaPublisher;
import io.counterfoil.kafka.KafkaRequeue;
import io.counterfoil.kafka.internal.KafkaDeadLetters;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springmessaging.internal.Conversations;
import io.counterfoil.springmessaging.internal.ListenerMethods;
import io.counterfoil.springmessaging.internal.ObservedRecords;
import io.counterfoil.springmessaging.internal.OncePerMessageMethods;
import io.counterfoil.springmessaging.internal.PublisherSetting;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Spring for Apache Kafka in an application that has {@code counterfoil-kafka}: listeners of single records run under
 * extensions of their message's correlation ID and know their message, those of batches under one ID that replaces those of the records,
 * templates send extensions of the thread's correlation ID; {@code
 * counterfoil.correlation.messages=false} leaves both alone, and with them {@code OncePerMessage}.
 *
 * <p>With {@code spring.kafka.producer.acks=all} there is a {@link KafkaPublisher} by the settings of the application's producers, except for
 * serializers, interceptors and transactions; {@link KafkaDeadLetters} beside it, into topics with {@code .dead} after their names; and
 * {@link ReceiverContainers}. Each bean backs off when the application has one of the same type.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass({KafkaTemplate.class, KafkaPublisher.class})
class CounterfoilKafkaAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.messages", matchIfMissing = true)
    static SpringKafkaBeans counterfoilSpringKafkaBeans(ObjectProvider<SendInterceptors> observed) {
        List<String> interceptors = new ArrayList<>(List.of(CorrelatedRecords.class.getName()));
        observed.ifAvailable(more -> interceptors.addAll(more.names()));
        return new SpringKafkaBeans(interceptors);
    }

    /** Interceptors of producers, besides the one that adds correlation IDs. */
    record SendInterceptors(List<String> names) {}

    /** Correlation IDs on the observations of Spring for Apache Kafka, where these are enabled. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationFilter.class)
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.messages", matchIfMissing = true)
    static class Observing {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static SendInterceptors counterfoilObservedRecords() {
            return new SendInterceptors(List.of(ObservedRecords.class.getName()));
        }

        @Bean
        static ObservationFilter counterfoilKafkaConversations() {
            return new Conversations(CurrentMessageAdvice::correlationId);
        }
    }

    /** Limits of attempts at the records of listeners, in an application that has settings of consumers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(ConsumerFactory.class)
    @ConditionalOnBooleanProperty(name = "counterfoil.correlation.messages", matchIfMissing = true)
    static class Limiting {

        @Bean(destroyMethod = "close")
        RecordDeadLetters counterfoilRecordDeadLetters(
                ObjectProvider<ConsumerFactory<?, ?>> consumers, ObjectProvider<KafkaDeadLetters> letters) {
            return new RecordDeadLetters(
                    () -> consumers.stream().findFirst().orElseThrow().getConfigurationProperties(),
                    letters::getIfUnique);
        }

        @Bean
        ErrorHandlers counterfoilKafkaErrorHandlers(
                ObjectProvider<KafkaListenerEndpointRegistry> registries,
                RecordDeadLetters letters,
                ObjectProvider<OncePerMessageMethods> methods,
                ConfigurableBeanFactory beans) {
            return new ErrorHandlers(
                    registries,
                    letters,
                    Optional.ofNullable(methods.getIfAvailable())
                            .map(all -> new ListenerMethods<>(
                                    beans, all, KafkaListener.class, listener -> Arrays.stream(listener.topics()))));
        }
    }

    /** Requeues dead letters, by clients with the settings of the application's consumers. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(ConsumerFactory.class)
    KafkaRequeue counterfoilKafkaRequeue(ObjectProvider<ConsumerFactory<?, ?>> consumers) {
        return KafkaRequeue.of(consumers.stream().findFirst().orElseThrow().getConfigurationProperties());
    }

    /** What the publisher below depends on. */
    @Bean
    @ConditionalOnBean(ProducerFactory.class)
    PublisherSetting counterfoilKafkaPublisherSetting() {
        return new PublisherSetting("spring.kafka.producer.acks: all");
    }

    /** What needs producers that wait for all replicas. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(ProducerFactory.class)
    @ConditionalOnProperty(name = "spring.kafka.producer.acks", havingValue = "all")
    static class Publishing {

        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        KafkaPublisher kafkaPublisher(ProducerFactory<?, ?> factory) {
            try {
                return KafkaPublisher.of(settings(factory));
            } catch (IllegalArgumentException refused) {
                throw new CounterfoilStartUpException(
                        "The settings of the application's Kafka producers are not suitable for a publisher: "
                                + refused.getMessage(),
                        "Change the setting under spring.kafka.producer, or define a KafkaPublisher bean.");
            }
        }

        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        KafkaDeadLetters kafkaDeadLetters(ProducerFactory<?, ?> factory) {
            return RecordDeadLetters.beside(settings(factory));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean(ConcurrentKafkaListenerContainerFactory.class)
        ReceiverContainers receiverContainers(
                ConcurrentKafkaListenerContainerFactory<?, ?> factory, KafkaDeadLetters deadLetters) {
            return new ReceiverContainers(factory, deadLetters);
        }

        private static Map<String, Object> settings(ProducerFactory<?, ?> factory) {
            Map<String, Object> settings = new HashMap<>(factory.getConfigurationProperties());
            settings.remove(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG);
            settings.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
            return settings;
        }
    }
}
