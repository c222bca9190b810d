package io.counterfoil.springids;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.jdbc.core.dialect.JdbcDialect;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;

/** Typed ids in entities of Spring Data JDBC, under the conditions of Boot's own auto-configuration of it. */
@AutoConfiguration(
        before = DataJdbcRepositoriesAutoConfiguration.class,
        after = {JdbcTemplateAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class})
@ConditionalOnClass({
    NamedParameterJdbcOperations.class,
    AbstractJdbcConfiguration.class,
    DataJdbcRepositoriesAutoConfiguration.class
})
@ConditionalOnBean({NamedParameterJdbcOperations.class, PlatformTransactionManager.class})
@ConditionalOnBooleanProperty(name = "spring.data.jdbc.repositories.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TypedIdProperties.class)
@ImportRuntimeHints(TypedIdJdbcConverters.Hints.class)
class TypedIdJdbcAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean({JdbcCustomConversions.class, AbstractJdbcConfiguration.class})
    JdbcCustomConversions typedIdJdbcConversions(JdbcDialect dialect, TypedIdProperties properties) {
        return JdbcCustomConversions.of(
                dialect,
                switch (properties.column()) {
                    case UUID -> TypedIdJdbcConverters.uuid();
                    case TEXT -> TypedIdJdbcConverters.text();
                });
    }
}
