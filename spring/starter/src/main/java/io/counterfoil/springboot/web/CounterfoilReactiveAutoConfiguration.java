package io.counterfoil.springboot.web;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.internal.GuardCondition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Refuses to start a reactive application: its requests would be executed again by every retry, keys or not. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@Conditional(GuardCondition.class)
class CounterfoilReactiveAutoConfiguration {

    /** Before any bean is made. */
    @Bean
    static BeanFactoryPostProcessor noGuardForReactiveRequests() {
        return beans -> {
            throw new CounterfoilStartUpException(
                    "This is a reactive web application (Spring WebFlux), but Counterfoil deduplicates only "
                            + "requests of Spring MVC: each retry would be executed again, whatever its key.",
                    "Use spring-boot-starter-webmvc, or set spring.main.web-application-type=servlet where both are "
                            + "present. Where no request needs deduplication, set counterfoil.guard=none.");
        };
    }
}
