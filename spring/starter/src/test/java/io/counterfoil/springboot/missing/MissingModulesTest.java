package io.counterfoil.springboot.missing;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Modules that settings need, and clients that a module would correlate. */
@Tag("CO-3")
@Timeout(600)
class MissingModulesTest {

    private static final ClassLoader LOADER = MissingModulesTest.class.getClassLoader();

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(CounterfoilModulesAutoConfiguration.class))
            .withClassLoader(new FilteredClassLoader("io.counterfoil.jdbc.correlation"));

    private static List<String> hints(ClassLoader loader, Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return new ModuleSettings(environment, loader).hints();
    }

    @ParameterizedTest
    @CsvSource({
        "counterfoil.ids.column=text, counterfoil.ids, counterfoil-spring-ids",
        "counterfoil.console.view-role=A, counterfoil.console, counterfoil-spring-console",
        "counterfoil.correlation.jdbc=comment, counterfoil.correlation.jdbc, counterfoil-jdbc-correlation"
    })
    void settingWithoutEffect_failsAtTheStart(String property, String setting, String module) {
        application
                .withPropertyValues(property)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(CounterfoilStartUpException.class, refusal -> {
                            assertThat(refusal.description()).contains(setting + " is set", module);
                            assertThat(refusal.action())
                                    .contains(
                                            "<artifactId>" + module + "</artifactId>",
                                            "implementation(\"io.counterfoil:" + module + "\")",
                                            "remove " + setting);
                        }));
    }

    @ParameterizedTest
    @CsvSource({"counterfoil.correlation.jdbc=off", "other=1"})
    void settingThatNeedsNoModule_starts(String property) {
        application
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void clients_withoutTheirModule_areReported() {
        assertThat(hints(LOADER, Map.of()))
                .singleElement()
                .asString()
                .contains("no correlation ID", "<artifactId>counterfoil-spring-client</artifactId>");
    }

    @Test
    void noClients_areNotReported() {
        assertThat(hints(
                        new FilteredClassLoader(
                                "org.springframework.boot.restclient", "org.springframework.boot.webclient"),
                        Map.of()))
                .isEmpty();
    }

    @Test
    void propagationOfReactor_withoutItsModule_isReported() {
        assertThat(hints(
                        new FilteredClassLoader(
                                "org.springframework.boot.restclient", "org.springframework.boot.webclient"),
                        Map.of("spring.reactor.context-propagation", "auto")))
                .singleElement()
                .asString()
                .contains("Reactor", "<artifactId>counterfoil-context-propagation</artifactId>");
    }
}
