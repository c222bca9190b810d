package io.counterfoil.ledger.api;

import io.counterfoil.http.HttpPolicy;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Tells Spring MVC how bodies are read, and Tomcat how it refuses. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration implements WebMvcConfigurer {

    private final HttpPolicy policy;

    ApiConfiguration(HttpPolicy policy) {
        this.policy = policy;
    }

    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        // The same limit with a header key and without.
        converters.addCustomConverter(new JsonBodyConverter(policy.maxBodyBytes()));
    }

    @Bean
    static WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer() {
        return server -> server.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemErrorValve.class.getName());
            }
        });
    }
}
