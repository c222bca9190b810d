package io.counterfoil.springboot.store;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/** The tables of every feature that a bean of type {@link TableSchema} names: created where they are missing, verified in any case. */
@AutoConfiguration(
        after = {CounterfoilStoreAutoConfiguration.class, CounterfoilRetentionAutoConfiguration.class},
        afterName = "io.counterfoil.springmessaging.CounterfoilMessagingAutoConfiguration")
@ConditionalOnBean({DataSource.class, TableSchema.class})
@EnableConfigurationProperties(CounterfoilProperties.class)
class CounterfoilTablesAutoConfiguration {

    /** After the application's own migrations: they want to find the schema as they left it. */
    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    DatabaseTables databaseTables(
            ListableBeanFactory beans,
            ObjectProvider<TableSchema> schemas,
            ObjectProvider<SqlDialect> dialect,
            CounterfoilProperties properties) {
        List<DataSource> databases = new DatabaseBeans(beans).databases();
        List<TableSchema> features = schemas.orderedStream().toList();
        TablePreparation preparation = new TablePreparation(
                features, properties.createTable(), dialect.stream().findFirst());
        databases.forEach(preparation::prepare);
        return DatabaseTables.of(databases, features);
    }
}
