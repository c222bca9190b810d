package io.counterfoil.ledger.api;

import io.counterfoil.ledger.domain.MetadataText;
import io.counterfoil.ledger.domain.RefusalText;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tells Tomcat how it refuses. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer() {
        return server -> server.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemErrorValve.class.getName());
            }
        });
    }

    /** As a client would have been told it. */
    @Bean
    RefusalText refusalText() {
        return refusal -> Problems.of(refusal).toJson();
    }

    @Bean
    MetadataText metadataText() {
        return Json::metadata;
    }
}
