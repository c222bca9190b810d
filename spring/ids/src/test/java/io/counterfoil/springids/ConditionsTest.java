package io.counterfoil.springids;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What is not on the class path, or not of use to the application, is left out. */
@Tag("TI-6")
@Timeout(600)
class ConditionsTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    TypedIdAutoConfiguration.class,
                    TypedIdJdbcAutoConfiguration.class,
                    TypedIdWebAutoConfiguration.class));

    @Test
    void withoutLibraries_onlyTheConvertersAreThere() {
        application
                .withClassLoader(new FilteredClassLoader(
                        "tools.jackson",
                        "com.fasterxml.jackson",
                        "org.springframework.data",
                        "org.springframework.web"))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(StringToId.class);
                    assertThat(context.getBeanDefinitionNames())
                            .noneMatch(name -> name.startsWith("typedIdModule"))
                            .doesNotContain("invalidIdProblems", "typedIdJdbcConversions");
                });
    }

    @Test
    void outsideOfTheWeb_andWithoutADatabase_onlyJsonIsThereToo() {
        application.run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(io.counterfoil.jackson.TypedIdModule.class)
                .hasSingleBean(io.counterfoil.jackson2.TypedIdJackson2Module.class)
                .doesNotHaveBean(WebMvcConfigurer.class)
                .doesNotHaveBean(JdbcCustomConversions.class));
    }
}
