package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.settings.Guard;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Fails the start of an application without a store that has requests to guard. */
record MissingStoreCheck(ApplicationEndpoints endpoints, Guard guard) implements SmartInitializingSingleton {

    private static final String STORE =
            "Add a data source (spring-boot-starter-jdbc, spring.datasource.url), or define a ClaimStore bean, or a LeaseStore"
                    + " bean with counterfoil.mode=lease.";

    private static final String SWITCHED_OFF = " Set counterfoil.guard=none where the starter is to guard nothing.";

    @Override
    public void afterSingletonsInstantiated() {
        endpoints.anySource().ifPresent(source -> {
            throw new CounterfoilStartUpException(
                    source + " requires idempotency, but the application has no data source to store records in.",
                    STORE + " Or remove the setting." + SWITCHED_OFF);
        });
        if (guard == Guard.ALL) {
            throw new CounterfoilStartUpException(
                    "Counterfoil guards every POST and PATCH request, but the application has no data source to store records"
                            + " in: each retry would be executed again, whatever its key.",
                    STORE + " Set counterfoil.guard=annotated where only handlers with @Idempotent are to be guarded."
                            + SWITCHED_OFF);
        }
    }
}
