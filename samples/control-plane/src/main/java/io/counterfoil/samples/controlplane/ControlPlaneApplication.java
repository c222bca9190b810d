package io.counterfoil.samples.controlplane;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The orchestrator as a Spring Boot application; {@code launch} starts it with a database, a broker and controllers. */
@SpringBootApplication(proxyBeanMethods = false)
public class ControlPlaneApplication {

    /** For Spring to make. */
    public ControlPlaneApplication() {}
}
