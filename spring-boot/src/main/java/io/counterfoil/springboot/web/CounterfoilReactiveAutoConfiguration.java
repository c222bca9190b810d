package io.counterfoil.springboot.web;

import io.counterfoil.springboot.CounterfoilStartUpException;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Refuses to start a reactive application: its requests would be executed again by every retry, keys or not. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
class CounterfoilReactiveAutoConfiguration {

    /** Before any bean is made. */
    @Bean
    static BeanFactoryPostProcessor noGuardForReactiveRequests() {
        return beans -> {
            throw new CounterfoilStartUpException(
                    "This is a reactive web application (Spring WebFlux), and Counterfoil guards the requests of Spring MVC alone: a"
                            + " request would be executed again by each retry, whatever its key.",
                    "Use spring-boot-starter-webmvc, or set spring.main.web-application-type=servlet where both are there. Where no"
                            + " request needs a guard, exclude " + CounterfoilReactiveAutoConfiguration.class.getName()
                            + " by spring.autoconfigure.exclude.");
        };
    }
}
