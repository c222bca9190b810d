package io.counterfoil.springmessaging;

import io.counterfoil.testkit.database.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** The starter with all that Spring Boot configures of itself, and no web. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class MessageApplication {

    static ConfigurableApplicationContext start(Database database, List<Class<?>> parts, String... properties) {
        List<Class<?>> sources = new ArrayList<>(parts);
        sources.add(MessageApplication.class);
        SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(Map.of("logging.level.root", "ERROR", "spring.main.banner-mode", "off"));
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        arguments.addAll(List.of(properties));
        return application.run(arguments.toArray(String[]::new));
    }
}
