package io.counterfoil.samples.support.web;

import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application imports so that every answer tells a browser what it may do, and every refusal is a problem. */
@Configuration(proxyBeanMethods = false)
public class EveryAnswer {

    /** For Spring to make. */
    public EveryAnswer() {}

    @Bean
    SecurityHeaders securityHeaders() {
        return new SecurityHeaders();
    }

    /** {@code web.allowed-hosts}: the names, separated by commas, under which a proxy in front reaches the service. */
    @Bean
    KnownHosts knownHosts(@Value("${web.allowed-hosts:}") List<String> more) {
        return new KnownHosts(more);
    }

    /** What the container refuses by itself is a problem too. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer() {
        return server -> server.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemErrorValve.class.getName());
            }
        });
    }
}
