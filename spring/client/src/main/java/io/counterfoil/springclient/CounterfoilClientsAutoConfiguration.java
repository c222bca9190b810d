package io.counterfoil.springclient;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderNames;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * What Spring Boot's builders of {@code RestClient}, {@code RestTemplate} and {@code WebClient} make sends the correlation ID with each
 * request, with an idempotency key or without one; a header that the caller sets stays.
 *
 * <p>Excluded by {@code spring.autoconfigure.exclude}, it leaves them alone.
 */
@AutoConfiguration
class CounterfoilClientsAutoConfiguration {

    private static HeaderNames names(ObjectProvider<HttpPolicy> policy) {
        return policy.getIfAvailable(() -> HttpPolicy.DEFAULT).names();
    }

    @ConditionalOnClass(RestClientCustomizer.class)
    static class Blocking {

        @Bean
        RestClientCustomizer correlatedRestClients(ObjectProvider<HttpPolicy> policy) {
            CorrelatedRequests requests = CorrelatedRequests.of(names(policy));
            return requests::installIn;
        }

        @Bean
        RestTemplateCustomizer correlatedRestTemplates(ObjectProvider<HttpPolicy> policy) {
            CorrelatedRequests requests = CorrelatedRequests.of(names(policy));
            return requests::installIn;
        }
    }

    @ConditionalOnClass(WebClientCustomizer.class)
    static class Reactive {

        @Bean
        WebClientCustomizer correlatedWebClients(ObjectProvider<HttpPolicy> policy) {
            CorrelationFilterFunction filter = CorrelationFilterFunction.of(names(policy));
            return builder -> builder.filter(filter);
        }
    }
}
