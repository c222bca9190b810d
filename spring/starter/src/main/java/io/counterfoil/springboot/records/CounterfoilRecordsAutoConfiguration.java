package io.counterfoil.springboot.records;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** What operators look at, over the actuator or the console. */
@AutoConfiguration(afterName = "io.counterfoil.springboot.engine.CounterfoilAutoConfiguration")
@ConditionalOnBean(Idempotency.class)
class CounterfoilRecordsAutoConfiguration {

    /** Lazy: made where something shows it. */
    @Bean
    @Lazy
    EngineStore counterfoilEngineStore(
            CounterfoilProperties properties, ObjectProvider<ClaimStore> claims, ObjectProvider<LeaseStore> leases) {
        return new EngineStore(properties.mode() == Mode.LEASE ? leases.getObject() : claims.getObject());
    }
}
