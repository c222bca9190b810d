package io.counterfoil.springconsole.page;

import io.counterfoil.springconsole.ConsoleRights;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/** Says at the start why there is no console in a web application that has it on its class path. */
@AutoConfiguration(after = CounterfoilConsoleAutoConfiguration.class)
@ConditionalOnMissingBean(ConsoleRights.class)
class CounterfoilConsoleOffAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(CounterfoilConsoleOffAutoConfiguration.class);

    /** Once all definitions are known, so also where beans are lazy. */
    private static BeanFactoryPostProcessor warning(String why) {
        return beans -> log.warn(
                "counterfoil-spring-console is on the class path, and there is no console at /counterfoil/: {}", why);
    }

    /** No {@code @Configuration}, so that no scan of components finds it. */
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class Reactive {

        @Bean
        static BeanFactoryPostProcessor consoleWithoutServlets() {
            return warning("it requires Spring MVC, and this application is reactive. Remove the dependency.");
        }
    }

    /** No {@code @Configuration}, so that no scan of components finds it. */
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class WithoutStore {

        @Bean
        static BeanFactoryPostProcessor consoleWithoutStore() {
            return warning(
                    "there is no store of records. Add a DataSource, or a bean of the type ClaimStore or LeaseStore.");
        }
    }
}
