package io.counterfoil.springboot.actuate;

import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.internal.HealthDetail;
import io.counterfoil.springboot.records.EngineStore;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of the store of records, where the application has health contributors. */
@AutoConfiguration(afterName = "io.counterfoil.springboot.records.CounterfoilRecordsAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(EngineStore.class)
class CounterfoilHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "counterfoilHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("counterfoil")
    HealthIndicator counterfoilHealthIndicator(
            EngineStore engine,
            ObjectProvider<Purge> purge,
            ObjectProvider<DatabaseTables> tables,
            CounterfoilProperties properties,
            ObjectProvider<HealthDetail> details) {
        return engine.directory()
                .map(directory -> new CounterfoilHealthIndicator(
                        directory,
                        Optional.ofNullable(purge.getIfUnique()),
                        properties.management().healthTimeout(),
                        details.orderedStream().toList()))
                .<HealthIndicator>map(
                        health -> tables.stream().findFirst().map(health::with).orElse(health))
                .orElse(() -> Health.unknown()
                        .withDetail("store", "has no directory, which the health check requires")
                        .build());
    }
}
