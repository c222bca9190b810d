package io.counterfoil.springboot.guard;

import io.counterfoil.http.Endpoints;
import io.counterfoil.servlet.RequestGuard;
import io.counterfoil.springboot.ClaimWithFirstStatement;
import io.counterfoil.springboot.internal.EndpointUnits;
import io.counterfoil.springboot.internal.KeyCandidates;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerMapping;

/** Guards requests where Spring MVC invokes their handlers. */
@AutoConfiguration(
        afterName = {
            "io.counterfoil.springboot.endpoint.CounterfoilEndpointAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean({RequestGuard.class, HandlerMapping.class, HandlerAdapter.class})
class CounterfoilGuardAutoConfiguration {

    private final Dispatchers dispatchers = new Dispatchers();

    @Bean
    HandlerMapping guardedMapping(Endpoints endpoints) {
        return new GuardedMapping(
                dispatchers, endpoints instanceof KeyCandidates candidates ? candidates : KeyCandidates.UNSAFE);
    }

    @Bean
    HandlerAdapter guardedAdapter(Endpoints endpoints, RequestGuard guard, BeanFactory beans) {
        return new GuardedAdapter(
                dispatchers, endpoints, guard, new EndpointUnits(beans, ClaimWithFirstStatement.class));
    }

    @Bean
    HandlerExceptionResolver unresolvedFailures() {
        return new UnresolvedFailures();
    }
}
