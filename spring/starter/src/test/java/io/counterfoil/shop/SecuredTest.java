package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.application.PlainPasswords;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** Behind Spring Security a key belongs to who is authenticated, and nobody reaches a record of anybody else's. */
@Timeout(600)
@Tag("RQ-5")
@Tag("RQ-16")
class SecuredTest {

    @EnableWebSecurity
    static class Security {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/shop/plain")
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        @Bean
        PasswordEncoder passwords() {
            return new PlainPasswords();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("alice").password("a").build(),
                    User.withUsername("bob").password("b").build());
        }

        /** Where Boot's own registration puts the chain. */
        @Bean
        DelegatingFilterProxyRegistrationBean chainRegistration() {
            DelegatingFilterProxyRegistrationBean registration =
                    new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
            registration.setOrder(-100);
            return registration;
        }
    }

    private static Shop shop;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = Shop.openWithoutAWordOnClients(List.of(ShopController.class, Sales.class, Security.class));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static String as(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void sameKeyOfAnother_isAnotherRequest() throws Exception {
        String first = shop.post("/shop/query", key, "", "Authorization", as("alice", "a"))
                .body();

        assertThat(shop.post("/shop/query", key, "", "Authorization", as("bob", "b"))
                        .body())
                .isNotEqualTo(first);
        assertThat(shop.post("/shop/query", key, "", "Authorization", as("alice", "a"))
                        .body())
                .isEqualTo(first);
        assertThat(shop.jdbc()
                        .sql("SELECT client FROM counterfoil_record WHERE request_id = ? ORDER BY client")
                        .param(key)
                        .query(String.class)
                        .list())
                .containsExactly("alice", "bob");
    }

    @Test
    void whoIsNotAuthenticated_getsNoRecord() throws Exception {
        shop.post("/shop/query", key, "", "Authorization", as("alice", "a"));

        assertThat(shop.post("/shop/query", key, "").statusCode()).isEqualTo(401);
        assertThat(shop.post("/shop/query", key, "", "Authorization", as("alice", "b"))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    @Tag("RQ-6")
    void unauthenticatedClient_whenPermitted_isAnonymous() throws Exception {
        shop.post("/shop/plain", key, "");

        assertThat(shop.record("client", key)).isEmpty();
    }
}
