package io.counterfoil.samples.support.web;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What an application imports so that every answer tells a browser what it may do, no foreign page is answered, and every refusal is a
 * problem. It needs a bean that says which {@link AllowedHosts} there are.
 */
@Configuration(proxyBeanMethods = false)
public class EveryAnswer {

    @Bean
    SecurityHeaders securityHeaders() {
        return new SecurityHeaders();
    }

    @Bean
    HostAndOriginFilter hostAndOriginFilter(AllowedHosts hosts) {
        return new HostAndOriginFilter(hosts);
    }

    /** What the container refuses by itself is a problem too, and no refused body holds a thread. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer() {
        return server -> {
            server.addEngineValves(new UnreadBodyValve());
            server.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemErrorValve.class.getName());
                }
            });
        };
    }
}
