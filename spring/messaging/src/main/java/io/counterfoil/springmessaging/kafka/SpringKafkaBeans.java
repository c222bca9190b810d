package io.counterfoil.springmessaging.kafka;

import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.aopalliance.aop.Advice;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.listener.ContainerProperties;

/**
 * Adds the advice to every factory of listener containers, outside and inside of its own advice, and what its reports of failures run under
 * around its interceptors; and the interceptors to every factory of producers.
 */
final class SpringKafkaBeans implements BeanPostProcessor {

    private static final String INTERCEPTORS = ProducerConfig.INTERCEPTOR_CLASSES_CONFIG;

    private final List<String> interceptors;

    /** @param interceptors the names of the classes of interceptors of producers, in their order */
    SpringKafkaBeans(List<String> interceptors) {
        this.interceptors = interceptors;
    }

    @Override
    public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof AbstractKafkaListenerContainerFactory<?, ?, ?> factory) {
            ContainerProperties properties = factory.getContainerProperties();
            List<Advice> advice = new ArrayList<>(List.of(new CurrentMessageAdvice()));
            advice.addAll(List.of(properties.getAdviceChain()));
            advice.add(CurrentMessage.attempts());
            properties.setAdviceChain(advice.toArray(Advice[]::new));
            report(factory);
        }
        if (bean instanceof DefaultKafkaProducerFactory<?, ?> factory) {
            List<Object> all = new ArrayList<>(theirs(factory.getConfigurationProperties()));
            all.addAll(interceptors);
            factory.updateConfigs(Map.of(INTERCEPTORS, all));
        }
        return bean;
    }

    private static <K, V> void report(AbstractKafkaListenerContainerFactory<?, K, V> factory) {
        factory.setRecordInterceptor(new ReportedRecords<>(factory.getRecordInterceptor()));
        factory.setBatchInterceptor(new ReportedBatches<>(factory.getBatchInterceptor()));
    }

    /** Kafka takes a list of classes, of their names, or the names with commas between. */
    private static Collection<?> theirs(Map<String, Object> settings) {
        Object given = settings.get(INTERCEPTORS);
        if (given instanceof Collection<?> several) {
            return several;
        }
        return given == null || given.toString().isBlank()
                ? List.of()
                : List.of(given.toString().split("\\s*,\\s*"));
    }
}
