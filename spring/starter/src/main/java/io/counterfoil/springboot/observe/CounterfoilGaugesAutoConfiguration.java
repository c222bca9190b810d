package io.counterfoil.springboot.observe;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.springboot.engine.IdempotencyEngines;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Gauges of what waits in the store of records, and of what runs in this process, where the application has a registry of meters. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "io.counterfoil.springboot.store.CounterfoilStoreAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, RecordStore.class})
class CounterfoilGaugesAutoConfiguration {

    /** Also where beans are made late: nothing asks for this one. */
    @Bean
    @Lazy(false)
    RecordGauges counterfoilRecordGauges(
            MeterRegistry registry,
            ObjectProvider<ClaimStore> claims,
            ObjectProvider<LeaseStore> leases,
            ObjectProvider<IdempotencyEngines> engines) {
        return new RecordGauges(
                registry,
                new StoredBacklog(claims::stream, leases::stream)::read,
                () -> engines.stream().map(IdempotencyEngines::executing).reduce(AgedCount.NONE, AgedCount::plus));
    }
}
