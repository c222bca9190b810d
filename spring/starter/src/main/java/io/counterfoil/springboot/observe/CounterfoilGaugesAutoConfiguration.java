package io.counterfoil.springboot.observe;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.springboot.engine.IdempotencyEngines;
import io.counterfoil.springboot.records.JoinedLeases;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ListableBeanFactory;
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
            ObjectProvider<IdempotencyEngines> engines,
            ListableBeanFactory beans) {
        // The starter's own store of leases is in the database of its claims, which is read once.
        boolean together = beans.getBeanNamesForType(JoinedLeases.class, true, false).length > 0;
        StoredBacklog backlog = new StoredBacklog(
                () -> claims.stream().filter(store -> !together || !(store instanceof JdbcClaimStore)), leases::stream);
        return new RecordGauges(
                registry,
                backlog::read,
                () -> engines.stream().map(IdempotencyEngines::executing).reduce(AgedCount.NONE, AgedCount::plus));
    }
}
