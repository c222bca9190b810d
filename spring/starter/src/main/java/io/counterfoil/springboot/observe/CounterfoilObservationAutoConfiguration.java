package io.counterfoil.springboot.observe;

import io.counterfoil.http.ExchangeObserver;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Observes guarded requests, where the application has a registry of observations and no observer of its own. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
        beforeName = "io.counterfoil.springboot.engine.CounterfoilAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
class CounterfoilObservationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ExchangeObserver observationExchangeObserver(
            ObservationRegistry registry, ObjectProvider<GuardedRequestConvention> convention) {
        return new ObservationExchangeObserver(registry, Optional.ofNullable(convention.getIfAvailable()));
    }
}
