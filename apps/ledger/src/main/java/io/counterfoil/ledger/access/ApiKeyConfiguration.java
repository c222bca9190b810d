package io.counterfoil.ledger.access;

import io.counterfoil.http.request.ClientResolver;
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
 * Requires an API key on every request, where {@code ledger.api-keys.enabled} is true; only the page's static files are
 * public.
 *
 * <p>The client of an idempotency key is then the owner of the API key: an owner may change keys between two attempts,
 * and no client can use the idempotency keys of another client. {@code X-Client-Name} is ignored.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("ledger.api-keys.enabled")
@EnableWebSecurity
class ApiKeyConfiguration {

    /** Spring Boot's default order: after the correlation filter and before the idempotency filter. */
    private static final int ORDER = -100;

    private static final String[] PAGE = {
        "/", "/index.html", "/app.js", "/ledger.css", "/page/*", "/counterfoil/parts/*", "/openapi.json"
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
        ApiKeyAuthenticator authenticator = new ApiKeyAuthenticator(keys);
        AuthenticationFilter filter = new AuthenticationFilter(authenticator, new BearerConverter());
        filter.setSuccessHandler((request, response, authentication) -> {});
        filter.setFailureHandler(authenticator);
        return http.authenticationManager(authenticator)
                .addFilterAt(filter, AbstractPreAuthenticatedProcessingFilter.class)
                // An API key is a client's; the console is for operators.
                .authorizeHttpRequests(requests -> requests.requestMatchers(PAGE)
                        .permitAll()
                        .requestMatchers("/counterfoil", "/counterfoil/**")
                        .denyAll()
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(refusals -> refusals.authenticationEntryPoint(authenticator))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // Browsers do not send the key automatically, so cross-site request forgery is impossible.
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                // SecurityHeaders sets the page's headers.
                .headers(AbstractHttpConfigurer::disable)
                .build();
    }

    /** Only the owner of a ledger and its writers may write to it, unless {@code ledger.api-keys.owner-writes} is false. */
    @Bean
    @ConditionalOnBooleanProperty(name = "ledger.api-keys.owner-writes", matchIfMissing = true)
    WebMvcConfigurer ownerWrites(Ledgers ledgers, Writers writers) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new OwnerWrites(ledgers, writers))
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
