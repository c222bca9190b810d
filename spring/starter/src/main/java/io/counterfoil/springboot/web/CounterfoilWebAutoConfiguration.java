package io.counterfoil.springboot.web;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.servlet.CorrelationFilter;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.support.DefaultHandlerExceptionResolver;

/** Correlation IDs of requests; arguments and problems of handlers. */
@AutoConfiguration(afterName = "io.counterfoil.springboot.endpoint.CounterfoilEndpointAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(WebMvcConfigurer.class)
class CounterfoilWebAutoConfiguration {

    @Bean
    FilterRegistrationBean<CorrelationFilter> correlationFilter(
            HttpPolicy policy, ObjectProvider<CorrelationFilter> filters) {
        FilterRegistrationBean<CorrelationFilter> registration =
                new FilterRegistrationBean<>(filters.getIfAvailable(() -> new CorrelationFilter(policy.names())));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    WebMvcConfigurer keyArguments(ClientResolver clients, HttpPolicy policy) {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new KeyArguments(clients, policy.names()));
            }
        };
    }

    /** Also where the application answers the engine's exceptions itself: its handlers come before this. */
    @Bean
    WebMvcConfigurer brokenConnections(HttpPolicy policy) {
        EngineProblems problems = new EngineProblems(policy);
        return new WebMvcConfigurer() {
            @Override
            public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
                int springs = 0;
                while (springs < resolvers.size()
                        && !(resolvers.get(springs) instanceof DefaultHandlerExceptionResolver)) {
                    springs++;
                }
                resolvers.add(springs, problems::resolveIfTakenForTheClients);
            }
        };
    }

    /** Without an order, and so after the application's own handlers. */
    @Bean
    @ConditionalOnMissingBean(name = "engineProblems")
    HandlerExceptionResolver engineProblems(HttpPolicy policy) {
        return new EngineProblems(policy);
    }
}
