package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.function.Consumer;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.util.ClassUtils;

/** Starts of applications that have no port, on a database in memory: for what is decided at start-up. */
final class StartUp {

    /** The same for all, with the tables after the first: making them is proved elsewhere. */
    private static final String DATABASE = "spring.datasource.url=jdbc:h2:mem:start-up;DB_CLOSE_DELAY=-1";

    private StartUp() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Parts {}

    static WebApplicationContextRunner of(Class<?>... parts) {
        return withoutAWordOnClients(parts).withPropertyValues("counterfoil.client=header");
    }

    /** The same with all that Spring Boot configures of itself. */
    static WebApplicationContextRunner whole(Class<?>... parts) {
        return onADatabase(new WebApplicationContextRunner().withUserConfiguration(Parts.class), parts)
                .withPropertyValues("counterfoil.client=header");
    }

    /** Spring Security is on the class path. */
    static WebApplicationContextRunner withoutAWordOnClients(Class<?>... parts) {
        return onADatabase(
                new WebApplicationContextRunner()
                        .withConfiguration(AutoConfigurations.of(
                                DataSourceAutoConfiguration.class,
                                DataSourceTransactionManagerAutoConfiguration.class,
                                DispatcherServletAutoConfiguration.class,
                                WebMvcAutoConfiguration.class,
                                configuration("store.CounterfoilStoreAutoConfiguration"),
                                configuration("store.CounterfoilTablesAutoConfiguration"),
                                configuration("engine.CounterfoilAutoConfiguration"),
                                configuration("endpoint.CounterfoilEndpointAutoConfiguration"),
                                configuration("method.CounterfoilMethodAutoConfiguration"),
                                configuration("web.CounterfoilWebAutoConfiguration"))),
                parts);
    }

    /** An auto-configuration of the starter, which is known by its name alone. */
    private static Class<?> configuration(String name) {
        return ClassUtils.resolveClassName("io.counterfoil.springboot." + name, null);
    }

    private static WebApplicationContextRunner onADatabase(WebApplicationContextRunner application, Class<?>... parts) {
        return application.withUserConfiguration(parts).withPropertyValues(DATABASE);
    }

    /** Fails for a named reason, which says these things. */
    static void assertRefused(WebApplicationContextRunner application, String... said) {
        refused(application, refusal -> assertThat(refusal.getMessage()).contains(said));
    }

    static void refused(WebApplicationContextRunner application, Consumer<CounterfoilStartUpException> check) {
        application.run(context -> {
            assertThat(context).hasFailed();
            Throwable failure = context.getStartupFailure();
            while (failure != null && !(failure instanceof CounterfoilStartUpException)) {
                failure = failure.getCause();
            }
            assertThat(failure)
                    .as("%s", context.getStartupFailure())
                    .isInstanceOfSatisfying(CounterfoilStartUpException.class, refusal -> {
                        assertThat(refusal.description()).endsWith(".");
                        assertThat(refusal.action()).endsWith(".");
                        check.accept(refusal);
                    });
        });
    }
}
