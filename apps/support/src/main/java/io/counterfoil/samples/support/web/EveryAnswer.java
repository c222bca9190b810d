package io.counterfoil.samples.support.web;

import java.time.Duration;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Imported by applications: every response has security headers, requests of foreign pages are rejected, and every
 * rejection is a problem. Requires a bean of type {@link AllowedHosts}.
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

    /** Makes rejections by the container problems too, and limits the reading of rejected bodies. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer(
            @Value("${samples.unread-body-grace:2s}") Duration unreadBodyGrace) {
        return server -> {
            server.addEngineValves(new UnreadBodyValve(unreadBodyGrace));
            server.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemErrorValve.class.getName());
                }
            });
        };
    }
}
