package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** In an application without a store: fails its start where something is to be guarded after all. */
record MissingStoreCheck(ApplicationEndpoints endpoints) implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(MissingStoreCheck.class);

    @Override
    public void afterSingletonsInstantiated() {
        endpoints.anySource().ifPresent(source -> {
            throw new CounterfoilStartUpException(
                    source + " requires idempotency, but the application has no data source to store records in.",
                    "Add a data source (spring-boot-starter-jdbc, spring.datasource.url), define a ClaimStore or LeaseStore"
                            + " bean, or remove the setting.");
        });
        log.info("No data source to store records in: requests are not deduplicated, with or without a key");
    }
}
