package io.counterfoil.operatedapplication;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Users in front of an application, where it is asked for: everybody is let in, who it is is known, and what changes anything needs a token in the
 * console.
 */
@EnableWebSecurity
public class SecuredApplication {

    /** Passwords as they are: the digest of a real one would take most of the time of these tests. */
    private static final class PlainPasswords implements PasswordEncoder {

        @Override
        public @Nullable String encode(@Nullable CharSequence password) {
            return password == null ? null : password.toString();
        }

        @Override
        public boolean matches(@Nullable CharSequence password, @Nullable String encoded) {
            return password != null && password.toString().equals(encoded);
        }
    }

    @Bean
    PasswordEncoder passwords() {
        return new PlainPasswords();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                user("olga", "COUNTERFOIL_OPERATOR"),
                user("victor", "COUNTERFOIL_VIEWER"),
                user("rita", "COUNTERFOIL_VIEWER", "AUDITOR"),
                user("audrey", "AUDITOR"),
                user("nils", "CUSTOMER"));
    }

    private static UserDetails user(String name, String... roles) {
        return User.withUsername(name).password(name).roles(roles).build();
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .httpBasic(Customizer.withDefaults())
                .csrf(csrf -> csrf.ignoringRequestMatchers("/orders"))
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
