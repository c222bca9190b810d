package io.counterfoil.springboot.missing;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Fails the start of an application that cannot work without a module that it lacks, and names the dependency: a setting without effect, a
 * typed id that Spring, Jackson or Spring Data JDBC cannot convert. Where the application works and only lacks correlation IDs, one line at
 * INFO names it.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration"
        })
class CounterfoilModulesAutoConfiguration {

    private static final String TYPED_ID = "io.counterfoil.ids.AnyTypedId";

    private static final Logger log = LoggerFactory.getLogger(CounterfoilModulesAutoConfiguration.class);

    /** Before any bean is made. */
    @Bean
    static BeanFactoryPostProcessor modulesOfSettings(Environment environment) {
        return beans -> {
            ModuleSettings settings = new ModuleSettings(environment, beans.getBeanClassLoader());
            settings.refuseWithoutEffect();
            settings.hints().forEach(log::info);
        };
    }

    /** Where the application has typed ids, and handlers that may take or return them. */
    @ConditionalOnClass(name = TYPED_ID, value = RequestMappingHandlerMapping.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Handlers {

        /** Not lazy: no other bean depends on it. */
        @Bean
        @Lazy(false)
        static TypedIdHandlerCheck typedIdHandlerCheck(
                ApplicationContext context,
                ObjectProvider<RequestMappingHandlerMapping> mappings,
                ObjectProvider<RequestMappingHandlerAdapter> adapters) {
            return new TypedIdHandlerCheck(mappings, adapters, context.getClassLoader());
        }
    }

    /** Where the application has typed ids, and entities that may hold them. */
    @ConditionalOnClass(
            name = TYPED_ID,
            value = {JdbcMappingContext.class, JdbcCustomConversions.class})
    @ConditionalOnMissingClass("io.counterfoil.springids.TypedIdJdbcConverters")
    @ConditionalOnBean({JdbcMappingContext.class, JdbcCustomConversions.class})
    static class Entities {

        /** Not lazy: no other bean depends on it. */
        @Bean
        @Lazy(false)
        static TypedIdEntityCheck typedIdEntityCheck(
                ObjectProvider<JdbcMappingContext> entities, ObjectProvider<JdbcCustomConversions> conversions) {
            return new TypedIdEntityCheck(entities, conversions);
        }
    }
}
