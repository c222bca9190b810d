package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.ExchangeObserver;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.servlet.IdempotencyFilter;
import io.counterfoil.servlet.RequestGuard;
import io.counterfoil.springboot.ApiKeyOwners;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.engine.IdempotencyEngines;
import io.counterfoil.springboot.internal.GuardCondition;
import io.counterfoil.springboot.internal.HandlerPatterns;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Guards the requests of a Spring MVC application: every POST and PATCH with an idempotency key, unless an annotation, the
 * configuration or code says otherwise.
 *
 * <p>Each bean gives way to one of the application's own of the same type. An {@link Endpoints} bean of its own replaces
 * all settings of endpoints.
 */
@AutoConfiguration(afterName = "io.counterfoil.springboot.engine.CounterfoilAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@EnableConfigurationProperties(CounterfoilProperties.class)
class CounterfoilEndpointAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(CounterfoilEndpointAutoConfiguration.class);

    @Bean
    @ConditionalOnMissingBean
    HttpPolicy httpPolicy(CounterfoilProperties properties, ObjectProvider<PolicyCustomizer> customizers) {
        return properties
                .policies(OptionalInt.empty())
                .customizedBy(customizers.orderedStream())
                .http();
    }

    @Bean
    @ConditionalOnMissingBean
    ClientResolver clientResolver(
            CounterfoilProperties properties, WebApplicationContext context, ObjectProvider<ApiKeyOwners> owners) {
        return Clients.of(properties, Optional.ofNullable(owners.getIfAvailable()), context.getClassLoader())
                .resolver();
    }

    /**
     * Where there is an engine. No {@code @Configuration}, so that no scan of components finds it before its conditions can be
     * told.
     */
    @ConditionalOnBean(IdempotencyEngines.class)
    static class Engine {

        @Bean
        @ConditionalOnMissingBean
        HttpIdempotency httpIdempotency(
                IdempotencyEngines engines,
                HttpPolicy policy,
                ClientResolver clients,
                ObjectProvider<ExchangeObserver> observers) {
            return HttpIdempotencyFactory.create(engines.standard(), policy, clients, observer(observers));
        }
    }

    private static ExchangeObserver observer(ObjectProvider<ExchangeObserver> observers) {
        return observers.getIfAvailable(() -> ExchangeObserver.NONE);
    }

    /** Where there is an engine, and the guard is not switched off. */
    @ConditionalOnBean(IdempotencyEngines.class)
    @Conditional(GuardCondition.class)
    static class Guarded {

        @Bean
        @ConditionalOnMissingBean(Endpoints.class)
        HandlerEndpoints counterfoilEndpoints(
                WebApplicationContext context,
                HttpIdempotency standard,
                IdempotencyEngines engines,
                ClientResolver clients,
                ObjectProvider<ExchangeObserver> observers,
                CounterfoilProperties properties) {
            ApplicationEndpoints application = new ApplicationEndpoints(context, properties);
            return new HandlerEndpoints(() -> application.table(new HttpIdempotencyFactory(
                    standard, engines, clients, observer(observers), application.contextPath(), HandlerPatterns.NONE)));
        }

        /** Guards at the handlers of Spring MVC. */
        @Bean
        RequestGuard requestGuard(
                Endpoints endpoints, CounterfoilProperties properties, WebApplicationContext context) {
            if (!(endpoints instanceof HandlerEndpoints)
                    && !properties.endpoints().isEmpty()) {
                throw new CounterfoilStartUpException(
                        "counterfoil.endpoints is set, but the application defines an Endpoints bean, which replaces it.",
                        "Remove one of the two.");
            }
            RequestGuard plain = new RequestGuard();
            RequestGuard guard = ContainerRedirects.areAbsolute(context) ? plain.withAbsoluteRedirects() : plain;
            return ErrorPath.of(context).map(guard::withErrorPath).orElse(guard);
        }

        /** Guards requests of other servlets, after Spring Security's chain, which has the order -100. */
        @Bean
        FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(
                Endpoints endpoints, WebApplicationContext context) {
            // Where Spring's servlet makes its own mappings, there is no guard at its handlers.
            boolean atHandlers = context.containsBean("guardedMapping");
            IdempotencyFilter plain = new IdempotencyFilter(atHandlers ? new OtherServlets(endpoints) : endpoints);
            IdempotencyFilter filter = ContainerRedirects.areAbsolute(context) ? plain.withAbsoluteRedirects() : plain;
            FilterRegistrationBean<IdempotencyFilter> registration = new FilterRegistrationBean<>(
                    ErrorPath.of(context).map(filter::withErrorPath).orElse(filter));
            registration.setOrder(0);
            return registration;
        }
    }

    /** Where there is no store: what would be guarded is refused, because every retry would be executed again. */
    @ConditionalOnMissingBean(IdempotencyEngines.class)
    @Conditional(GuardCondition.class)
    static class Unguarded {

        @Bean
        MissingStoreCheck missingStoreCheck(WebApplicationContext context, CounterfoilProperties properties) {
            return new MissingStoreCheck(new ApplicationEndpoints(context, properties), properties.guard());
        }
    }

    /** Where the guard is switched off. */
    @ConditionalOnProperty(name = "counterfoil.guard", havingValue = "none")
    static class SwitchedOff {

        @Bean
        static SmartInitializingSingleton guardIsSwitchedOff() {
            return () -> log.warn("counterfoil.guard is none: requests are not deduplicated, with or without a key");
        }
    }
}
