package io.counterfoil.springconsole.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The console where it cannot be: a web application says so. */
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines")
@Tag("CN-1")
class ConsoleOffTest {

    private static final String OFF = "there is no console at /counterfoil/";

    private static final AutoConfigurations CONSOLE = AutoConfigurations.of(
            CounterfoilConsoleStoreAutoConfiguration.class,
            CounterfoilConsoleAutoConfiguration.class,
            CounterfoilConsoleOffAutoConfiguration.class);

    /** Applications of other tests have changed it. */
    @BeforeEach
    void log() {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel("io.counterfoil.springconsole.page", LogLevel.WARN);
    }

    @Test
    void servletApplication_withoutAStore_isWarned(CapturedOutput output) {
        new WebApplicationContextRunner()
                .withConfiguration(CONSOLE)
                .run(context -> assertThat(output).contains(OFF, "there is no store of records"));
    }

    @Test
    void reactiveApplication_isWarned(CapturedOutput output) {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(CONSOLE)
                .run(context -> assertThat(output).contains(OFF, "it requires Spring MVC"));
    }

    @Test
    void programWithoutAServer_isNotWarned(CapturedOutput output) {
        new ApplicationContextRunner()
                .withConfiguration(CONSOLE)
                .run(context -> assertThat(output).doesNotContain(OFF));
    }
}
