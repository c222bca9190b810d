package io.counterfoil.samples.controlplane;

import io.counterfoil.samples.support.web.AllowedHosts;
import io.counterfoil.samples.support.web.EveryAnswer;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The orchestrator as a Spring Boot application; {@code launch} starts it with a database, a broker and controllers. */
// Every error is a problem: of the API, of the starter or of the container. There is no page at /error.
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class)
@Import(EveryAnswer.class)
public class ControlPlaneApplication {

    @Bean
    AllowedHosts allowedHosts(@Value("${control-plane.allowed-hosts:}") List<String> names) {
        return AllowedHosts.loopbackAnd("control-plane.allowed-hosts", names);
    }
}
