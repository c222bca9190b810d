package io.counterfoil.springboot.web;

import io.counterfoil.http.ClientResolver;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.servlet.CorrelationFilter;
import io.counterfoil.springboot.endpoint.CounterfoilEndpointAutoConfiguration;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.support.DefaultHandlerExceptionResolver;

/** Correlation IDs of requests; arguments and problems of handlers. */
@AutoConfiguration(after = CounterfoilEndpointAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(WebMvcConfigurer.class)
public class CounterfoilWebAutoConfiguration {

    /** For Spring to make. */
    public CounterfoilWebAutoConfiguration() {}

    @Bean
    FilterRegistrationBean<CorrelationFilter> correlationFilter(HttpPolicy policy) {
        FilterRegistrationBean<CorrelationFilter> registration =
                new FilterRegistrationBean<>(new CorrelationFilter(policy.names()));
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

    /** In front of Spring's last resort, and behind whatever the application answers itself. */
    @Bean
    @ConditionalOnBooleanProperty(name = "counterfoil.problems", matchIfMissing = true)
    WebMvcConfigurer engineProblems(HttpPolicy policy) {
        return new WebMvcConfigurer() {
            @Override
            public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
                int last = 0;
                while (last < resolvers.size() && !(resolvers.get(last) instanceof DefaultHandlerExceptionResolver)) {
                    last++;
                }
                resolvers.add(last, new EngineProblems(policy.names()));
            }
        };
    }
}
