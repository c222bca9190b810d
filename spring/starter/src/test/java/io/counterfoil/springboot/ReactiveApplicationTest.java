package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.util.ClassUtils;

/** The requests of a reactive application would not be guarded: it does not start. */
@Tag("RQ-13")
class ReactiveApplicationTest {

    private static final String REFUSING = "io.counterfoil.springboot.web.CounterfoilReactiveAutoConfiguration";

    private static final AutoConfigurations REFUSAL =
            AutoConfigurations.of(ClassUtils.resolveClassName(REFUSING, null));

    @Test
    void reactiveApplication_doesNotStart_andSaysWhatToChange() {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(REFUSAL)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(CounterfoilStartUpException.class, refusal -> {
                            assertThat(refusal.description())
                                    .contains("WebFlux")
                                    .contains("Spring MVC");
                            assertThat(refusal.action())
                                    .contains("spring-boot-starter-webmvc")
                                    .contains("spring.main.web-application-type=servlet")
                                    .contains("counterfoil.guard=none");
                        }));
    }

    @Test
    void reactiveApplication_whoseGuardIsSwitchedOff_starts() {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(REFUSAL)
                .withPropertyValues("counterfoil.guard=none")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void otherApplications_start() {
        new WebApplicationContextRunner()
                .withConfiguration(REFUSAL)
                .run(context -> assertThat(context).hasNotFailed());
        new ApplicationContextRunner()
                .withConfiguration(REFUSAL)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusal_isPartOfTheStarter() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(REFUSING);
    }
}
