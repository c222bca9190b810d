package io.counterfoil.springboot;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Fails the start on Spring Boot 3 before any class is loaded that is not there: what is used here is the same in both. The event is the first
 * one whose failures are analyzed.
 */
final class SpringBootVersionCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final int REQUIRED = 4;

    SpringBootVersionCheck() {}

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        check(SpringBootVersion.getVersion());
    }

    /** @throws CounterfoilStartUpException when the version is an earlier one than is needed */
    static void check(String version) {
        if (Integer.parseInt(version.substring(0, version.indexOf('.'))) < REQUIRED) {
            throw new CounterfoilStartUpException(
                    "counterfoil-spring-boot-starter is for Spring Boot 4, and the application runs on " + version
                            + ".",
                    "Upgrade to Spring Boot 4. On Spring Boot 3, remove this starter. IdempotencyFilter of counterfoil-servlet then works"
                            + " with an engine of your own in lease mode: Idempotency.on(JdbcLeaseStore, LeasePolicy). What the"
                            + " handler writes commits apart from the record there: after an exception or a response from 500 up, the"
                            + " outcome is unknown, and a retry is answered with 409 until it is settled. Do not use a JdbcClaimStore"
                            + " there: it does not take part in Spring's transactions, and a retry would repeat what a handler has"
                            + " committed.");
        }
    }
}
