package io.counterfoil.springboot.actuate;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.UnknownHttpOutcomes;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.springboot.internal.EndpointDescriptions;
import io.counterfoil.springboot.records.EngineStore;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.ReplayCache;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Endpoints that show what keeps records, where the application has Spring Boot's actuator. */
@AutoConfiguration(afterName = "io.counterfoil.springboot.records.CounterfoilRecordsAutoConfiguration")
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Idempotency.class)
class CounterfoilActuatorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    CounterfoilEndpoint counterfoilEndpoint(
            EngineStore engine,
            Idempotency idempotency,
            CounterfoilProperties properties,
            ObjectProvider<ReplayCache> replayCache,
            ObjectProvider<Purge> purge,
            ObjectProvider<EndpointDescriptions> endpoints) {
        return new CounterfoilEndpoint(
                properties.mode(),
                engine.store(),
                idempotency.policy(),
                present(replayCache),
                present(purge),
                present(endpoints));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    RecordsEndpoint counterfoilRecordsEndpoint(
            EngineStore engine,
            ObjectProvider<UnknownOutcomes> outcomes,
            ObjectProvider<HttpPolicy> http,
            Idempotency idempotency,
            CounterfoilProperties properties) {
        HttpPolicy policy = present(http).orElse(HttpPolicy.DEFAULT);
        return new RecordsEndpoint(
                engine.directory(),
                present(outcomes).map(known -> new UnknownHttpOutcomes(known, policy)),
                properties.management().role(),
                idempotency.policy().results().maxBytes());
    }

    private static <T> Optional<T> present(ObjectProvider<T> bean) {
        return Optional.ofNullable(bean.getIfUnique());
    }
}
