package io.counterfoil.springboot.correlation;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with all that is configured by itself, except for what it excludes. */
final class Excluded {

    private Excluded() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Parts {}

    static ApplicationContextRunner by(Class<?> autoConfiguration, Class<?>... more) {
        return new ApplicationContextRunner()
                .withUserConfiguration(Parts.class)
                .withUserConfiguration(more)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:excluded;DB_CLOSE_DELAY=-1",
                        "spring.autoconfigure.exclude=" + autoConfiguration.getName());
    }
}
