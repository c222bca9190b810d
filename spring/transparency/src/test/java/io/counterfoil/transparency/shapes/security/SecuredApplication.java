package io.counterfoil.transparency.shapes.security;

import static org.springframework.security.config.Customizer.withDefaults;

import io.counterfoil.transparency.Observed;
import io.counterfoil.transparency.shapes.Db;
import io.counterfoil.transparency.shapes.InTransaction;
import java.util.List;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;

/** An application behind Spring Security, with two users. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableMethodSecurity
@Observed
@ComponentScan
@Import({Db.class, InTransaction.class})
public class SecuredApplication {

    @Bean
    SecurityFilterChain chain(HttpSecurity security) {
        CorsConfiguration cors = new CorsConfiguration();
        cors.setAllowedOrigins(List.of("https://a.example"));
        cors.setAllowedMethods(List.of("POST"));
        UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
        source.registerCorsConfiguration("/**", cors);
        return security.csrf(csrf -> csrf.ignoringRequestMatchers(
                        request -> !request.getRequestURI().contains("csrf")))
                .cors(configured -> configured.configurationSource(source))
                .httpBasic(withDefaults())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/security/admin/**")
                        .hasRole("ADMIN")
                        .requestMatchers("/security/public/**", "/error")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("ann").password("{noop}secret").roles("USER").build(),
                User.withUsername("bob").password("{noop}secret").roles("ADMIN").build());
    }
}
