package io.counterfoil.ledger.access;

import io.counterfoil.http.ClientResolver;
import io.counterfoil.ledger.domain.Ledgers;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.authentication.preauth.AbstractPreAuthenticatedProcessingFilter;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Asks every request for an API key, where {@code ledger.api-keys.enabled} is true; the page's own files alone are for all.
 *
 * <p>The client of an idempotency key is then the owner of the API key: an owner may change keys between two attempts, and no client
 * can use another one's idempotency keys. What {@code X-Client-Name} says means nothing.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("ledger.api-keys.enabled")
@EnableWebSecurity
class ApiKeyConfiguration {

    /** Where Spring Boot puts it: behind the correlation ID, and before the filter of idempotency keys. */
    private static final int ORDER = -100;

    private static final String[] PAGE = {
        "/", "/index.html", "/app.js", "/app.css", "/ledger.css", "/icon.svg", "/page/*", "/openapi.json"
    };

    @Bean
    ApiKeys apiKeys(JdbcClient jdbc) {
        return new ApiKeys(jdbc);
    }

    @Bean
    ClientResolver clientResolver() {
        return ClientResolver.PRINCIPAL;
    }

    @Bean
    SecurityFilterChain everyRequestWithAKey(HttpSecurity http, ApiKeys keys) {
        Doorkeeper doorkeeper = new Doorkeeper(keys);
        AuthenticationFilter filter = new AuthenticationFilter(doorkeeper, new BearerConverter());
        filter.setSuccessHandler((request, response, authentication) -> {});
        filter.setFailureHandler(doorkeeper);
        return http.authenticationManager(doorkeeper)
                .addFilterAt(filter, AbstractPreAuthenticatedProcessingFilter.class)
                .authorizeHttpRequests(requests ->
                        requests.requestMatchers(PAGE).permitAll().anyRequest().authenticated())
                .exceptionHandling(refusals -> refusals.authenticationEntryPoint(doorkeeper))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // A browser sends no key of itself, so that no other site can make it act in its user's name.
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                // The page's own filter says what a browser may do.
                .headers(AbstractHttpConfigurer::disable)
                .build();
    }

    /** Writes are their ledger's owner's alone, unless {@code ledger.api-keys.owner-writes} is false. */
    @Bean
    @ConditionalOnBooleanProperty(name = "ledger.api-keys.owner-writes", matchIfMissing = true)
    WebMvcConfigurer ownerWrites(Ledgers ledgers) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new OwnerWrites(ledgers))
                        .addPathPatterns("/v1/ledgers/**", "/v1/transactions/**", "/v1/imports");
            }
        };
    }

    @Bean
    FilterRegistrationBean<Filter> apiKeyFilter(@Qualifier("springSecurityFilterChain") Filter chain) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(chain);
        registration.setOrder(ORDER);
        return registration;
    }
}
