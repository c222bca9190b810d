package io.counterfoil.springids;

import io.counterfoil.ids.IdTypes;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Typed ids as text: in parameters and properties, and in JSON where Jackson 3 or Jackson 2 is there. */
@AutoConfiguration
class TypedIdAutoConfiguration {

    @Bean
    @ConfigurationPropertiesBinding
    static StringToId stringToId(ObjectProvider<IdTypes> types) {
        return new StringToId(types);
    }

    @Bean
    @ConfigurationPropertiesBinding
    static IdToString idToString() {
        return new IdToString();
    }

    /** A bean, though it would be found without: it knows the application's {@link IdTypes}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({tools.jackson.databind.JacksonModule.class, io.counterfoil.jackson.TypedIdModule.class})
    static class Jackson {

        @Bean
        @ConditionalOnMissingBean
        io.counterfoil.jackson.TypedIdModule typedIdModule(ObjectProvider<IdTypes> types) {
            IdTypes known = types.getIfAvailable();
            return known == null
                    ? new io.counterfoil.jackson.TypedIdModule()
                    : new io.counterfoil.jackson.TypedIdModule(known);
        }
    }

    /** For an application that still prefers Jackson 2, and for every mapper that takes its modules from the beans. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({
        com.fasterxml.jackson.databind.Module.class,
        io.counterfoil.jackson2.TypedIdJackson2Module.class
    })
    static class Jackson2 {

        @Bean
        @ConditionalOnMissingBean
        io.counterfoil.jackson2.TypedIdJackson2Module typedIdModuleForJackson2(ObjectProvider<IdTypes> types) {
            IdTypes known = types.getIfAvailable();
            return known == null
                    ? new io.counterfoil.jackson2.TypedIdJackson2Module()
                    : new io.counterfoil.jackson2.TypedIdJackson2Module(known);
        }
    }
}
