package io.counterfoil.operated;

import io.counterfoil.application.PlainPasswords;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A shop with operators, behind a security chain that lets everybody in and knows who it is. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableWebSecurity
class Shop {

    @RestController
    static class Orders {

        private final JdbcClient jdbc;

        Orders(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/orders")
        ResponseEntity<String> order(@RequestBody String thing) {
            jdbc.sql("INSERT INTO ordered (thing) VALUES (?)").param(thing).update();
            return ResponseEntity.status(HttpStatus.CREATED).body("secret receipt of " + thing);
        }
    }

    @Bean
    PasswordEncoder passwords() {
        return new PlainPasswords();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("olga")
                        .password("olga")
                        .roles("COUNTERFOIL_OPERATOR")
                        .build(),
                User.withUsername("victor").password("victor").roles("VIEWER").build());
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .httpBasic(Customizer.withDefaults())
                .csrf(csrf -> csrf.disable())
                .build();
    }

    /** Where Boot has it: before the filter that guards. */
    @Bean
    FilterRegistrationBean<FilterChainProxy> security(FilterChainProxy chains) {
        FilterRegistrationBean<FilterChainProxy> registration = new FilterRegistrationBean<>(chains);
        registration.setOrder(-100);
        return registration;
    }
}
